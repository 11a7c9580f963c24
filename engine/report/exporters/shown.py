"""The draft as a new office document shows it: paragraphs whose characters know their place in the draft."""

from dataclasses import dataclass
from typing import Literal

from engine.text import Document
from engine.text.blocks import cleaned


@dataclass(frozen=True)
class Shown:
    """A heading or paragraph on one line: its characters, and the offset in the draft that each has."""

    kind: Literal["title", "heading", "paragraph"]
    text: str
    offsets: tuple[int, ...]


def shown(draft: Document) -> tuple[Shown, ...]:
    """The blocks as a reader is meant to see them: without markup."""
    found = []
    for block in draft.blocks:
        text, origins, _ = cleaned(draft, block)
        is_title = block.kind == "heading" and text == draft.title
        found.append(Shown("title" if is_title else block.kind, text, tuple(origins)))
    return tuple(one for one in found if one.text)
