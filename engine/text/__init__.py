"""A draft's bytes in, a Document out, and its passages, whose offsets point into the original text."""

from engine.text.document import Aside, Block, Document, Format, Location, UnreadableDraft
from engine.text.language import Language, language_of, remarks_on
from engine.text.normalize import clean
from engine.text.passages import Granularity, Passage, Quoted, split
from engine.text.quotations import Quotation, only_voice, speech_in
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
    "Quoted",
    "UnreadableDraft",
    "clean",
    "language_of",
    "only_voice",
    "read",
    "read_bytes",
    "read_file",
    "remarks_on",
    "speech_in",
    "split",
]
