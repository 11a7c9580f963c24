"""Writing a report to disk: all of it or nothing."""

import errno
import os
import secrets
from pathlib import Path

_REMEDIES = {
    errno.ENOSPC: "the disk is full: free some space, or choose another place",
    errno.EDQUOT: "your disk quota is used up: free some space, or choose another place",
    errno.EACCES: "you may not write there, or another program has the file open: close it, or choose "
    "another folder",
    errno.EPERM: "you may not write there: choose another folder",
    errno.EROFS: "the disk is read-only: choose another place",
    errno.ENOENT: "the folder does not exist: create it, or choose another folder",
    errno.ENOTDIR: "a part of the path is a file, not a folder: choose another folder",
    errno.EISDIR: "there is a folder of that name: choose another name",
    errno.ENAMETOOLONG: "the name is too long: choose a shorter one",
}


class UnwritableReport(Exception):
    """A report that could not be written; the message says where, what and what to do."""


def write(path: Path, data: bytes) -> None:
    """Write `data` aside in the same folder, flush it to the disk, and put it in place at once.

    An existing file is replaced. Raises UnwritableReport and leaves nothing partial.
    """
    try:
        target = path.resolve()  # a symbolic link stays one: what it points to is replaced
        if target.exists() and not target.is_file():
            raise OSError(errno.EISDIR if target.is_dir() else errno.EINVAL, "it is not a regular file")
        _replace(target, data)
    except OSError as error:
        remedy = _REMEDIES.get(error.errno or 0, f"{error.strerror or error}: choose another place")
        raise UnwritableReport(f"The report {path} could not be written, because {remedy}.") from error


def _replace(target: Path, data: bytes) -> None:
    aside = target.with_name(f".evenhand-{secrets.token_hex(8)}.part")
    try:
        with aside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(target)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
