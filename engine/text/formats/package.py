"""The ZIP packages of office formats, opened without trusting what they say of themselves."""

import zlib
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from engine.text.document import UnreadableDraft

MOST_PART = 24 * 1024 * 1024
"""The largest part that is unpacked, in bytes: several thousand pages of text."""
_MOST_DIRECTORY = 2 * 1024 * 1024  # some 20,000 parts
_END = b"PK\x05\x06"
_END_SIZE = 22
_LONGEST_COMMENT = 0xFFFF
_ENCRYPTED = 0x1


class Package:
    """An office file's parts, unpacked one at a time and only as far as the limit."""

    def __init__(self, data: bytes, name: str) -> None:
        """name is the file's, for messages. Raises UnreadableDraft where it is no readable ZIP archive."""
        self._name = name
        end = data.rfind(_END, max(0, len(data) - _END_SIZE - _LONGEST_COMMENT))
        if end < 0 or len(data) - end < _END_SIZE:
            raise damaged(name)
        # The archive's table of contents is read whole when it is opened, so its size is looked at before.
        if int.from_bytes(data[end + 12 : end + 16], "little") > _MOST_DIRECTORY:
            raise too_large(name)
        try:
            self._zip = ZipFile(BytesIO(data))
        except (BadZipFile, ValueError, OSError, EOFError, NotImplementedError) as error:
            raise damaged(name) from error
        self.names = frozenset(self._zip.namelist())

    def part(self, part: str) -> bytes | None:
        """The contents of a part, None where there is none. Raises UnreadableDraft."""
        if part not in self.names:
            return None
        info = self._zip.getinfo(part)
        if info.flag_bits & _ENCRYPTED:
            raise protected(self._name)
        if info.file_size > MOST_PART:
            raise too_large(self._name)
        try:
            with self._zip.open(info) as file:
                data = file.read(MOST_PART + 1)
        except (
            BadZipFile,
            ValueError,
            OSError,
            EOFError,
            NotImplementedError,
            RuntimeError,
            zlib.error,
        ) as error:
            raise damaged(self._name) from error
        if len(data) > MOST_PART:
            raise too_large(self._name)
        return data


def damaged(name: str) -> UnreadableDraft:
    return UnreadableDraft(
        f"{name} is damaged or not complete: open it in its own program, save it again and try again."
    )


def protected(name: str) -> UnreadableDraft:
    return UnreadableDraft(
        f"{name} is protected by a password: save a copy without the password and check that."
    )


def too_large(name: str) -> UnreadableDraft:
    return UnreadableDraft(
        f"{name} holds far more than a draft does: copy the text into a new file and check that."
    )
