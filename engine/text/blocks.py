"""The headings and paragraphs of a draft, whichever of the two formats it is in."""

from engine.text import markdown, plain
from engine.text.document import Block, Document
from engine.text.normalize import Cleaned, clean


def parse(text: str, name: str) -> tuple[tuple[Block, ...], str | None]:
    """The blocks of text, in order, and its title; the ending of name tells Markdown from plain text."""
    blocks, title = (markdown if markdown.is_markdown(name) else plain).parse(text)
    return blocks, clean_block(text, title, name).text or None if title else None


def cleaned(document: Document, block: Block) -> Cleaned:
    """The cleaned text of one of a document's blocks, mapped to its place in the document's text."""
    return clean_block(document.text, block, document.name if document.format == "md" else "")


def clean_block(text: str, block: Block, name: str) -> Cleaned:
    """The cleaned text of a block, without Markdown's marks, mapped to its place in text."""
    if not markdown.is_markdown(name):
        cleaned = clean(text[block.start : block.end])
        return cleaned.moved(range(block.start, block.end)).stripped()
    ranges = markdown.visible(text, block.start, block.end)
    offsets = [offset for start, end in ranges for offset in range(start, end)]
    return clean("".join(text[start:end] for start, end in ranges)).moved(offsets).stripped()
