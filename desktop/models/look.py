"""A look at the machine and its models, to be taken off the window's thread: files may have to be hashed."""

from dataclasses import dataclass
from pathlib import Path

from engine.build import build
from models import advice, catalog, hardware, store
from models.advice import Advice, Fit
from models.hardware import Hardware
from models.listing import Listed, listed


@dataclass(frozen=True)
class Look:
    """`rows` are the catalog in its order, then what else is here."""

    folder: Path
    rows: tuple[Listed, ...]
    machine: Hardware
    advice: Advice
    disk_used: int

    def fit(self, name: str) -> Fit | None:
        """How that model suits the machine, None for one that is not in the catalog or judges nothing."""
        return next((fit for fit in self.advice.fits if fit.entry.name == name), None)

    def row(self, name: str) -> Listed | None:
        return next((row for row in self.rows if row.name == name), None)

    @property
    def recommended(self) -> str:
        """The name of the model that suits the machine best, "" where none does."""
        return self.advice.model.name if self.advice.model else ""

    @property
    def any_ready(self) -> bool:
        """Whether there is a model that a draft can be checked with."""
        return any(can_check(row) for row in self.rows)


def can_check(row: Listed) -> bool:
    """Whether the model is here, whole, and one that judges."""
    return row.ready and (row.entry is None or row.entry.kind == "instruct")


def look(folder: Path) -> Look:
    """Raises `ModelError` when a model file is there but cannot be read."""
    machine = hardware.look(folder, build())
    rows = listed(folder, catalog.entries())
    here = frozenset(row.name for row in rows if row.entry and row.ready)
    found = advice.advise(machine, catalog.entries(), here)
    return Look(folder, tuple(rows), machine, found, store.disk_used(folder))
