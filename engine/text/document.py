"""What a draft is once it has been read."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from engine.text.quotations import Quotation, quotations

Format = Literal["txt", "md", "html", "mhtml", "docx", "odt", "rtf", "pdf", "eml"]
AsideKind = Literal["comment", "footnote", "endnote", "header", "footer", "text box"]
Box = tuple[float, float, float, float]


class UnreadableDraft(Exception):
    """A draft that cannot be read; the message is one sentence: the file, what is wrong, what to do."""


@dataclass(frozen=True)
class Block:
    """One heading or paragraph: the half-open range of code points it takes in Document.text.

    quoted: the draft sets it apart as a block quotation, and the words are not its author's.
    """

    kind: Literal["heading", "paragraph"]
    start: int
    end: int
    quoted: bool = False


@dataclass(frozen=True)
class Location:
    """Where one stretch of Document.text, the half-open range [start, end), stands in the original file.

    What is known depends on the format; the other fields are None.

    - .txt, .md: source, the same range in the decoded file.
    - .docx: paragraph and offset. paragraph counts the w:p elements inside w:body of document.xml from 0,
      in the order of their start tags, those of table cells and of deleted rows included, those inside
      w:txbxContent (text boxes) left out. offset is where the stretch begins in that paragraph's accepted
      text: its w:t texts in order, a tab for w:tab and w:ptab, a line feed for w:br and w:cr, U+2011 for
      w:noBreakHyphen, U+00AD for w:softHyphen; nothing of w:del, w:moveFrom, text boxes, field codes.
    - .odt: the same with the text:p and text:h elements inside office:text of content.xml, those of notes,
      annotations, frames and tracked changes left out; a space or several for text:s, a tab for text:tab, a
      line feed for text:line-break; runs of white space in the XML are one space, none at either end.
    - .html, .mhtml, .eml with an HTML part: paragraph and offset. paragraph counts the page's runs of text
      between two block-level tags, in order, furniture included; white space is collapsed.
    - .rtf: paragraph and offset; paragraph counts those of the body, each ended by \\par, \\sect or \\cell.
    - .eml with a text part: source, the range in the decoded part.
    - .pdf: page, counted from 1, and box: left, top, right, bottom in points from the page's top left
      corner, as the page is shown; one Location a line.
    """

    start: int
    end: int
    paragraph: int | None = None
    offset: int | None = None
    source: tuple[int, int] | None = None
    page: int | None = None
    box: Box | None = None

    def part(self, start: int, end: int) -> "Location":
        """The same for [start, end), which lies within; a box stays that of the whole line."""
        moved = start - self.start
        return replace(
            self,
            start=start,
            end=end,
            offset=None if self.offset is None else self.offset + moved,
            source=self.source and (self.source[0] + moved, self.source[1] - (self.end - end)),
        )


@dataclass(frozen=True)
class Aside:
    """Text of the file that is no part of the draft's body."""

    kind: AsideKind
    text: str


@dataclass(frozen=True)
class Document:
    """A decoded draft.

    name is the file name for messages, never the full path; data_sha256 is of the bytes as read; encoding
    is a codec name ("utf-8", "utf-16-le", "cp1252"). text is the decoded original without its byte order
    mark and otherwise untouched, line endings included; of formats that are not plain text, it is the body's
    paragraphs with a blank line between. Every offset into the draft counts its code points. blocks are in
    order and do not overlap. title is the cleaned headline, None where the draft has none; byline and date
    (as written, or ISO 8601) are what the file says of itself. locations are in order and cover the blocks.
    remarks are sentences for the person: what of the file could not be read.
    """

    name: str
    data_sha256: str
    encoding: str
    text: str
    blocks: tuple[Block, ...]
    title: str | None
    format: Format = "txt"
    byline: str | None = None
    date: str | None = None
    locations: tuple[Location, ...] = ()
    asides: tuple[Aside, ...] = ()
    remarks: tuple[str, ...] = ()

    @cached_property
    def quotations(self) -> tuple[Quotation, ...]:
        """The quotations in order, those within others after them; see engine.text.quotations."""
        return quotations(self.text, [(block.start, block.end, block.quoted) for block in self.blocks])

    def locate(self, start: int, end: int) -> tuple[Location, ...]:
        """Where text[start:end] stands in the original, in order; one for each paragraph or line it is in."""
        return tuple(self._parts(start, end))

    def _parts(self, start: int, end: int) -> Iterator[Location]:
        first = bisect_right(self._location_starts, start) - 1
        for location in self.locations[max(0, first) :]:
            if location.start >= end:
                return
            if location.end > start:
                yield location.part(max(start, location.start), min(end, location.end))

    @cached_property
    def _location_starts(self) -> tuple[int, ...]:
        return tuple(location.start for location in self.locations)
