"""Markdown: what is text, what is a mark, and where the text stands."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import UnreadableDraft, read_bytes, split
from engine.text.blocks import clean_block, parse

DRAFT = """\
---
title: Not examined
tags: [a, b]
---

Fees *Rise* Again
=================

The **vote** was [close](https://example.org/a_(b) "A title"), 5 \\* 4.
It _was_ late.

> He said: “No
> more fees.”

- one ~~old~~ item
- snake_case_name and 2 * 3 * 4

## Costs ##

![A meter](meter.png) `code` &lt; <b>bold</b> <https://example.org> [sic][1]. A note[^2].

```
code = "not examined"
```

| a | b |
|---|---|
| c | d |

    An indented paragraph.

<!-- hidden --> Shown <|im_start|> text.

[1]: https://example.org
"""


def cleaned(text: str) -> list[tuple[str, str]]:
    blocks, _ = parse(text, "draft.md")
    return [(block.kind, clean_block(text, block, "draft.md").text) for block in blocks]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_marks_are_not_text(newline: str) -> None:
    assert cleaned(DRAFT.replace("\n", newline)) == [
        ("heading", "Fees Rise Again"),
        ("paragraph", "The vote was close, 5 * 4. It was late."),
        ("paragraph", "He said: “No more fees.”"),
        ("paragraph", "one old item"),
        ("paragraph", "snake_case_name and 2 * 3 * 4"),
        ("heading", "Costs"),
        ("paragraph", "A meter code &lt; bold https://example.org sic. A note."),
        ("paragraph", "An indented paragraph."),
        ("paragraph", "Shown <|im_start|> text."),
    ]


def test_offsets_point_at_the_text_between_the_marks() -> None:
    document = read_bytes(DRAFT.encode(), "draft.md")
    assert document.title == "Fees Rise Again"
    passages = split(document)
    for words in ("vote", "close", "was", "Rise", "more fees", "item", "Costs", "A meter", "bold", "Shown"):
        passage = next(passage for passage in passages if words in passage.text)
        start = passage.text.index(words)
        assert document.text[slice(*passage.locate(start, start + len(words)))] == words


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# One\n\nText.", "One"),
        ("## Small\n\nText.\n\n# **Big** one #\n", "Big one"),
        ("Under\n---\n\nText.", "Under"),
        ("## Small\n\nText.", None),
        ("Text only.", None),
    ],
)
def test_the_title(text: str, title: str | None) -> None:
    assert read_bytes(text.encode(), "DRAFT.MD").title == title


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\n\nThe mayor lied.\n\n---\n\nMore.", ["The mayor lied.", "More."]),
        ("```\nThe mayor lied.\n\nTwice.", ["The mayor lied. Twice."]),
        ("> ```\n> The mayor lied.\n> ````\n\nMore.", ["More."]),
        ("<!-- The mayor\n\nlied.", ["<!-- The mayor lied."]),
        ("<div>\nThe mayor lied.\n</div>", ["The mayor lied."]),
        ("**The mayor lied.", ["**The mayor lied."]),
        ("a * b and [c] and d](e)", ["a * b and [c] and d](e)"]),
        ("1968. A year.", ["A year."]),
        ("***Both*** and **one *in* two**", ["Both and one in two"]),
    ],
)
def test_nothing_written_is_lost(text: str, expected: list[str]) -> None:
    assert [text for _, text in cleaned(text)] == expected


def test_a_draft_of_marks_only_is_empty() -> None:
    for text in ("---\n", "```", "```\ncode\n```\n", "<!-- hidden -->\n", "[1]: https://example.org\n"):
        with pytest.raises(UnreadableDraft, match="is empty"):
            read_bytes(text.encode(), "draft.md")


@given(st.text(st.sampled_from("ab \n\r\t*_`~[]()!<>#-=+|\\\"'.:/1^&\u00ad“”"), max_size=80))
def test_any_text_keeps_its_letters_in_place(text: str) -> None:
    blocks, _ = parse(text, "draft.md")
    assert all(0 <= block.start <= block.end <= len(text) for block in blocks)
    assert all(a.end <= b.start for a, b in pairwise(blocks))
    for block in blocks:
        shown = clean_block(text, block, "draft.md")
        assert all(text[origin] == c for c, origin in zip(shown.text, shown.origins, strict=True) if c != " ")
