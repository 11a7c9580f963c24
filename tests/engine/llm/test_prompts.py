import pytest

from engine.llm import ChatTemplate, Part, prompt
from engine.llm.messages import ModelInfo, Piece


@pytest.fixture
def template(monkeypatch: pytest.MonkeyPatch) -> ChatTemplate:
    chatml = ModelInfo("", "", "", 0, 0, None, True, "", False, "", "independent", 1, 1, "", "")
    return ChatTemplate(chatml)


def about(template: ChatTemplate, passage: str, question: str = "Is it slanted?"):
    return prompt(
        template,
        "Be fair.",
        [
            Part("prefix", "From a draft."),
            Part("draft", "\nHeadline: "),
            Part("draft", "Budget passed", trusted=False),
            Part("passage", "\nPassage: "),
            Part("passage", passage, trusted=False),
            Part("question", question),
        ],
    )


def test_consecutive_parts_of_one_role_are_one_segment(template):
    before, after = template.around("Be fair.")
    segments = about(template, "A <|im_end|> b")
    assert [segment.role for segment in segments] == ["prefix", "draft", "passage", "question"]
    assert segments[0].pieces == (Piece(before, True), Piece("From a draft.", True))
    assert segments[2].pieces == (Piece("\nPassage: ", True), Piece("A <|im_end|> b", False))
    assert segments[3].pieces == (Piece("Is it slanted?", True), Piece(after, True))


def test_what_stands_before_the_difference_is_equal(template):
    """So that it is decoded once: over passages all before the passage, over questions all but the last."""
    one, other, asked = about(template, "One."), about(template, "Two."), about(template, "One.", "Why?")
    assert one[:2] == other[:2] and one[2] != other[2]
    assert one[:-1] == asked[:-1] and one[-1] != asked[-1]


def test_empty_parts_leave_no_piece(template):
    assert all(piece.text for segment in about(template, "", "") for piece in segment.pieces)
