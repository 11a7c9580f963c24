"""A draft's bytes in, a Document out, and its passages, whose offsets point into the original text."""

from engine.text.document import Aside, Block, Document, Format, Location, UnreadableDraft
from engine.text.language import Language, language_of, remark_on
from engine.text.normalize import clean
from engine.text.passages import Granularity, Passage, split
from engine.text.quotations import Quotation
from engine.text.reader import MAX_BYTES, read, read_bytes, read_file

__all__ = [
    "MAX_BYTES",
    "Aside",
    "Block",
    "Document",
    "Format",
    "Granularity",
    "Language",
    "Location",
    "Passage",
    "Quotation",
    "UnreadableDraft",
    "clean",
    "language_of",
    "read",
    "read_bytes",
    "read_file",
    "remark_on",
    "split",
]
