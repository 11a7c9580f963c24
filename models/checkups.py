"""What a model's check-up on this machine found: kept beside the model, and read by whoever shows it."""

from pathlib import Path

from models.records import Record, read, write

ENDING = ".checkup.json"


class Determinism(Record):
    """Whether the model's probabilities came out the same to the last bit, however they were computed; None
    where it could not be tried."""

    splitting: bool  # a prompt decoded in one call, or in parts
    token_by_token: bool  # or one word at a time
    batching: bool | None  # several answers in one decode; None for a model that is never batched
    others: bool  # with other sequences in memory
    caching: bool  # a prefix read fresh, or kept
    threads: bool | None  # one thread, or several; None on a machine with one core

    @property
    def independent(self) -> bool:
        """No schedule changes a result."""
        return False not in (self.splitting, self.token_by_token, self.batching) and self.repeatable

    @property
    def repeatable(self) -> bool:
        """One fixed schedule, each prompt always split at the same places, gives one result."""
        return False not in (self.others, self.caching, self.threads)


class Checkup(Record):
    """Speeds are tokens a second. `schedule` is how Evenhand runs the model; it rests on what is known of its
    quantization, and `determinism` is what this machine says of that."""

    file: str
    sha256: str
    machine: str  # see `models.hardware.identity`
    created: str  # ISO 8601, UTC
    evenhand: str
    llama_cpp: str
    backend: str
    threads: int
    context: int  # tokens
    schedule: str
    load_seconds: float
    prefill: float
    generation: float
    resident: int  # bytes
    cancel_seconds: float
    determinism: Determinism

    @property
    def sound(self) -> bool:
        """Whether results can be reproduced here under the schedule that Evenhand runs the model with."""
        found = self.determinism
        return found.independent if self.schedule == "independent" else found.repeatable

    @property
    def verdict(self) -> str:
        """What it found of reproducibility, in a sentence for a person."""
        if not self.sound:
            return "Its results differ from run to run here, so they cannot be reproduced: use another model."
        if self.determinism.independent:
            return "Its results do not depend on batching, caching or threads."
        return "Its results are the same as long as the order of work is fixed, which Evenhand sees to."


def place(folder: Path, model: Path) -> Path:
    """Where the check-up of that model file lies, the model being in the folder or linked in it."""
    return folder / f"{model.name}{ENDING}"


def save(folder: Path, model: Path, checkup: Checkup) -> Path:
    """Raises `ModelError` when it cannot be written."""
    path = place(folder, model)
    write(checkup, path)
    return path


def of(folder: Path, model: Path, sha256: str, machine: str) -> Checkup | None:
    """The check-up of that model file, None unless it was made on these bytes and on this machine."""
    found = read(Checkup, place(folder, model))
    return found if found is not None and (found.sha256, found.machine) == (sha256, machine) else None
