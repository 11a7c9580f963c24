"""The Settings page under a person's hands: every change holds at once and is kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QSpinBox
from pytestqt.qtbot import QtBot

from desktop.desk import Desk
from desktop.settings import Settings, SettingsStore
from desktop.settings.page import SettingsPage
from desktop.work.network import Network
from models import offline


class Room:
    """The page, the store, what was said, and a history that can be erased."""

    def __init__(self, path: Path, history: Path) -> None:
        self.path, self.history = path, history
        self.desk, self.store, self.network = Desk(), SettingsStore(path), Network()
        self.said: list[str] = []
        self.desk.said.connect(self.said.append)
        self.page = SettingsPage(self.desk, self.store, self.network, history.unlink)

    @property
    def kept(self) -> Settings:
        """What another start would find."""
        return SettingsStore(self.path).current


@pytest.fixture
def room(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(offline, "setting", lambda: tmp_path / "offline")
    monkeypatch.delenv("EVENHAND_OFFLINE", raising=False)
    history = tmp_path / "recent.json"
    history.write_text("[]")
    found = Room(tmp_path / "settings.json", history)
    qtbot.addWidget(found.page)
    found.page.resize(1024, 640)
    with qtbot.waitExposed(found.page):
        found.page.show()
    yield found


def type_in(qtbot: QtBot, box: QSpinBox, text: str) -> None:
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, text)
    qtbot.keyClick(box, Qt.Key.Key_Return)


def pick(qtbot: QtBot, box: QComboBox, downs: int) -> None:
    box.setFocus()
    for _ in range(downs):
        qtbot.keyClick(box, Qt.Key.Key_Down)


def test_numbers_are_typed_and_kept(room: Room, qtbot: QtBot) -> None:
    type_in(qtbot, room.page.seed, "42")
    type_in(qtbot, room.page.passes, "3")
    type_in(qtbot, room.page.threads, "1")
    type_in(qtbot, room.page.gpu_layers, "12")
    type_in(qtbot, room.page.text_size, "20")
    kept = room.kept
    assert (kept.seed, kept.passes, kept.threads, kept.gpu_layers, kept.text_size) == (42, 3, 1, 12, 20)


def test_choices_are_made_with_the_keyboard(room: Room, qtbot: QtBot) -> None:
    pick(qtbot, room.page.granularity, 1)
    pick(qtbot, room.page.policy, 1)
    pick(qtbot, room.page.theme, 2)
    assert (room.kept.granularity, room.kept.policy, room.kept.theme) == ("whole", "published", "dark")


def test_switches_are_clicked(room: Room, qtbot: QtBot) -> None:
    assert room.page.live.isChecked() and not room.page.keep_history.isChecked()
    for box in (room.page.live, room.page.keep_history):
        box.setFocus()
        qtbot.keyClick(box, Qt.Key.Key_Space)
    assert (room.kept.live, room.kept.keep_history) == (False, True)


def test_the_offline_lock_is_the_one_of_the_command_line(room: Room, qtbot: QtBot) -> None:
    room.page.offline.setFocus()
    qtbot.keyClick(room.page.offline, Qt.Key.Key_Space)
    assert offline.reason() is not None and room.network.locked
    offline.set_setting(False)
    qtbot.waitUntil(lambda: not room.page.offline.isChecked(), timeout=10_000)


def test_a_lock_that_the_environment_holds_cannot_be_clicked_away(
    room: Room, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVENHAND_OFFLINE", "1")
    room.network.look()
    assert room.page.offline.isChecked()
    qtbot.keyClick(room.page.offline, Qt.Key.Key_Space)
    assert room.page.offline.isChecked() and "EVENHAND_OFFLINE" in room.page.note.text()


def test_folders_are_chosen_and_given_back(
    room: Room, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    style = tmp_path / "style.toml"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(style), ""))
    assert not room.page.models_dir.usual.isVisible()
    qtbot.mouseClick(room.page.models_dir.choose, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(room.page.house_style.choose, Qt.MouseButton.LeftButton)
    assert (room.kept.models_folder, room.kept.house_style) == (tmp_path, str(style))
    assert room.page.models_dir.shown.text() == str(tmp_path)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    qtbot.mouseClick(room.page.models_dir.choose, Qt.MouseButton.LeftButton)
    assert room.kept.models_dir == str(tmp_path)
    qtbot.mouseClick(room.page.models_dir.usual, Qt.MouseButton.LeftButton)
    assert room.kept.models_dir == ""


def test_the_history_is_erased(room: Room, qtbot: QtBot) -> None:
    qtbot.mouseClick(room.page.erase, Qt.MouseButton.LeftButton)
    assert not room.history.exists() and "The history is erased" in room.said[0]
    qtbot.mouseClick(room.page.erase, Qt.MouseButton.LeftButton)
    assert "can't be erased" in room.page.note.text() and len(room.said) == 1


def test_the_usual_settings_come_back_but_for_the_model(room: Room, qtbot: QtBot) -> None:
    room.store.change(model="mine.gguf", seed=9, theme="dark", keep_history=True)
    assert room.page.seed.value() == 9
    qtbot.mouseClick(room.page.usual, Qt.MouseButton.LeftButton)
    assert room.kept == Settings(model="mine.gguf")
    assert room.page.seed.value() == 0 and room.page.theme.currentText() == "As the system"


def test_scrolling_the_page_changes_nothing(room: Room, qtbot: QtBot) -> None:
    for box in (room.page.seed, room.page.theme):
        wheel = QWheelEvent(
            QPointF(5, 5),
            box.mapToGlobal(QPointF(5, 5)),
            QPoint(0, -120),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(box, wheel)
    assert room.store.current == Settings()


def test_a_change_that_cannot_be_kept_is_told(room: Room, qtbot: QtBot) -> None:
    room.path.mkdir()
    (room.path / "in the way").touch()
    type_in(qtbot, room.page.seed, "3")
    assert "settings.json cannot be written" in room.page.note.text()
    assert room.store.current.seed == 3
