"""What a draft is once it has been read."""

from dataclasses import dataclass
from typing import Literal


class UnreadableDraft(Exception):
    """A draft that cannot be read; the message is one sentence: the file, what is wrong, what to do."""


@dataclass(frozen=True)
class Block:
    """One heading or paragraph: the half-open range of code points it takes in Document.text."""

    kind: Literal["heading", "paragraph"]
    start: int
    end: int


@dataclass(frozen=True)
class Document:
    """A decoded draft.

    name is the file name for messages, never the full path; data_sha256 is of the bytes as read; encoding
    is a codec name ("utf-8", "utf-16-le", "cp1252"). text is the decoded original without its byte order
    mark and otherwise untouched, line endings included: every offset into the draft counts its code points.
    blocks are in order and do not overlap. title is the cleaned headline, None where the draft has none.
    """

    name: str
    data_sha256: str
    encoding: str
    text: str
    blocks: tuple[Block, ...]
    title: str | None
