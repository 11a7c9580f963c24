"""Which files of the models folder Evenhand itself put there: the only ones that it may delete."""

from pathlib import Path

from models import hashes
from models.records import Record, read, write


class Owned(Record):
    """A file as it was put into the folder: its bytes and SHA-256."""

    size: int
    sha256: str


def claim(path: Path, sha256: str) -> None:
    """Notes that the file, which has this SHA-256, was put there by Evenhand; call it right after the file
    took its name, and never for one that a person put there.

    Raises `ModelError` when the note cannot be written.
    """
    write(Owned(size=path.stat().st_size, sha256=sha256), note(path))


def is_ours(path: Path) -> bool:
    """Whether Evenhand put the file there and it is unchanged since.

    Raises `ModelError` when the file cannot be read.
    """
    owned = read(Owned, note(path))
    if owned is None or not path.is_file() or path.is_symlink():
        return False
    return path.stat().st_size == owned.size and hashes.sha256(path) == owned.sha256


class Begun(Record):
    """A file that is arriving: the SHA-256 that it will have once whole."""

    sha256: str


def begin(part: Path, sha256: str) -> None:
    """Notes that the unfinished file is Evenhand's.

    Raises `ModelError` when the note cannot be written.
    """
    write(Begun(sha256=sha256), note(part))


def is_begun(part: Path) -> bool:
    """Whether Evenhand began the unfinished file."""
    return read(Begun, note(part)) is not None and part.is_file() and not part.is_symlink()


def note(path: Path) -> Path:
    """Where the note on that file lies."""
    return path.with_name(f".{path.name}.owned.json")
