"""Copying model files between folders: hashed on the way, never half there."""

import errno
import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

from models import hashes
from models.errors import ModelError
from models.progress import size_text

CHUNK = 1 << 20
MARGIN = 0.02  # of what is copied, to be left free on the disk

Arrived = Callable[[int], None]
"""Told how many more bytes have been done."""


def digest(path: Path, arrived: Arrived) -> str:
    """The SHA-256 of the file as it is on the disk now, whatever is remembered of it; then remembered.

    Raises `ModelError` when it cannot be read, or changes meanwhile.
    """
    found = hashlib.sha256()
    try:
        before = path.stat()
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                found.update(chunk)
                arrived(len(chunk))
        after = path.stat()
    except OSError as error:
        raise unreadable(path, error) from error
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise ModelError(f"{path} changed while it was read: wait until it is complete and try again.")
    hashes.remember(path, found.hexdigest())
    return found.hexdigest()


def check_space(folder: Path, needed: int) -> None:
    """Makes `folder` and checks that its disk holds `needed` bytes more, and a margin.

    Raises `ModelError` when it does not, or when the folder cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise ModelError(
            f"{folder} cannot be used ({error.strerror or error}): choose another folder."
        ) from error
    if free < needed * (1 + MARGIN):
        raise ModelError(
            f"{size_text(needed)} are to be copied to {folder}, where {size_text(free)} are free: make room, "
            "or choose another folder."
        )


def to_write(target: Path, size: int) -> int:
    """How many bytes of disk a copy of that size to `target` takes, less what a killed one has left."""
    try:
        return max(0, size - _aside(target).stat().st_size)
    except OSError:
        return size


def copy(source: Path, target: Path, sha256: str, arrived: Arrived) -> None:
    """Copies `source`, which must have that SHA-256, to `target`, which appears only once it is whole. Of two
    copies to the same place at the same time one waits for the other; a killed one is gone on with.

    Raises `ModelError` when the bytes are others, or cannot be read or written; nothing is left of the copy.
    """
    aside = _aside(target)
    try:
        with FileLock(target.with_name(f".{target.name}.lock")):
            try:
                _copy(source, aside, sha256, arrived)
                aside.replace(target)
            finally:
                aside.unlink(missing_ok=True)
    except OSError as error:
        raise _failed(source, target, error) from error
    hashes.remember(target, sha256)


def _aside(target: Path) -> Path:
    return target.with_name(f".{target.name}.copying")


def _copy(source: Path, target: Path, sha256: str, arrived: Arrived) -> None:
    """Overwrites `target` from the first chunk on in which it is not like `source`."""
    found = hashlib.sha256()
    target.touch()
    with source.open("rb") as file, target.open("r+b") as out:
        alike = True
        while chunk := file.read(CHUNK):
            found.update(chunk)
            if alike and out.read(len(chunk)) != chunk:
                alike = False
                out.seek(file.tell() - len(chunk))
                out.truncate()
            if not alike:
                out.write(chunk)
            arrived(len(chunk))
        out.truncate(file.tell())
        out.flush()
        os.fsync(out.fileno())
    if found.hexdigest() != sha256:
        raise ModelError(
            f"{source} is damaged: its SHA-256 is not the one noted for it, so nothing of it was kept; "
            "get the file again."
        )


def unreadable(path: Path, error: OSError) -> ModelError:
    return ModelError(f"{path} cannot be read ({error.strerror or error}): check the file.")


def _failed(source: Path, target: Path, error: OSError) -> ModelError:
    if error.errno == errno.ENOSPC:
        return ModelError(f"The disk of {target.parent} is full: make room and try again.")
    if error.errno == errno.EFBIG:
        return ModelError(
            f"The disk of {target.parent} cannot hold a file as large as {source.name}, as is usual for a "
            "stick formatted as FAT32: format it as exFAT, or use another."
        )
    reason = error.strerror or error
    return ModelError(f"{source} cannot be copied to {target.parent} ({reason}): check both and their disks.")
