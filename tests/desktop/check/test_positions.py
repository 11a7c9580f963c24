"""Qt's positions and the engine's offsets name the same characters, whatever the text is made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from desktop.check.positions import Positions, editor_text, units

TEXTS = {
    "plain": "The vote was 5-4.\nA radical scheme.",
    "emoji": "👩‍👩‍👧 said the 🇺🇸 radical 👍🏽 scheme",
    "combining": "Cafe\u0301 ra\u0300dical naïve Z͑ͫalgo radical",
    "right to left": "אמר radical שלום\nقال راديكالي radical",
    "Windows": "One.\r\n\r\nA radical line.\r\nLast 👍 radical.\r\n",
    "old Mac": "One.\rA radical line.\r",
    "mixed ends": "a\r\nb\nc\rd\u2029e\u2028f radical",
}


def document(text: str) -> QTextDocument:
    made = QTextDocument()
    made.setPlainText(editor_text(text))
    return made


def selected(made: QTextDocument, start: int, end: int) -> str:
    cursor = QTextCursor(made)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_words_selected_in_the_editor_are_the_words_of_the_draft(qapp: object, text: str) -> None:
    made, positions = document(text), Positions(text)
    start = -1
    while (start := text.find("radical", start + 1)) >= 0:
        assert selected(made, *positions.span(start, start + 7)) == "radical"


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_editor_holds_what_the_positions_count(qapp: object, text: str) -> None:
    made = document(text)
    assert Positions(text).position(len(text)) == made.characterCount() - 1
    assert made.toRawText().replace("\u2029", "\n") == editor_text(text)


@given(st.text(st.sampled_from(["a", "\r", "\n", "é", "👍", "\u0301", "א", "\u2029"]), max_size=30))
def test_there_and_back(text: str) -> None:
    positions = Positions(text)
    held = editor_text(text)
    assert positions.position(len(text)) == units(held)
    for offset in range(len(text) + 1):
        position = positions.position(offset)
        inside_line_end = text[offset - 1 : offset + 1] == "\r\n" and offset > 0
        assert positions.offset(position) == offset - inside_line_end
        if not inside_line_end:
            assert units(editor_text(text[:offset])) == position


def test_a_position_inside_a_pair_is_its_character() -> None:
    positions = Positions("a👍b")
    assert [positions.offset(position) for position in range(5)] == [0, 1, 1, 2, 3]
    assert positions.offset(99) == 3
