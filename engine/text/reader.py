"""Reading a draft: from a file, or from bytes for standard input."""

import hashlib
import os
import stat
from pathlib import Path

from engine.text.blocks import clean_block, parse
from engine.text.decode import decode
from engine.text.document import Document, UnreadableDraft
from engine.text.normalize import clean

MAX_BYTES = 8 * 1024 * 1024
"""The largest draft read: over a million words, in UTF-16 more than half of that."""


def read(path: Path, called: str | None = None) -> Document:
    """The draft in the file at path, read as if its name were called.

    Raises UnreadableDraft where it is missing, a folder, unreadable, empty, binary, larger than MAX_BYTES
    or in an encoding that cannot be told.
    """
    name = _printable(path.name or str(path))
    try:
        if path.is_dir():
            raise IsADirectoryError
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size > MAX_BYTES:
                raise _too_large(name)
            data = file.read(MAX_BYTES + 1)
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
    return read_bytes(data, called or name)


def read_bytes(data: bytes, name: str) -> Document:
    """The draft in data; name stands for the file in messages, and its ending tells Markdown from plain text.

    Raises UnreadableDraft as read does.
    """
    name = _printable(name)
    if len(data) > MAX_BYTES:
        raise _too_large(name)
    text, encoding = decode(data, name)
    blocks, title = parse(text, name)
    if not any(clean_block(text, block, name).text for block in blocks):
        raise UnreadableDraft(f"{name} is empty: save the text into it and try again.")
    return Document(name, hashlib.sha256(data).hexdigest(), encoding, text, blocks, title)


def _printable(name: str) -> str:
    """A file name may hold line breaks, direction marks or, on Linux, bytes that are no text at all."""
    return clean(name.encode("utf-8", "replace").decode()).text


def _too_large(name: str) -> UnreadableDraft:
    megabytes = MAX_BYTES // (1024 * 1024)
    return UnreadableDraft(f"{name} is larger than {megabytes} MB: split it into parts and check each.")
