"""Windows without a screen, each with folders of its own."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from desktop.app import Desktop
from desktop.check.draft import Draft
from desktop.desk import Checked, Step
from engine.check import Progress
from engine.report.canonical import seal
from engine.report.schema import ReportFile
from engine.text import read_bytes
from tests.engine.report.conftest import draft_text, report_file

__all__ = ["draft_text", "report_file"]
Make = Callable[[], Desktop]


@pytest.fixture
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, kept drafts and history of this test alone."""
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def make_desktop(qapp: QApplication, own_folders: Path) -> Iterator[Make]:
    """The program started, as often as it is called; all are ended with the test."""
    made: list[Desktop] = []

    def make() -> Desktop:
        desktop = Desktop(qapp)
        made.append(desktop)
        desktop.window.resize(1280, 800)
        desktop.start([])
        return desktop

    yield make
    for desktop in made:
        for draft in desktop.check.drafts.all:
            draft.document.setModified(False)
        desktop.window.close()
        desktop.end()
        desktop.window.deleteLater()
    qapp.clipboard().clear()  # without a screen, what is left on it takes Qt down at the end
    # Else windows pile up, and each new one styles them all.
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def desktop(make_desktop: Make) -> Desktop:
    """The program, started without a draft and without a model."""
    return make_desktop()


@pytest.fixture
def checked(desktop: Desktop, draft_text: str, report_file: ReportFile) -> Draft:
    """A draft on the desk whose check has ended with the report that `tests.engine.report` builds."""
    return bring(desktop, draft_text, report_file)


def bring(desktop: Desktop, text: str, file: ReportFile) -> Draft:
    """What a session brings, passage by passage, then the report."""
    draft = desktop.check.shelf.add_text("draft.txt", text)
    document = read_bytes(text.encode(), "draft.txt")
    identity = file.report.draft.model_copy(update={"sha256": document.data_sha256})
    file = seal(file.report.model_copy(update={"draft": identity}), file.circumstances)
    passages = file.report.passages
    for done in range(len(passages) + 1):
        latest = passages[done - 1] if done else None
        progress = Progress(done, len(passages), done, float(done), None, len(passages) - done)
        desktop.session.stepped.emit(Step(draft.number, draft.revision, document, progress, latest))
    desktop.session.done.emit(Checked(draft.number, draft.revision, document, file, text.encode()))
    return draft
