"""Where a comment's words stand in an office document: the places of their first and last character."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from engine.report.exporters.errors import Unexportable
from engine.report.exporters.shown import Shown
from engine.text import Document

P = TypeVar("P")

Paragraphs = Sequence[Sequence[tuple[str, P]]]
"""A document's paragraphs, each character with its place."""

Anchor = Callable[[int, int], tuple[P, P]]
"""From a range of the draft to the places of its first and last character. Raises Unexportable."""


def in_original(draft: Document, paragraphs: Paragraphs[P]) -> Anchor[P]:
    """In the file that the draft was read from."""

    def place(paragraph: int | None, index: int | None, offset: int) -> P:
        """Of the draft's character at offset, which is said to stand at index in the paragraph."""
        if paragraph is None or index is None or paragraph >= len(paragraphs):
            raise _lost()
        characters = paragraphs[paragraph]
        if index >= len(characters) or characters[index][0] != draft.text[offset]:
            raise _lost()
        return characters[index][1]

    def anchor(start: int, end: int) -> tuple[P, P]:
        located = draft.locate(start, end)
        if not located:
            raise _lost()
        first, last = located[0], located[-1].part(located[-1].end - 1, located[-1].end)
        return place(first.paragraph, first.offset, first.start), place(
            last.paragraph, last.offset, last.start
        )

    return anchor


def in_new(shown: Sequence[Shown], paragraphs: Paragraphs[P]) -> Anchor[P]:
    """In a document made of these paragraphs, whose characters are in the draft's order."""
    offsets = [offset for one in shown for offset in one.offsets]
    places = [place for paragraph in paragraphs for _, place in paragraph]

    def anchor(start: int, end: int) -> tuple[P, P]:
        first, after = bisect_left(offsets, start), bisect_left(offsets, end)
        if first == after:
            raise _lost()
        return places[first], places[after - 1]

    return anchor


def find_blocks(draft: Document, paragraphs: Iterable[Sequence[tuple[str, P]]]) -> None:
    """Raises Unexportable where a paragraph of the draft does not stand in the file that it was read from."""
    locations = iter(draft.locations)
    location = next(locations, None)
    for number, characters in enumerate(paragraphs):
        while location is not None and location.paragraph == number and location.offset is not None:
            text = draft.text[location.start : location.end]
            found = characters[location.offset : location.offset + len(text)]
            if "".join(character for character, _ in found) != text:
                raise _lost()
            location = next(locations, None)
    if location is not None:
        raise _lost()


def _lost() -> Unexportable:
    return Unexportable(
        "Some of the words that the report marks could not be found again in this document: "
        "export it as html or pdf instead."
    )
