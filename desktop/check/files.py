"""Drafts from files and back: on other threads, never a surprise for the file."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from desktop.check.positions import editor_text
from engine.text import Document, UnreadableDraft, read, read_bytes

PLAIN = (".txt", ".md", ".markdown", ".text", "")
_UTF16 = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
_MARKED = {**_UTF16, "utf-32-le": b"\xff\xfe\0\0", "utf-32-be": b"\0\0\xfe\xff"}


class Unsaved(Exception):
    """A draft that was not written; the message is one sentence, its file is as it was."""


@dataclass(frozen=True)
class Opened:
    """A file that was read, or why it could not be."""

    path: Path
    document: Document | None
    text: str = ""
    data: bytes = b""
    problem: str = ""


def open_all(paths: list[Path]) -> list[Opened]:
    """Each file, in order."""
    return [_open(path) for path in paths]


def _open(path: Path) -> Opened:
    try:
        document = read(path)  # says in words why a file can't be read
        data = path.read_bytes()
        document = read_bytes(data, document.name)
    except UnreadableDraft as error:
        return Opened(path, None, problem=str(error))
    except OSError as error:
        return Opened(path, None, problem=f"{path.name} can't be read ({error.strerror}): try again.")
    return Opened(path, document, editor_text(document.text), data)


def saves_in_place(path: Path | None) -> bool:
    """Whether a text can go back to the file it came from: only where that file is a text."""
    return path is not None and path.suffix.lower() in PLAIN


def save(path: Path, text: str, original: Document | None) -> None:
    """Write the text with the line ends and, where it can hold it, the encoding of the original; whole or not
    at all. Raises Unsaved."""
    ends = "\r\n" if original and original.text.count("\r\n") * 2 > original.text.count("\n") else "\n"
    encoding = original.encoding if original else "utf-8"
    lines = text.replace("\n", ends)
    try:
        data = _MARKED.get(encoding, b"") + lines.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        data = lines.encode("utf-8", "replace")
    try:
        write_whole(path, data)
    except OSError as error:
        raise Unsaved(
            f"{path.name} could not be saved ({error.strerror or error}): save it in another place."
        ) from error


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file, so that a power cut leaves the old or the new one. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    target = path.resolve()  # a link stays one
    handle, aside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            Path(aside).chmod(target.stat().st_mode & 0o777)
        Path(aside).replace(target)
    except OSError:
        Path(aside).unlink(missing_ok=True)
        raise
