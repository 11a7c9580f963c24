"""Unsaved drafts kept aside, so that a crash or a power cut loses nothing; gone once saved or discarded."""

import json
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from platformdirs import user_state_path

from desktop.check.files import write_whole

VERSION = 1


@dataclass(frozen=True)
class Kept:
    """A draft as it was when it was last kept: `path` is its file, if it has one."""

    key: str
    name: str
    text: str
    path: Path | None


def folder() -> Path:
    return user_state_path("evenhand", appauthor=False) / "drafts"


def new_key() -> str:
    return uuid4().hex


def keep(kept: Kept, place: Path) -> None:
    """Raises OSError."""
    data = {
        "version": VERSION,
        "name": kept.name,
        "text": kept.text,
        "path": str(kept.path) if kept.path else None,
    }
    write_whole(_file(kept.key, place), json.dumps(data).encode())
    _file(kept.key, place).chmod(0o600)


def forget(key: str, place: Path) -> None:
    _file(key, place).unlink(missing_ok=True)


def left(place: Path) -> list[Kept]:
    """What an earlier run left behind, oldest first; files that are no such drafts are passed over."""
    found: list[Kept] = []
    try:
        files = sorted(place.glob("*.json"), key=lambda file: file.stat().st_mtime)
    except OSError:
        return []
    for file in files:
        try:
            data = json.loads(file.read_text("utf-8"))
            path = Path(data["path"]) if data["path"] else None
            if data["version"] == VERSION and isinstance(data["text"], str):
                found.append(Kept(file.stem, str(data["name"]), data["text"], path))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def _file(key: str, place: Path) -> Path:
    return place / f"{key}.json"
