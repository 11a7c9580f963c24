"""A quick check of a GGUF file: its header makes sense and no tensor lies beyond its end.

Only the header is read, and arrays (the vocabulary) are stepped over, so that a check takes a fraction of a
second for a file of any size.
"""

import mmap
import struct
from math import prod
from pathlib import Path

from models.errors import ModelError

MAGIC = b"GGUF"
VERSIONS = (2, 3)
MOST_TENSORS, MOST_KEYS, MOST_ITEMS, MOST_DIMENSIONS = 1 << 20, 1 << 16, 1 << 24, 4

_STRING, _ARRAY = 8, 9
_SCALAR_SIZE = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}

# GGML tensor type: (weights in a block, bytes of a block).
_BLOCK = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 10: (256, 84),
    11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292), 16: (256, 66),
    17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82),
    23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2),
    34: (256, 54), 35: (256, 66), 39: (32, 17), 40: (64, 36),
}  # fmt: skip

_U32, _U64 = struct.Struct("<I"), struct.Struct("<Q")


class _Implausible(Exception):
    """The header contradicts itself or the format."""


class _Cursor:
    """Reads forward through the mapped file; past the end `struct` raises its error."""

    def __init__(self, data: mmap.mmap) -> None:
        self.data = data
        self.at = len(MAGIC)

    def u32(self) -> int:
        self.at += 4
        return int(_U32.unpack_from(self.data, self.at - 4)[0])

    def u64(self, most: int = (1 << 63) - 1) -> int:
        self.at += 8
        value = int(_U64.unpack_from(self.data, self.at - 8)[0])
        if value > most:
            raise _Implausible
        return value

    def text(self) -> bytes:
        length = self.u64(most=MOST_ITEMS)
        self.at += length
        return self.data[self.at - length : self.at]

    def skip_strings(self, count: int) -> None:
        read, data, at = _U64.unpack_from, self.data, self.at
        for _ in range(count):
            at += 8 + read(data, at)[0]
        self.at = at

    def skip_value(self, kind: int) -> None:
        count = 1
        if kind == _ARRAY:
            kind, count = self.u32(), self.u64(most=MOST_ITEMS)
        if kind == _STRING:
            self.skip_strings(count)
        elif kind in _SCALAR_SIZE:
            self.at += count * _SCALAR_SIZE[kind]
        else:
            raise _Implausible


def _tensor_end(cursor: _Cursor) -> int:
    """Reads one tensor's entry; the end of its data, counted from the start of the data section."""
    cursor.text()
    dimensions = cursor.u32()
    if dimensions > MOST_DIMENSIONS:
        raise _Implausible
    weights = prod([cursor.u64() for _ in range(dimensions)])
    # A type newer than this table counts for one byte: a lower bound.
    block, block_bytes = _BLOCK.get(cursor.u32(), (max(weights, 1), 1))
    return cursor.u64() + -(-weights // block) * block_bytes


def _needed_size(data: mmap.mmap) -> int:
    """The bytes that the file must have, from its header."""
    cursor = _Cursor(data)
    if cursor.u32() not in VERSIONS:
        raise _Implausible
    tensors, keys = cursor.u64(most=MOST_TENSORS), cursor.u64(most=MOST_KEYS)
    alignment, split = 32, False
    for _ in range(keys):
        key, kind = cursor.text(), cursor.u32()
        if key == b"general.alignment" and kind == 4:
            alignment = cursor.u32()
        else:
            split |= key == b"split.count"  # whose first part may hold the header alone
            cursor.skip_value(kind)
    if alignment == 0 or (tensors == 0 and not split):
        raise _Implausible
    end = max((_tensor_end(cursor) for _ in range(tensors)), default=0)
    return -(-cursor.at // alignment) * alignment + end


def check_header(path: Path, remedy: str = "copy or download it again") -> None:
    """Checks magic, version, counts and, from the tensors' offsets, that the file is all there.

    Raises `ModelError` for a file that is unreadable, empty, no GGUF file, damaged or truncated; `remedy`
    ends its sentence.
    """
    try:
        if path.is_dir():
            raise ModelError(f"{path} is a folder, not a model file: name the .gguf file inside it.")
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
            if not magic:
                raise ModelError(f"{path} is empty: {remedy}.")
            if magic != MAGIC:
                raise ModelError(f"{path} is not a GGUF model file or is damaged at its start: {remedy}.")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                size, needed = len(data), _needed_size(data)
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror or error}): check the file.") from error
    except (struct.error, OverflowError) as error:
        raise ModelError(f"{path} is damaged or cut off within its header: {remedy}.") from error
    except _Implausible as error:
        raise ModelError(f"{path} is damaged or of an unknown GGUF version: {remedy}.") from error
    if size < needed:
        raise ModelError(f"{path} is cut off, with {size:,} of at least {needed:,} bytes: {remedy}.")
