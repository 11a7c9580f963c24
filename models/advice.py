"""Which model suits a machine: a recommendation, why, and what more memory would change. Nothing is measured
here; a check-up tells a model's real speed."""

from collections.abc import Sequence
from dataclasses import dataclass

from models import hardware
from models.catalog import Entry
from models.hardware import Hardware
from models.progress import size_text

SYSTEM = 2_000_000_000
"""Bytes of memory that stay with the system and the person's other programs."""
PATIENCE = 30.0
"""Seconds a passage of a draft may take for a model to be recommended."""
CORE_SECONDS = 13.0
"""Of one core, for a passage and a billion weights: the starter took 10 s on two cores, measured."""
DISK_MARGIN = 1.05


@dataclass(frozen=True)
class Fit:
    """How a model suits a machine. `seconds` a passage are expected without a GPU."""

    entry: Entry
    memory: int
    seconds: float
    fits_memory: bool
    fits_disk: bool
    on_gpu: bool  # fits whole into the GPU's memory
    patient: bool  # answers within PATIENCE, or is on the GPU

    @property
    def recommendable(self) -> bool:
        return self.fits_memory and self.fits_disk and self.patient and self.entry.rank > 0


@dataclass(frozen=True)
class Advice:
    """`model` is None where none can be recommended; all the rest are sentences for a person. `fits` holds
    every instruct model."""

    model: Entry | None
    reasons: tuple[str, ...]
    with_more: tuple[str, ...]
    warnings: tuple[str, ...]
    fits: tuple[Fit, ...]


def advise(machine: Hardware, entries: Sequence[Entry], here: frozenset[str] = frozenset()) -> Advice:
    """The recommendation for `machine`; models named in `here` need no more disk."""
    fits = tuple(_fit(machine, entry, entry.name in here) for entry in entries if entry.kind == "instruct")
    best = max((fit for fit in fits if fit.recommendable), key=lambda fit: fit.entry.rank, default=None)
    return Advice(
        model=best.entry if best else None,
        reasons=_reasons(machine, best, fits),
        with_more=_with_more(machine, best, fits),
        warnings=_warnings(machine, best, fits),
        fits=fits,
    )


def usable_memory(machine: Hardware) -> int:
    """Bytes that a model may take: all but what the system keeps, whatever other programs hold right now."""
    return max(0, machine.memory - SYSTEM)


def _fit(machine: Hardware, entry: Entry, is_here: bool) -> Fit:
    seconds = CORE_SECONDS * entry.active / machine.cores
    on_gpu = entry.memory() <= machine.build.gpu_memory
    return Fit(
        entry=entry,
        memory=entry.memory(),
        seconds=seconds,
        fits_memory=entry.memory() <= usable_memory(machine),
        fits_disk=is_here or entry.size * DISK_MARGIN <= machine.disk_free,
        on_gpu=on_gpu,
        patient=on_gpu or seconds <= PATIENCE,
    )


def _reasons(machine: Hardware, best: Fit | None, fits: Sequence[Fit]) -> tuple[str, ...]:
    memory = size_text(machine.memory)
    if best is None:
        least = min((fit.memory for fit in fits if fit.entry.rank), default=0)
        return (
            f"No model of the catalog suits this machine, with {memory} of memory and "
            f"{size_text(machine.disk_free)} of free disk: the smallest takes {size_text(least)} of memory.",
        )
    entry = best.entry
    reasons = [
        f"It takes about {size_text(best.memory)} of memory, of {memory} here, and "
        f"{size_text(entry.size)} on the disk, where {size_text(machine.disk_free)} are free.",
        "Larger models judge better; of those that fit and answer within "
        f"{PATIENCE:.0f} s a passage this is the largest.",
        _speed(machine, best),
    ]
    if entry.schedule == "independent":
        reasons.append(
            f"Its {entry.quantization} weights give the same result whatever is computed beside it."
        )
    else:
        reasons.append(
            f"Its {entry.quantization} weights give the same result as long as the order of work is fixed, "
            "which Evenhand sees to."
        )
    return tuple(reasons)


def _speed(machine: Hardware, best: Fit) -> str:
    if best.on_gpu:
        return (
            f"It fits into the {size_text(machine.build.gpu_memory)} of the graphics processor, for which "
            f"llama.cpp is built ({machine.build.gpu}): use it with --gpu-layers {best.entry.layers + 1}."
        )
    return (
        f"On {machine.cores} {'core' if machine.cores == 1 else 'cores'} a passage should take about "
        f"{best.seconds:.0f} s; `evenhand models checkup {best.entry.name}` measures it."
    )


def _with_more(machine: Hardware, best: Fit | None, fits: Sequence[Fit]) -> tuple[str, ...]:
    """What more memory, and then what more than memory, would bring."""
    rank = best.entry.rank if best else 0
    better = [fit for fit in fits if fit.entry.rank > rank]
    said = []
    if short := [fit for fit in better if not fit.fits_memory and fit.patient]:
        least = min(short, key=lambda fit: fit.memory)
        said.append(
            f"With {size_text(least.memory - usable_memory(machine))} more memory: {least.entry.label}. "
            f"{least.entry.good_for}"
        )
        most = max(short, key=lambda fit: fit.entry.rank)
        if most is not least:
            said.append(
                f"With {size_text(most.memory - usable_memory(machine))} more memory: {most.entry.label}. "
                f"{most.entry.good_for}"
            )
    elif better and not short:
        said.append("More memory alone would change nothing here.")
    if slow := [fit for fit in better if not fit.patient]:
        next_one = min(slow, key=lambda fit: fit.entry.rank)
        said.append(
            f"With a faster processor, or a GPU with {size_text(next_one.memory)}: {next_one.entry.label}, "
            f"which would take about {next_one.seconds:.0f} s a passage on this one."
        )
    return tuple(said)


def _warnings(machine: Hardware, best: Fit | None, fits: Sequence[Fit]) -> tuple[str, ...]:
    said = []
    if missing := machine.missing:
        said.append(hardware.too_old(missing))
    better = [fit for fit in fits if fit.entry.rank > (best.entry.rank if best else 0)]
    if tight := [fit for fit in better if fit.fits_memory and fit.patient and not fit.fits_disk]:
        most = max(tight, key=lambda fit: fit.entry.rank).entry
        said.append(
            f"{most.label} would suit this machine but for the disk: it needs {size_text(most.size)}, and "
            f"{size_text(machine.disk_free)} are free."
        )
    return tuple(said)
