"""Reading a draft: from a file, or from bytes for standard input."""

import os
import stat
from pathlib import Path

from engine.text.document import Document, UnreadableDraft
from engine.text.formats.dispatch import document
from engine.text.normalize import clean

MAX_BYTES = 50 * 1024 * 1024
"""The largest file read, pictures included; for plain text it is 4 MB."""


def read(path: Path, called: str | None = None) -> Document:
    """The draft in the file at path, read as if its name were called.

    Raises UnreadableDraft where it is missing, a folder, unreadable, empty, larger than MAX_BYTES, damaged,
    protected, in a format that is not read or in an encoding that cannot be told.
    """
    return read_bytes(read_file(path), called or path.name)


def read_file(path: Path) -> bytes:
    """The bytes of a draft. Raises UnreadableDraft where there are none to be had, or too many."""
    name = _printable(path.name or str(path))
    try:
        if path.is_dir():
            raise IsADirectoryError
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size > MAX_BYTES:
                raise _too_large(name)
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise UnreadableDraft(f"{name} was not found: check its name and folder and try again.") from None
    except IsADirectoryError:
        raise UnreadableDraft(f"{name} is a folder: name the files in it instead.") from None
    except PermissionError:
        raise UnreadableDraft(
            f"{name} may not be read by you: change its permissions or check a copy of it."
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnreadableDraft(
            f"{name} could not be read ({reason}): copy it elsewhere and try again."
        ) from None


def read_bytes(data: bytes, name: str) -> Document:
    """The draft in data; name stands for the file in messages, and its ending tells Markdown from plain text.

    Raises UnreadableDraft as read does.
    """
    name = _printable(name)
    if len(data) > MAX_BYTES:
        raise _too_large(name)
    return document(data, name)


def _printable(name: str) -> str:
    """A file name may hold line breaks, direction marks or, on Linux, bytes that are no text at all."""
    return clean(name.encode("utf-8", "replace").decode()).text


def _too_large(name: str) -> UnreadableDraft:
    megabytes = MAX_BYTES // (1024 * 1024)
    return UnreadableDraft(f"{name} is larger than {megabytes} MB: split it into parts and check each.")
