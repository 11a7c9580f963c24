"""The models folder: where it is, finding a model in it, and whether a file is what the catalog says."""

import os
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path

from models import catalog
from models.catalog import Entry
from models.errors import ModelError
from models.gguf import check_header
from models.hashes import sha256
from models.progress import size_text

__all__ = ["Status", "find", "folder", "sha256", "status"]

Status = Literal["verified", "different", "missing"]


def folder(override: Path | None = None) -> Path:
    """The models folder: `override`, else the environment's EVENHAND_MODELS, else the user's data folder."""
    if override is not None:
        return override
    if named := os.environ.get("EVENHAND_MODELS"):
        return Path(named)
    return user_data_path("evenhand", appauthor=False) / "models"


def find(name_or_path: str, folder: Path) -> Path:
    """The file of a model: by its name in the catalog, its file name in `folder`, or its path.

    Raises `ModelError` when there is none, or when the file is not a whole GGUF file.
    """
    for entry in catalog.entries():
        if entry.name == name_or_path:
            return _find_entry(entry, folder)
    for path in (folder / name_or_path, Path(name_or_path)):
        if name_or_path and path.exists():
            check_header(path)
            return path
    known = ", ".join(entry.name for entry in catalog.entries())
    raise ModelError(
        f'There is no model "{name_or_path}": give one of the names {known} '
        f"(bring the first with `{catalog.entries()[0].fetch_command}`), or the path of a .gguf file."
    )


def status(entry: Entry, folder: Path) -> Status:
    """Whether the entry's file is in `folder` with the catalog's SHA-256 (remembered, see `models.hashes`).

    Raises `ModelError` when the file is there but cannot be read.
    """
    path = folder / entry.filename
    if not path.is_file():
        return "missing"
    same = path.stat().st_size == entry.size and sha256(path) == entry.sha256
    return "verified" if same else "different"


def _find_entry(entry: Entry, folder: Path) -> Path:
    path = folder / entry.filename
    if not path.exists():
        raise ModelError(
            f'The model "{entry.name}" ({entry.title}, {size_text(entry.size)}) is not in {folder}: '
            f"bring it with `{entry.fetch_command}`."
        )
    remedy = f"bring it again with `{entry.fetch_command}`"
    check_header(path, remedy)
    if (size := path.stat().st_size) != entry.size:
        raise ModelError(f"{path} is damaged, with {size:,} bytes instead of {entry.size:,}: {remedy}.")
    if sha256(path) != entry.sha256:
        raise ModelError(f"{path} is damaged: its SHA-256 is not the catalog's; {remedy}.")
    return path
