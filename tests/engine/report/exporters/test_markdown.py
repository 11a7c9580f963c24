import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.report import words
from engine.report.exporters.markdown import to_markdown
from tests.engine.report.exporters.conftest import Checked


def parsed(data: bytes) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(data.decode())


def shown(tokens: list[Token]) -> str:
    """The text that a reader sees."""
    pieces = []
    for token in tokens:
        for child in token.children or []:
            pieces.append("\n" if child.type == "softbreak" else child.content)
        pieces.append("\n")
    return "".join(one for one in pieces if not re.fullmatch("</?sup>", one))


def test_the_verdict_and_each_passage_to_look_at(plain: Checked) -> None:
    tokens = parsed(plain.export("markdown"))
    text = shown(tokens)
    assert words.headline(plain.file.report) in text
    assert words.CAVEAT in text
    assert "Passage 2: looks slanted" in text
    assert "Passage 4: neutral, but flagged for review" in text
    assert "Passage 1" not in text
    assert plain.file.sha256 in text


def test_findings_are_listed_under_their_numbers(plain: Checked) -> None:
    text = shown(parsed(plain.export("markdown")))
    assert (
        "continue to [hoard record profits]3, [shielded by a tax system [rigged]4 in their favor]5." in text
    )
    assert "3, biased language, “hoard record profits” (bias agent): " in text
    assert "Try instead: “report record profits”." in text


def test_nothing_in_the_draft_is_markup(plain: Checked) -> None:
    tokens = parsed(plain.export("markdown"))
    inline = {child.type for token in tokens for child in token.children or []}
    assert inline <= {"text", "text_special", "softbreak", "strong_open", "strong_close", "html_inline"}
    html = {
        child.content for token in tokens for child in token.children or [] if child.type == "html_inline"
    }
    assert html == {"<sup>", "</sup>"}
    assert not any(token.type in ("html_block", "code_block", "fence") for token in tokens)
    text = shown(tokens)
    assert '[<script>alert("1")</script> &]1' in text
    assert "</style><!-- {{ 7 * 7 }} <|im_start|>" in text
    assert "\u202e" not in text


def test_lines_of_a_passage_stay_in_its_quotation(plain: Checked) -> None:
    passage = plain.file.report.passages[1]
    text = (
        "One.\n\n    - two\n1. three\n# four\n10) five\n===\n***\n+ six\n> seven\n```\n| a | b |\n|---|---|"
    )
    lines = passage.model_copy(update={"text": text, "findings": (), "start": 0, "end": len(text)})
    report = plain.file.report.model_copy(update={"passages": (lines,)})
    tokens = parsed(to_markdown(plain.file.model_copy(update={"report": report})))
    opened = next(number for number, token in enumerate(tokens) if token.type == "blockquote_open")
    closed = next(number for number, token in enumerate(tokens) if token.type == "blockquote_close")
    inside = tokens[opened + 1 : closed]
    assert {token.type for token in inside} == {"paragraph_open", "inline", "paragraph_close"}
    assert shown(inside).split() == text.split()


def test_readers_that_make_links_of_addresses_find_none(plain: Checked) -> None:
    passage = plain.file.report.passages[1]
    text = "See https://example.org, www.example.org or a@example.org."
    one = passage.model_copy(update={"text": text, "findings": (), "start": 0, "end": len(text)})
    report = plain.file.report.model_copy(update={"passages": (one,)})
    data = to_markdown(plain.file.model_copy(update={"report": report}))
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(data.decode())
    assert "> See https\\://example.org, www\\.example.org or a\\@example.org." in data.decode()
    assert text in shown(tokens)
