"""A catalog of small models, and a newsroom's folder that holds some of them."""

import hashlib
import struct
from dataclasses import dataclass
from pathlib import Path

from models import catalog
from models.catalog import Entry


def gguf(mark: bytes) -> bytes:
    """A whole GGUF file with one tensor, whose 32 bytes are `mark` and padding."""
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, 0)
    head += struct.pack("<Q", 1) + b"a" + struct.pack("<IQIQ", 1, 8, 0, 0)
    return head + bytes(-len(head) % 32) + mark.ljust(32)


def entry(name: str, *data: bytes, **changes: object) -> Entry:
    """A model of the catalog with these bytes, split where there are several; only wheels carry it."""
    names = [f"{name}-{number:05}-of-{len(data):05}.gguf" for number in range(1, len(data) + 1)]
    files = [
        {"filename": file, "size": len(part), "sha256": hashlib.sha256(part).hexdigest()}
        for file, part in zip(names if len(data) > 1 else [f"{name}.gguf"], data, strict=True)
    ]
    split = {"repo": "newsroom/split", "revision": "0" * 40, "wheels": None} if len(data) > 1 else {}
    known = catalog.entry("test-model").model_dump()
    carrier = known["wheels"] | {"parts": 1, "part_size": len(data[0])}
    return Entry.model_validate(
        known | {"name": name, "files": files, "title": name.title(), "wheels": carrier} | split | changes
    )


@dataclass(frozen=True)
class Newsroom:
    """`folder` holds "whole" as it is in the catalog and "spoilt" with a byte changed, of "split" only the
    second part, and none of "absent"; `theirs` is a file elsewhere that has the bytes of "absent"."""

    folder: Path
    theirs: Path


WHOLE, SPOILT, ABSENT = gguf(b"whole"), gguf(b"spoilt"), gguf(b"absent")
FIRST, SECOND = gguf(b"first"), gguf(b"second")


def entries() -> tuple[Entry, ...]:
    return (
        entry("whole", WHOLE, starter=True, rank=1),
        entry("spoilt", SPOILT),
        entry("split", FIRST, SECOND, paper="Of a paper."),
        entry("absent", ABSENT, commercial=False, license="Research license", terms="For research."),
    )


def newsroom(folder: Path) -> Newsroom:
    """Lays it out in the empty folder."""
    own, theirs = folder / "models", folder / "elsewhere" / "their-own.gguf"
    for path, content in (
        (own / "whole.gguf", WHOLE),
        (own / "spoilt.gguf", SPOILT[:-1] + b"!"),
        (own / "split-00002-of-00002.gguf", SECOND),
        (theirs, ABSENT),
    ):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return Newsroom(own, theirs)
