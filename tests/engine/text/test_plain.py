"""Paragraphs and headlines of plain text."""

import pytest

from engine.text import Document, read_bytes

LONG = "The council voted to raise the fee for parking, " * 5 + "he said."


def blocks(text: str) -> list[tuple[str, str]]:
    document = read_bytes(text.encode(), "draft.txt")
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def title(text: str) -> str | None:
    document: Document = read_bytes(text.encode(), "draft.txt")
    return document.title


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_blank_lines_part_paragraphs_and_wrapped_lines_join(newline: str) -> None:
    text = "\n  One wrapped\nparagraph.\n \t\u200b\nAnother.\n\n\n".replace("\n", newline)
    assert blocks(text) == [
        ("paragraph", f"One wrapped{newline}paragraph."),
        ("paragraph", "Another."),
    ]


def test_lines_without_blank_lines_are_one_paragraph() -> None:
    assert blocks("One line.\nAnother line.\nA third.") == [
        ("paragraph", "One line.\nAnother line.\nA third.")
    ]


def test_unless_a_line_is_too_long_to_be_wrapped() -> None:
    assert blocks(f"Council raises fees\n{LONG}\nShort.\n") == [
        ("heading", "Council raises fees"),
        ("paragraph", LONG),
        ("paragraph", "Short."),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Council  raises\tfees\n\nThe vote was 5-4.", "Council raises fees"),
        ("Who pays for parking?\n\nThe vote was 5-4.", "Who pays for parking?"),
        ("The vote was 5-4.\n\nIt was late.", None),
        ("“The vote was 5-4.”\n\nIt was late.", None),
        ("Dear reader,\n\nIt was late.", None),
        ("Council raises fees\nThe vote was 5-4.\n\nIt was late.", None),
        ("Council raises fees", None),
        ("word " * 25 + "\n\nIt was late.", None),
    ],
)
def test_the_headline(text: str, expected: str | None) -> None:
    assert title(text) == expected
    assert (blocks(text)[0][0] == "heading") == (expected is not None)


def test_markdown_marks_are_text_in_a_plain_draft() -> None:
    assert blocks("# One\n\n> *Two*.") == [("heading", "# One"), ("paragraph", "> *Two*.")]
