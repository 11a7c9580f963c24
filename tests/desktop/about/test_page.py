"""About, licenses and log, as they are shown."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop import log
from desktop.about import AboutPage
from desktop.about.licenses import shipped
from desktop.desk import Desk


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk()


@pytest.fixture
def about(desk: Desk, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AboutPage]:
    path = tmp_path / "evenhand.log"
    path.write_text("2026-01-02 INFO begun\n2026-01-02 INFO ended\n")
    monkeypatch.setattr(log, "place", lambda: path)
    found = AboutPage(desk)
    qtbot.addWidget(found)
    found.resize(1024, 640)
    with qtbot.waitExposed(found):
        found.show()
    yield found


def test_it_says_what_it_is(about: AboutPage) -> None:
    words = " ".join(label.text() for label in about.widget(0).findChildren(QLabel))
    assert (
        "Evenhand 0.1.0" in words and "a person decides" in words and "No text leaves this machine" in words
    )


def test_everything_that_ships_has_its_license(about: AboutPage, qtbot: QtBot) -> None:
    about.tabBar().setFocus()
    qtbot.keyClick(about.tabBar(), Qt.Key.Key_Right)
    assert about.currentWidget() is about.licenses
    rows = about.licenses.list
    qtbot.waitUntil(lambda: rows.count() > 20, timeout=30_000)
    assert rows.item(0).text().startswith("evenhand 0.1.0\nMIT")
    assert "Permission is hereby granted" in about.licenses.text.toPlainText()
    rows.setFocus()
    qtbot.keyClick(rows, Qt.Key.Key_End)
    assert rows.currentRow() == rows.count() - 1


def test_what_is_read_of_packages_is_sound() -> None:
    found = shipped()
    names = {one.name.lower().replace("_", "-") for one in found}
    assert {"evenhand", "pyside6-essentials", "shiboken6", "llama-cpp-python", "numpy", "pydantic"} <= names
    assert not names & {"pytest", "ruff", "mypy", "hypothesis"}  # they don't ship
    assert all(one.version and one.license and len(one.license) <= 60 for one in found)
    assert any("LGPL" in one.license for one in found)


def test_the_log_is_shown_and_copied(about: AboutPage, qtbot: QtBot) -> None:
    about.setCurrentWidget(about.log)
    qtbot.waitUntil(lambda: "ended" in about.log.text.toPlainText(), timeout=30_000)
    qtbot.mouseClick(about.log.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == log.read()
    assert about.log.said.text() == "Copied."


def test_the_help_menu_leads_to_each(about: AboutPage, desk: Desk, qtbot: QtBot) -> None:
    actions = about.page().menus["help"]
    for index, action in enumerate(actions):
        with qtbot.waitSignal(desk.page_asked) as asked:
            action.trigger()
        assert asked.args == ["about"] and about.currentIndex() == index
