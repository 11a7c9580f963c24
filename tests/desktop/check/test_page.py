"""What a person does with a checked draft: real pointer, keys and drops on the whole window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import Desktop
from desktop.check import aside
from desktop.check.draft import Draft
from desktop.check.house_style import own
from desktop.check.marks import Mark
from knowledge import shipped
from knowledge.house_style import load
from tests.desktop.conftest import Make

LONG = 30_000  # ms, for a machine that is shared


def drop(widget: QWidget, paths: list[Path]) -> None:
    """Carry files over the widget and let them go."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    center = widget.rect().center()
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QDragEnterEvent(center, Qt.DropAction.CopyAction, data, buttons, keys))
    QApplication.sendEvent(
        widget, QDropEvent(QPointF(center), Qt.DropAction.CopyAction, data, buttons, keys, QEvent.Type.Drop)
    )


def mark_of(draft: Draft, words: str) -> Mark:
    found = [mark for mark in draft.marks if mark.findings[0].quote == words]
    assert len(found) == 1
    return found[0]


def button(parent: QWidget, text: str) -> QPushButton:
    found = [one for one in parent.findChildren(QPushButton) if one.text() == text and one.isVisible()]
    assert len(found) == 1, [one.text() for one in parent.findChildren(QPushButton)]
    return found[0]


def press(parent: QWidget, text: str) -> None:
    QTest.mouseClick(button(parent, text), Qt.MouseButton.LeftButton)


def middle_of(desktop: Desktop, mark: Mark) -> QPoint:
    return desktop.check.editor.box_of(mark).center().toPoint()


@pytest.fixture
def drafts(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / name for name in ("a.txt", "b.md", "c.txt")]
    for path in paths:
        path.write_text(f"The draft {path.name} has a line.\n", "utf-8")
    return paths


def test_three_dropped_files_become_a_queue(desktop: Desktop, qtbot: QtBot, drafts: list[Path]) -> None:
    check = desktop.check
    assert not check.queue.isVisible()
    drop(check, drafts)
    qtbot.waitUntil(lambda: len(check.drafts.all) == 3, timeout=LONG)
    assert check.queue.isVisible()
    assert check.drafts.current is check.drafts.all[0]
    assert [draft.name for draft in check.drafts.all] == ["a.txt", "b.md", "c.txt"]
    third = check.queue.visualRect(check.drafts.index(2)).center()
    QTest.mouseClick(check.queue.viewport(), Qt.MouseButton.LeftButton, pos=third)
    assert check.drafts.current is check.drafts.all[2]
    assert check.editor.toPlainText() == "The draft c.txt has a line.\n"
    drop(check, drafts[1:2])  # open already: it comes to the desk
    assert len(check.drafts.all) == 3 and check.drafts.current is check.drafts.all[1]


def test_a_file_that_cannot_be_read_is_said_in_a_sentence(
    desktop: Desktop, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n")
    drop(desktop.check, [tmp_path / "picture.txt"])
    bar = desktop.window.statusBar()
    qtbot.waitUntil(lambda: "picture.txt" in bar.currentMessage(), timeout=LONG)
    assert not desktop.check.drafts.all


def test_pasting_makes_a_draft(desktop: Desktop) -> None:
    QGuiApplication.clipboard().setText("")
    desktop.check.action["paste_new"].trigger()
    assert "clipboard" in desktop.window.statusBar().currentMessage()
    QGuiApplication.clipboard().setText("A pasted line.\r\nAnother 👍.")
    press(desktop.check.empty, "Paste")
    assert desktop.check.editor.toPlainText() == "A pasted line.\nAnother 👍."
    assert desktop.check.drafts.current and desktop.check.drafts.current.document.isModified()


def test_the_sample_needs_no_saving(desktop: Desktop) -> None:
    press(desktop.check.empty, "Try a sample")
    draft = desktop.check.drafts.current
    assert draft and not draft.document.isModified()
    assert not draft.document.isUndoAvailable()
    assert draft.text.startswith("# Council Hands Downtown Curbs")


def test_findings_stand_under_their_words(desktop: Desktop, checked: Draft) -> None:
    text = desktop.check.editor.document().toRawText()
    for mark in checked.marks:
        encoded = text.encode("utf-16-le")[2 * mark.start : 2 * mark.end].decode("utf-16-le")
        assert encoded == mark.findings[0].quote


def test_hovering_shows_a_card_and_leaving_takes_it_away(
    desktop: Desktop, checked: Draft, qtbot: QtBot
) -> None:
    check, mark = desktop.check, mark_of(checked, "hoard record profits")
    QTest.mouseMove(check.editor.viewport(), middle_of(desktop, mark))
    qtbot.waitUntil(lambda: check.card.mark is not None, timeout=LONG)
    assert check.card.mark == mark
    assert check.card.rect().translated(check.card.pos()).top() >= 0
    QTest.mouseMove(check.editor.viewport(), QPoint(3, 3))
    qtbot.waitUntil(lambda: check.card.mark is None, timeout=LONG)


def test_the_keyboard_goes_from_finding_to_finding(desktop: Desktop, checked: Draft) -> None:
    check = desktop.check
    check.editor.setFocus()
    check.editor.moveCursor(check.editor.textCursor().MoveOperation.Start)
    for mark in checked.marks[:3]:
        check.action["next"].trigger()
        assert check.card.mark == mark
        assert check.editor.textCursor().position() == mark.start
    assert isinstance(QApplication.focusWidget(), QPushButton)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert check.card.mark is None and check.editor.hasFocus()
    check.action["previous"].trigger()
    assert check.card.mark == checked.marks[1]


def test_list_and_text_move_together(desktop: Desktop, checked: Draft) -> None:
    check = desktop.check
    model, view = check.findings.model, check.findings.list
    row = 3
    area = view.visualRect(model.index(row)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=area)
    mark = model.rows[row].mark
    assert check.editor.textCursor().position() == mark.start
    assert check.card.mark == mark
    check.card.dismiss()
    other = mark_of(checked, "wealthy corporations")
    QTest.mouseClick(check.editor.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(desktop, other))
    assert model.rows[view.currentIndex().row()].mark == other


def test_filters_narrow_the_list(desktop: Desktop, checked: Draft) -> None:
    panel = desktop.check.findings
    everything = {row.finding.agent for row in panel.model.rows}
    assert everything == {"bias", "evidence", "framing"}
    kind, severity, agent = panel.filters
    agent.setCurrentIndex(agent.findData("framing"))
    assert {row.finding.agent for row in panel.model.rows} == {"framing"}
    kind.setCurrentIndex(kind.findData("unsupported_claims"))
    assert panel.model.rows == () and "filters hide" in panel.notice.text
    agent.setCurrentIndex(0)
    assert {row.finding.kind for row in panel.model.rows} == {"unsupported_claims"}
    kind.setCurrentIndex(0)
    severity.setCurrentIndex(severity.findData("error"))
    assert {row.finding.severity for row in panel.model.rows} == {"error"}


def test_replacing_is_one_undo(desktop: Desktop, checked: Draft, draft_text: str) -> None:
    desktop.settings.change(live=False)
    check, mark = desktop.check, mark_of(checked, "hoard record profits")
    before = len(checked.marks)
    check.pointer.show(mark, True)
    press(check.card, "Replace")
    assert check.card.mark is None
    assert checked.text == draft_text.replace("hoard record profits", "report record profits")
    assert len(checked.marks) == before - 1
    for other in checked.marks:
        raw = checked.document.toRawText().encode("utf-16-le")
        assert raw[2 * other.start : 2 * other.end].decode("utf-16-le") == other.findings[0].quote
    assert {mark.fresh for mark in checked.marks} == {True, False}
    check.action["undo"].trigger()
    assert checked.text == draft_text
    check.action["redo"].trigger()
    assert checked.text != draft_text


def test_ignoring_hides_one_place_until_it_is_shown_again(desktop: Desktop, checked: Draft) -> None:
    check, mark = desktop.check, mark_of(checked, "hoard record profits")
    before = checked.marks
    check.pointer.show(mark, True)
    press(check.card, "Ignore here")
    assert mark not in checked.marks and len(checked.marks) == len(before) - 1
    assert all(row.mark != mark for row in check.findings.model.rows)
    check.editor.moveCursor(check.editor.textCursor().MoveOperation.Start)
    QTest.keyClicks(check.editor, "New. ")
    assert len(checked.marks) == len(before) - 1  # it moved along
    press(check.findings, "Show 1 ignored")
    assert len(checked.marks) == len(before)


def test_always_accepting_writes_the_house_style(desktop: Desktop, checked: Draft, qtbot: QtBot) -> None:
    check, mark = desktop.check, mark_of(checked, "wealthy corporations")
    check.pointer.show(mark, True)
    press(check.card, "Always accept")
    qtbot.waitUntil(own().is_file, timeout=LONG)
    assert load(own(), shipped().categories).accept == ("wealthy corporations",)


def test_a_result_of_an_older_text_paints_nothing(desktop: Desktop, checked: Draft, qtbot: QtBot) -> None:
    desktop.settings.change(live=False)
    desktop.check.editor.selectAll()
    QTest.keyClicks(desktop.check.editor, "Something else.")
    assert checked.marks == ()
    old = desktop.desk.checked
    assert old and old.revision < checked.revision
    desktop.session.done.emit(old)
    assert checked.marks == ()
    qtbot.waitUntil(lambda: desktop.check.findings.model.rows == (), timeout=LONG)


def test_drafts_left_by_a_crash_come_back(make_desktop: Make, qtbot: QtBot) -> None:
    first, place = make_desktop(), aside.folder()
    first.check.shelf.add_text("note.txt", "A line. ")
    first.check.editor.moveCursor(first.check.editor.textCursor().MoveOperation.End)
    QTest.keyClicks(first.check.editor, "More.")
    qtbot.waitUntil(lambda: [one.text for one in aside.left(place)] == ["A line. More."], timeout=LONG)
    second = make_desktop()  # as after a power cut: the first one was never closed
    (draft,) = second.check.drafts.all
    assert draft.text == "A line. More." and draft.document.isModified()
    assert "back on the desk" in second.window.statusBar().currentMessage()
    draft.document.setModified(False)  # saved, or let go
    qtbot.waitUntil(lambda: aside.left(place) == [], timeout=LONG)
    assert make_desktop().check.drafts.all == ()


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Presses these buttons, in turn, of the questions that the window asks."""
    answers: list[str] = []

    def answer(box: QMessageBox) -> int:
        text = answers.pop(0)
        next(one for one in box.buttons() if one.text() == text).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", answer)
    yield answers
    assert answers == []


def test_unsaved_changes_are_asked_about(desktop: Desktop, answered: list[str]) -> None:
    desktop.check.shelf.add_text("note.txt", "A line.")
    answered.append("Cancel")
    desktop.window.close()
    assert desktop.window.isVisible()
    answered.append("Let them go")
    desktop.check.action["close"].trigger()
    assert desktop.check.drafts.all == ()
    assert desktop.check.empty.isVisible()


def test_saving_writes_the_file_and_only_then(desktop: Desktop, drafts: list[Path], qtbot: QtBot) -> None:
    check = desktop.check
    check.open(drafts[:1])
    qtbot.waitUntil(lambda: len(check.drafts.all) == 1, timeout=LONG)
    draft, before = check.drafts.all[0], drafts[0].read_bytes()
    QTest.keyClicks(check.editor, "Now: ")
    assert draft.document.isModified() and draft.pristine is None
    assert drafts[0].read_bytes() == before
    check.action["save"].trigger()
    qtbot.waitUntil(lambda: not draft.document.isModified(), timeout=LONG)
    assert drafts[0].read_bytes() == b"Now: " + before
    assert draft.pristine and draft.pristine.text == draft.text
