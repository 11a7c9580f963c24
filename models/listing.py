"""What a list of models shows of each: the catalog's, and what else is here."""

from collections.abc import Sequence
from pathlib import Path

from models import checkups, hardware, store
from models.catalog import Entry
from models.checkups import Checkup
from models.store import Model


class Listed:
    """One row: a model of the catalog, or one that is here and not in it, with its check-up if it had one.

    `status` is that of `models.store`, or "here" or "gone" for a model that is not in the catalog.
    """

    def __init__(self, folder: Path, entry: Entry | None, model: Model | None) -> None:
        self.entry = entry
        self.model = model
        self.status = store.status(entry, folder) if entry else _other_status(model)
        self.checkup = _checkup(folder, model) if self.ready else None

    @property
    def name(self) -> str:
        return self.entry.name if self.entry else self.model.name if self.model else ""

    @property
    def ready(self) -> bool:
        """Whether the model is here and whole."""
        return self.status in ("verified", "here")


def listed(folder: Path, entries: Sequence[Entry]) -> list[Listed]:
    """The catalog in its order, then what else is here."""
    here = store.here(folder)
    known = {model.entry.name: model for model in here if model.entry}
    rows = [Listed(folder, entry, known.get(entry.name)) for entry in entries]
    return rows + [Listed(folder, None, model) for model in here if not model.entry]


def _other_status(model: Model | None) -> str:
    return "here" if model and all(file.is_file() for file in model.files) else "gone"


def _checkup(folder: Path, model: Model | None) -> Checkup | None:
    if model is None:
        return None
    return checkups.of(folder, model.path, store.sha256(model.path), hardware.identity())
