"""What the reader of a format hands over, and how that becomes a Document."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.text.document import Aside, Block, Document, Format, Location, UnreadableDraft
from engine.text.formats.package import too_large
from engine.text.normalize import clean, is_blank, strip_invisible
from engine.text.plain import is_headline

MOST_TEXT = 4_000_000
"""The most characters of a draft that is not plain text: over half a million words."""
MOST_PARAGRAPHS = 50_000
_LONGEST_LINE = 1000  # characters: no headline and no byline is longer
_PARTED = "\n\n"
_SURROGATE = re.compile("[\ud800-\udfff]")
_BYLINE = re.compile(r"(?:By|BY)[ :]\s*(?P<who>[^\W\d_a-z][^.!?;]{1,80})")
_BYLINE_WORDS = 12
_BYLINE_AMONG = 4  # paragraphs at the top, headline included


@dataclass(frozen=True)
class Paragraph:
    """text as the original has it; places cover it in order, their start and end counted from its first
    character. level: 0 for the title, 1 to 9 for headings, None for text."""

    text: str
    places: tuple[Location, ...] = ()
    level: int | None = None
    quoted: bool = False


class Paragraphs:
    """Those of a draft, in order, as far as a draft goes."""

    def __init__(self, name: str) -> None:
        """name is the file's, for messages."""
        self.found: list[Paragraph] = []
        self._name = name
        self._size = self._number = 0

    def add(self, paragraph: Paragraph) -> None:
        """Empty ones are passed over. Raises UnreadableDraft where there are more than a draft has."""
        self._size += len(paragraph.text)
        self._number += 1
        if self._size > MOST_TEXT or self._number > MOST_PARAGRAPHS:
            raise too_large(self._name)
        if paragraph.text:
            self.found.append(paragraph)


@dataclass
class Content:
    """title, byline and date are what the file's properties say; what the text says comes first."""

    paragraphs: list[Paragraph] = field(default_factory=list)
    title: str | None = None
    byline: str | None = None
    date: str | None = None
    asides: list[Aside] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    encoding: str = "utf-8"


def assemble(content: Content, data: bytes, name: str, format: Format) -> Document:
    """The Document of a draft in a format that is not plain text. Raises UnreadableDraft where it's empty."""
    shown = [paragraph for paragraph in map(_trimmed, content.paragraphs) if paragraph.text]
    if not shown:
        raise UnreadableDraft(f"{name} is empty: save the text into it and try again.")
    shown = _with_headline(shown)
    offsets = [0]
    for paragraph in shown:
        offsets.append(offsets[-1] + len(paragraph.text) + len(_PARTED))
    blocks = tuple(
        Block("paragraph" if one.level is None else "heading", start, start + len(one.text), one.quoted)
        for one, start in zip(shown, offsets, strict=False)
    )
    locations = tuple(
        replace(place, start=place.start + start, end=place.end + start)
        for one, start in zip(shown, offsets, strict=False)
        for place in one.places
    )
    headlines = [one.text for one in shown if one.level == 0] or [one.text for one in shown if one.level == 1]
    return Document(
        name=name,
        data_sha256=hashlib.sha256(data).hexdigest(),
        encoding=content.encoding,
        text=_PARTED.join(one.text for one in shown),
        blocks=blocks,
        title=_line(headlines[0] if headlines else content.title),
        format=format,
        byline=byline([one.text for one in shown]) or _line(content.byline),
        date=_line(content.date),
        locations=locations,
        asides=tuple(Aside(one.kind, one.text.strip()) for one in content.asides if not is_blank(one.text)),
        remarks=tuple(content.remarks),
    )


def byline(paragraphs: Sequence[str]) -> str | None:
    """The author that a line such as "By Jane Doe" names among a draft's first paragraphs."""
    for paragraph in paragraphs[:_BYLINE_AMONG]:
        if len(paragraph) > _LONGEST_LINE:
            continue
        line = clean(paragraph).text.strip()
        if len(line.split()) <= _BYLINE_WORDS and (found := _BYLINE.fullmatch(line)):
            return found["who"].strip(" ,|–—-")
    return None


def _line(text: str | None) -> str | None:
    return clean(_SURROGATE.sub("\ufffd", text)).text.strip() or None if text else None


def _trimmed(paragraph: Paragraph) -> Paragraph:
    """Without invisible characters at its ends, and no half of a surrogate pair, which no file can hold."""
    text = _SURROGATE.sub("\ufffd", paragraph.text)
    start, end = strip_invisible(text, 0, len(text))
    places = tuple(_cut(paragraph.places, start, end))
    return replace(paragraph, text=text[start:end], places=places)


def _cut(places: Sequence[Location], start: int, end: int) -> Iterator[Location]:
    for place in places:
        if place.start < end and place.end > start:
            part = place.part(max(place.start, start), min(place.end, end))
            yield replace(part, start=part.start - start, end=part.end - start)


def _with_headline(shown: list[Paragraph]) -> list[Paragraph]:
    """Where no heading is marked as such, the first line may be one, as in plain text."""
    first = shown[0]
    if (
        len(shown) < 2
        or len(first.text) > _LONGEST_LINE
        or any(one.level in (0, 1) for one in shown)
        or first.quoted
        or not is_headline(first.text)
    ):
        return shown
    return [replace(first, level=0), *shown[1:]]
