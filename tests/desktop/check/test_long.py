"""A draft of 20,000 words: scrolling, marks and typing without a lag, and the right words underlined in any
script."""

import time
from statistics import median

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import Desktop
from desktop.check.draft import Draft
from desktop.check.lines import boxes
from desktop.check.marks import Mark
from engine.report.schema import Finding

SENTENCE = "The council voted “again” on the radical plan to raise fees, and nobody asked the residents. "
FRAME_MS = 33.0  # 30 frames a second, on a machine that others use too
KINDS = ("biased_language", "framing_bias", "unsupported_claims", "selective_presentation")


def finding(start: int, end: int, quote: str, kind: str) -> Finding:
    return Finding.model_validate(
        {
            "start": start,
            "end": end,
            "quote": quote,
            "agent": "bias",
            "kind": kind,
            "type": "loaded_language",
            "strength": "strong",
            "severity": "error",
            "why": "A phrase that takes sides.",
            "alternative": None,
        }
    )


def marked(draft: Draft, words: str) -> None:
    """A mark under every place where the words stand, by the editor's own search."""
    marks: list[Mark] = []
    cursor = draft.document.find(words)
    while not cursor.isNull():
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        marks.append(Mark(start, end, (finding(start, end, words, KINDS[len(marks) % 4]),), 0))
        cursor = draft.document.find(words, cursor)
    draft._marks = tuple(marks)
    draft.known.emit()


def test_twenty_thousand_words_scroll_and_take_keys_without_a_lag(
    desktop: Desktop, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    paragraph = SENTENCE * 8 + "\n\n"
    text = paragraph * (20_000 // len(paragraph.split()) + 1)
    began = time.thread_time()
    draft = desktop.check.shelf.add_text("long.txt", text, modified=False)
    desktop.check.editor.viewport().repaint()
    opening = (time.thread_time() - began) * 1000
    qtbot.waitUntil(lambda: draft.outline.words >= 20_000, timeout=60_000)
    marked(draft, "radical plan")
    assert len(draft.marks) > 1000
    editor = desktop.check.editor
    bar = editor.verticalScrollBar()
    QTest.qWait(50)
    frames: list[float] = []
    for step in range(120):
        began = time.thread_time()
        bar.setValue(round(bar.maximum() * step / 119))
        editor.viewport().repaint()
        frames.append((time.thread_time() - began) * 1000)
    editor.moveCursor(QTextCursor.MoveOperation.Start)
    keys: list[float] = []
    for key in "Words in front. ":
        began = time.thread_time()
        QTest.keyClick(editor, key)
        editor.viewport().repaint()
        keys.append((time.thread_time() - began) * 1000)
    with capsys.disabled():
        print(
            f"\n20,000 words: opened in {opening:.0f} ms; a frame "
            f"{median(frames):.1f} ms, the longest {max(frames):.1f} ms; a key {median(keys):.1f} ms, the "
            f"longest {max(keys):.1f} ms (of the window's thread)"
        )
    assert draft.text.startswith("Words in front. The council")
    assert median(frames) < FRAME_MS and median(keys) < FRAME_MS and opening < 100


WORDS = {
    "emoji": ("👩‍👩‍👧 and 🇺🇸 then the radical plan 👍🏽 of it.", "radical plan"),
    "emoji inside": ("So the radical 👩‍👩‍👧 plan 👍🏽 of it.", "radical 👩‍👩‍👧 plan"),
    "combining": ("Cafe\u0301 Zu\u0308rich: a ra\u0300dical pla\u0303n of it.", "ra\u0300dical pla\u0303n"),
    "Hebrew": ("שלום עולם תוכנית קיצונית מאוד היום.", "תוכנית קיצונית"),
    "Arabic": ("قال إن الخطة المتطرفة سيئة جدا اليوم.", "الخطة المتطرفة"),
    "mixed": ("He said תוכנית קיצונית about the radical plan today.", "radical plan"),
}


@pytest.mark.parametrize(("text", "words"), WORDS.values(), ids=WORDS)
def test_exactly_the_marked_words_are_underlined(qapp: QApplication, text: str, words: str) -> None:
    """The boxes under the words are where a click finds these words and, together, none other."""
    draft = Draft(1, "draft.txt", text)
    draft.document.setTextWidth(2000)
    units = text.encode("utf-16-le")
    start = units.index(words.encode("utf-16-le")) // 2
    end = start + len(words.encode("utf-16-le")) // 2
    found = list(boxes(draft.document, start, end))
    line = draft.document.firstBlock().layout().lineAt(0)
    origin = draft.document.documentLayout().blockBoundingRect(draft.document.firstBlock()).left()
    inside: set[int] = set()
    for box, _baseline in found:
        x = box.left() + 1
        while x < box.right() - 1:
            # Between characters: the one whose cell the point is in.
            at = line.xToCursor(x - origin, line.CursorPosition.CursorOnCharacter)
            inside.add(at)
            x += 1
    assert inside and all(start <= at < end for at in inside)
    spaces = {
        i for i in range(start, end) if units[2 * i : 2 * i + 2].decode("utf-16-le", "replace").isspace()
    }
    cursor = QTextCursor(draft.document)
    cells: set[int] = set()  # where a caret can stand in the words
    cursor.setPosition(start)
    while cursor.position() < end:
        cells.add(cursor.position())
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
    assert cells - spaces <= inside
