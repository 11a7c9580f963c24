"""Markdown: its headings and paragraphs, and which of their characters are text rather than marks.

Block structure is markdown-it-py's (CommonMark and tables), but nothing a writer may have meant as text
is lost: indented lines, HTML blocks and a code fence that is never closed are paragraphs. Front matter,
code, tables, scripts and link definitions are no blocks.
"""

import re

from markdown_it import MarkdownIt

from engine.text.document import Block
from engine.text.inline import marks
from engine.text.normalize import is_blank, strip_invisible

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")  # as markdown-it counts lines
_FRONT_MATTER = re.compile(
    r"---[ \t]*(?:\r\n?|\n)(?:(?:[\w-]+:|[ \t#]|- )[^\r\n]*(?:\r\n?|\n))+(?:---|\.\.\.)[ \t]*(?=[\r\n]|\Z)"
)
_SCRIPT = re.compile(r"\s*<(?:script|style)\b", re.IGNORECASE)
_PARSER = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table").disable("code")
_PARSER.core.ruler.enableOnly(["normalize", "block"])

Range = tuple[int, int]


def is_markdown(name: str) -> bool:
    """Whether a file of this name is read as Markdown."""
    return name.lower().endswith((".md", ".markdown"))


def parse(text: str) -> tuple[tuple[Block, ...], Block | None]:
    """The blocks of text in order, and its title: the first top-level (#) or underlined (setext) heading."""
    front_matter = _FRONT_MATTER.match(text)
    begin = front_matter.end() if front_matter else 0
    lines = [line.span() for line in _LINE.finditer(text, begin)]
    blocks: list[Block] = []
    title: Block | None = None
    tokens = _PARSER.parse(text[begin:])
    quotes = 0
    for number, token in enumerate(tokens):
        first, last = token.map or (0, 0)
        quotes += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if token.type in ("heading_open", "paragraph_open") and not is_blank(tokens[number + 1].content):
            is_heading = token.type == "heading_open"
            place = _place(text, lines, first, tokens[number + 1].content)
            blocks.append(Block("heading" if is_heading else "paragraph", *place, quoted=quotes > 0))
            if is_heading and title is None and (token.tag == "h1" or token.markup in ("=", "-")):
                title = blocks[-1]
        elif token.type == "html_block" and not _SCRIPT.match(token.content):
            blocks += _as_written(text, lines[first:last])
        elif token.type == "fence" and not _is_closed(text, lines[first:last], token.markup):
            blocks += _as_written(text, lines[first + 1 : last])
    return tuple(blocks), title


def visible(text: str, start: int, end: int) -> list[Range]:
    """The ranges of a block that are text; the marks between them are left out."""
    ranges: list[Range] = []
    for mark_start, mark_end in marks(text, start, end):
        if mark_start > start:
            ranges.append((start, mark_start))
        start = max(start, mark_end)
    return [*ranges, (start, end)] if start < end else ranges


def _is_closed(text: str, lines: list[Range], fence: str) -> bool:
    last_line = text[slice(*lines[-1])].strip(" \t\r\n>")
    return len(lines) > 1 and last_line.startswith(fence) and not last_line.strip(fence[0])


def _as_written(text: str, lines: list[Range]) -> list[Block]:
    start, end = strip_invisible(text, lines[0][0], lines[-1][1]) if lines else (0, 0)
    return [Block("paragraph", start, end)] if start < end else []


def _place(text: str, lines: list[Range], first: int, content: str) -> Range:
    """Where content stands, without the marks before its first and after its last line."""
    written = [line.strip() for line in content.strip().split("\n")]
    start = text.rfind(written[0], *lines[first])
    end = text.rfind(written[-1], *lines[first + len(written) - 1]) + len(written[-1])
    return start, end
