"""The paragraphs of an OpenDocument text, every character with its place in content.xml.

They are counted, and their characters too, as `engine.text.document.Location` says. Tracked changes
count as accepted: insertions stand in the text, and what was deleted is kept elsewhere.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.report.exporters.source_xml import Element, Text

OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
STYLE = "urn:oasis:names:tc:opendocument:xmlns:style:1.0"
FO = "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
NAMESPACES = {
    OFFICE: "office",
    TEXT: "text",
    "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0": "draw",
}

_PARAGRAPHS = {"text:p", "text:h"}
_ELSEWHERE = {
    "text:tracked-changes",
    "text:note",
    "text:ruby-text",
    "office:annotation",
    "office:forms",
    "draw:frame",
    "draw:custom-shape",
}
_MOST_SPACES = 1000
_SPACE = " \t\r\n"


@dataclass(frozen=True, slots=True)
class Place:
    """The bytes of one character."""

    start: int
    end: int


Paragraph = list[tuple[str, Place]]


def paragraphs(parent: Element) -> Iterator[Paragraph]:
    """Those of the body, in order, lists and tables included; not those of frames and notes."""
    for child in parent.elements():
        if child.name in _PARAGRAPHS:
            yield _collapsed(_characters(child))
        elif child.name not in _ELSEWHERE:
            yield from paragraphs(child)


def _characters(parent: Element) -> Iterator[tuple[str, Place, bool]]:
    """Each character, and whether it is white space of the XML, which says less than an element does."""
    for child in parent.children:
        if isinstance(child, Text):
            for character, (start, end) in zip(child.value, child.places(), strict=True):
                yield character, Place(start, end), character in _SPACE
        elif child.name not in _ELSEWHERE:
            place = Place(child.start, child.end)
            match child.name:
                case "text:s":
                    for _ in range(_count(child)):
                        yield " ", place, False
                case "text:tab":
                    yield "\t", place, False
                case "text:line-break":
                    yield "\n", place, False
                case _:
                    yield from _characters(child)


def _count(spaces: Element) -> int:
    count = spaces.attributes.get("text:c", "1")
    return min(int(count), _MOST_SPACES) if count.isdecimal() and len(count) < 6 else 1


def _collapsed(characters: Iterable[tuple[str, Place, bool]]) -> Paragraph:
    """With one space for each run of white space, and none at the start of a line."""
    found: Paragraph = []
    is_after_space = True
    for character, place, is_space in characters:
        if not is_space:
            found.append((character, place))
            is_after_space = character in "\t\n"
        elif not is_after_space:
            found.append((" ", place))
            is_after_space = True
    return found
