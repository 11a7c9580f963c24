"""What can be told of a text without a model: its passages, its quotations, its length."""

from dataclasses import dataclass

from desktop.check.positions import Positions
from engine.text import Document, Granularity, UnreadableDraft, read_bytes, split


@dataclass(frozen=True)
class Outline:
    """Ranges are editor positions, in order."""

    draft: int
    revision: int
    words: int = 0
    passages: tuple[tuple[int, int], ...] = ()
    quotations: tuple[tuple[int, int], ...] = ()
    headings: tuple[tuple[int, int], ...] = ()


def outline(
    draft: int, revision: int, name: str, text: str, original: Document | None, granularity: Granularity
) -> Outline:
    """Of the text in the editor, or of the file as it was read; an empty text has no passages."""
    try:
        document = original or read_bytes(text.encode(), name)
    except UnreadableDraft:
        return Outline(draft, revision)
    positions = Positions(document.text)
    passages = split(document, granularity)
    spoken = [one for one in document.quotations if not (one.is_authors or one.depth)]
    return Outline(
        draft,
        revision,
        sum(len(one.text.split()) for one in passages),
        tuple(positions.span(one.start, one.end) for one in passages),
        tuple(positions.span(one.start, one.end) for one in spoken),
        tuple(positions.span(one.start, one.end) for one in document.blocks if one.kind == "heading"),
    )
