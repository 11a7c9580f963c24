"""SHA-256 of large files, remembered so that a model is not read in full at every run."""

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

from models.errors import ModelError


def sha256(path: Path) -> str:
    """The SHA-256 of the file, lower-case hex; from memory when its size and time of change are as they were.

    Raises `ModelError` when the file cannot be read.
    """
    try:
        before = _state(path)
        if known := _recall(path, before):
            return known
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if _state(path) == before:
            remember(path, digest)
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror or error}): check the file.") from error
    return digest


def remember(path: Path, digest: str) -> None:
    """Keeps the hash of the file as it is now; does nothing where the cache cannot be written."""
    with suppress(OSError):
        note = _note(path)
        note.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({**_state(path), "sha256": digest})
        handle, aside = tempfile.mkstemp(dir=note.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(aside).replace(note)
        except OSError:
            Path(aside).unlink(missing_ok=True)


def _recall(path: Path, state: dict[str, str | int]) -> str | None:
    try:
        noted = json.loads(_note(path).read_text(encoding="utf-8"))
        digest = noted.pop("sha256")
    except (OSError, ValueError, AttributeError, KeyError, TypeError):
        return None
    return digest if noted == state and isinstance(digest, str) else None


def _state(path: Path) -> dict[str, str | int]:
    stat = path.stat()
    return {"path": str(path.absolute()), "size": stat.st_size, "mtime_ns": stat.st_mtime_ns}


def _note(path: Path) -> Path:
    override = os.environ.get("EVENHAND_CACHE")
    cache = Path(override) if override else user_cache_path("evenhand", appauthor=False)
    key = hashlib.sha256(os.fsencode(path.absolute())).hexdigest()
    return cache / "hashes" / f"{key}.json"
