"""Verify, with the real model."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop.report.verify import VerifyPage
from desktop.settings.schema import Settings
from desktop.theme import Theme
from engine.check import Checker, Options
from engine.llm import Client
from engine.report.canonical import seal, to_json
from engine.report.schema import ReportFile
from engine.text import read
from models import store
from tests.engine.running import NEUTRAL

WAIT = 250_000  # milliseconds: loading and running again, on a busy machine


@pytest.fixture(scope="module")
def files(client: Client, test_model: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A real report and its draft."""
    folder = tmp_path_factory.mktemp("verify")
    draft, report = folder / "draft.txt", folder / "draft.report.json"
    draft.write_text(NEUTRAL, encoding="utf-8")
    checker = Checker(client, test_model.name, store.sha256(test_model), Options())
    report.write_bytes(to_json(checker.check(read(draft))))
    return report, draft


@pytest.fixture
def make(qtbot: QtBot, qapp: QApplication) -> Iterator[Callable[..., VerifyPage]]:
    """A page for models in a folder; a check runs, or none does."""
    pages: list[VerifyPage] = []

    def build(folder: Path, engaged: bool = False) -> VerifyPage:
        page = VerifyPage(Theme(qapp), lambda: Settings(models_dir=str(folder)), lambda: engaged)
        pages.append(page)
        qtbot.addWidget(page)
        page.resize(900, 700)
        page.show()
        return page

    yield build
    for page in pages:
        page.end()


@pytest.fixture
def page(make: Callable[..., VerifyPage], test_model: Path) -> VerifyPage:
    return make(test_model.parent)


def drop(page: VerifyPage, *paths: Path) -> None:
    """As a file manager does."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    action = Qt.DropAction.CopyAction
    QApplication.sendEvent(page, QDragEnterEvent(QPoint(20, 20), action, data, left, none))
    QApplication.sendEvent(page, QDropEvent(QPointF(20, 20), action, data, left, none))


def button(page: VerifyPage, name: str) -> QPushButton:
    found = page.findChild(QPushButton, name)
    assert isinstance(found, QPushButton)
    return found


def heading(page: VerifyPage) -> str:
    label = page.findChild(QLabel, "verify-heading")
    assert isinstance(label, QLabel)
    return label.text() if label.isVisible() else ""


def sentence(page: VerifyPage) -> str:
    label = page.findChild(QLabel, "verify-sentence")
    assert isinstance(label, QLabel)
    return label.text().replace("\u200b", "")


def verify(qtbot: QtBot, page: VerifyPage, *paths: Path) -> None:
    drop(page, *paths)
    qtbot.mouseClick(button(page, "verify"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(heading(page)), timeout=WAIT)


def test_a_report_reproduces(qtbot: QtBot, page: VerifyPage, files: tuple[Path, Path]) -> None:
    busy: list[bool] = []
    page.busy.connect(busy.append)
    assert not button(page, "verify").isEnabled()
    verify(qtbot, page, *files)
    assert heading(page) == "The report reproduces"
    assert busy == [True, False]
    assert button(page, "verify").isVisible()


def test_another_seed_does_not_pass_for_the_same(
    qtbot: QtBot, page: VerifyPage, files: tuple[Path, Path], tmp_path: Path
) -> None:
    old = ReportFile.model_validate_json(files[0].read_bytes())
    manifest = old.report.manifest.model_copy(update={"llama_cpp": "b1"})
    changed = seal(old.report.model_copy(update={"manifest": manifest}), old.circumstances)
    report = tmp_path / "changed.json"
    report.write_bytes(to_json(changed))
    verify(qtbot, page, report, files[1])
    assert heading(page) == "The report does not reproduce"
    details = page.findChild(QPlainTextEdit, "verify-details")
    assert isinstance(details, QPlainTextEdit)
    assert details.toPlainText().startswith('manifest, llama cpp: "b1" became')


def test_stop_answers_at_once(qtbot: QtBot, page: VerifyPage, files: tuple[Path, Path]) -> None:
    drop(page, *files)
    qtbot.mouseClick(button(page, "verify"), Qt.MouseButton.LeftButton)
    stop = button(page, "verify-stop")
    assert stop.isVisible() and not button(page, "verify").isVisible()
    started = time.monotonic()
    qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(heading(page)), timeout=WAIT)
    assert time.monotonic() - started < 1.0  # half a second, and as much again on a busy machine
    assert heading(page) == "Stopped"


def test_another_draft_is_said_so(
    qtbot: QtBot, page: VerifyPage, files: tuple[Path, Path], tmp_path: Path
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("Another text.\n", encoding="utf-8")
    verify(qtbot, page, files[0], other)
    assert heading(page) == "This can't be verified"
    assert sentence(page).startswith("other.txt is not the draft of this report")


def test_what_is_no_report_is_said_so(
    qtbot: QtBot, page: VerifyPage, files: tuple[Path, Path], tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    other.write_text("{}", encoding="utf-8")
    verify(qtbot, page, other, files[1])
    assert "not an Evenhand report" in sentence(page)


def test_a_missing_model_is_said_so(
    qtbot: QtBot, make: Callable[..., VerifyPage], files: tuple[Path, Path], tmp_path: Path
) -> None:
    page = make(tmp_path)
    verify(qtbot, page, *files)
    assert "is not here: bring it in on the Models page" in sentence(page)


def test_a_running_check_goes_first(
    qtbot: QtBot, make: Callable[..., VerifyPage], files: tuple[Path, Path], tmp_path: Path
) -> None:
    page = make(tmp_path, engaged=True)
    verify(qtbot, page, *files)
    assert heading(page) == "A check is running"
