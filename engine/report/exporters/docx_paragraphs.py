"""The paragraphs of a Word document, tracked changes accepted, every character with its place in the XML.

They are counted, and their characters too, as `engine.text.document.Location` says.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.report.exporters.source_xml import Element, Text

NAMESPACES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",  # Strict Open XML
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
}

_NOT_IN_TEXT = {"w:del", "w:moveFrom", "w:txbxContent", "w:rt", "mc:Fallback"}
_SIGNS = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:br": "\n",
    "w:cr": "\n",
    "w:noBreakHyphen": "\u2011",
    "w:softHyphen": "\u00ad",
}


@dataclass(frozen=True, slots=True)
class Place:
    """A character's place: its run, which of the run's contents holds it, and its bytes there."""

    run: Element
    content: int  # index into contents(run)
    start: int
    end: int


Paragraph = list[tuple[str, Place]]


def contents(run: Element) -> list[Element]:
    """What a run holds, without its formatting."""
    return [child for child in run.elements() if child.name != "w:rPr"]


def paragraphs(parent: Element) -> Iterator[Paragraph]:
    """Those of the body, in order, table cells included; not those of text boxes."""
    for child in parent.elements():
        if child.name == "w:p":
            yield [character for run in _runs(child) for character in _characters(run)]
        elif child.name != "w:txbxContent":
            yield from paragraphs(child)


def _runs(parent: Element) -> Iterator[Element]:
    for child in parent.elements():
        if child.name == "w:r":
            yield child
        elif child.name not in _NOT_IN_TEXT:
            yield from _runs(child)


def _characters(run: Element) -> Paragraph:
    found: Paragraph = []
    for index, part in enumerate(contents(run)):
        if part.name == "w:t":
            for text in part.children:
                if isinstance(text, Text):
                    found += [
                        (character, Place(run, index, start, end))
                        for character, (start, end) in zip(text.value, text.places(), strict=True)
                    ]
        elif part.name in _SIGNS:
            found.append((_SIGNS[part.name], Place(run, index, part.start, part.end)))
        elif part.name not in _NOT_IN_TEXT:
            for nested in _runs(part):
                found += _characters(nested)
    return found
