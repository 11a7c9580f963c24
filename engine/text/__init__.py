"""A draft's bytes in, a Document out, and its passages, whose offsets point into the original text."""

from engine.text.document import Block, Document, UnreadableDraft
from engine.text.normalize import clean
from engine.text.passages import Granularity, Passage, split
from engine.text.reader import MAX_BYTES, read, read_bytes

__all__ = [
    "MAX_BYTES",
    "Block",
    "Document",
    "Granularity",
    "Passage",
    "UnreadableDraft",
    "clean",
    "read",
    "read_bytes",
    "split",
]
