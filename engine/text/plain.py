"""The paragraphs and the headline of a plain text."""

import re

from engine.text.document import Block
from engine.text.normalize import clean, is_blank, strip_invisible

_LONG_LINE = 200  # code points: nobody wraps lines there, so each such line is a paragraph
_HEADLINE_WORDS = 20
_SENTENCE_END = re.compile(r"""[.,;:…]["'”\u2019)\]]*$""")


def parse(text: str) -> tuple[tuple[Block, ...], Block | None]:
    """The blocks of text in order and its title.

    Blank lines part paragraphs; so does every line break of a group of lines of which one is over 200
    characters long. The first paragraph is the headline when it is one line of at most 20 words without
    a final period and another paragraph follows.
    """
    ranges = _paragraphs(text)
    if len(ranges) < 2 or not is_headline(text[slice(*ranges[0])]):
        return tuple(Block("paragraph", start, end) for start, end in ranges), None
    title = Block("heading", *ranges[0])
    return (title, *(Block("paragraph", start, end) for start, end in ranges[1:])), title


def _paragraphs(text: str) -> list[tuple[int, int]]:
    paragraphs: list[tuple[int, int]] = []
    group: list[tuple[int, int]] = []
    offset = 0
    for line in [*text.splitlines(keepends=True), ""]:
        if not is_blank(line):
            group.append(strip_invisible(text, offset, offset + len(line)))
        elif group:
            hard_wrapped = all(end - start <= _LONG_LINE for start, end in group)
            paragraphs += [(group[0][0], group[-1][1])] if hard_wrapped else group
            group = []
        offset += len(line)
    return paragraphs


def is_headline(paragraph: str) -> bool:
    """Whether a first paragraph reads like a headline, given that another follows."""
    line = clean(paragraph).text
    return (
        len(paragraph.splitlines()) == 1
        and len(line) <= _LONG_LINE
        and len(line.split()) <= _HEADLINE_WORDS
        and not _SENTENCE_END.search(line)
    )
