"""The window with the real engine on the test model: one window and one session for all of them, in order."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer, SignalInstance
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import Desktop
from desktop.check.draft import Draft
from desktop.desk import Step
from engine.check import Checker, Options
from engine.llm import Client
from engine.report.canonical import canonical_bytes
from engine.text import read_bytes
from models import store
from tests.desktop.check.test_page import press
from tests.desktop.stalls import Stalls
from tests.engine.running import NEUTRAL, SLANTED

LONG = 240_000  # ms
SOON = 1.0  # seconds; half a second is promised, test machines are shared


@pytest.fixture(scope="module")
def desktop(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    """A window whose session asks the test model."""
    home = tmp_path_factory.mktemp("desktop")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"):
            patch.setenv(name, str(home / name))
        desktop = Desktop(qapp)
        desktop.settings.change(model="test-model", theme="light")
        desktop.start([])
        yield desktop
        for draft in desktop.check.drafts.all:
            draft.document.setModified(False)
        desktop.window.close()
        desktop.end()


@pytest.fixture
def draft(desktop: Desktop, request: pytest.FixtureRequest) -> Draft:
    """A draft of its own for each test: no passage of it has been read before."""
    return desktop.check.shelf.add_text("draft.txt", f"For {request.node.name.replace('_', ' ')}: {SLANTED}")


def run(desktop: Desktop) -> None:
    QTest.mouseClick(desktop.check.heading.button, Qt.MouseButton.LeftButton)


def when(news: SignalInstance, do: Callable[[], object], after_ms: int = 0) -> None:
    """Once, that long after the next of that news."""

    def told(*_news: object) -> None:
        news.disconnect(told)
        QTimer.singleShot(after_ms, do)

    news.connect(told)


def stopped_after(desktop: Desktop, qtbot: QtBot, news: SignalInstance, after_ms: int) -> float:
    """Run, press Stop that long after the news, and tell how many seconds the answer took."""
    pressed: list[float] = []

    def stop() -> None:
        assert desktop.check.heading.button.text() == "Stop"
        pressed.append(time.perf_counter())
        run(desktop)  # the same button

    when(news, stop, after_ms)
    with qtbot.waitSignal(desktop.session.idle, timeout=LONG):
        run(desktop)
    taken = time.perf_counter() - pressed[0]
    assert desktop.check.heading.button.text() == "Run"
    return taken


def test_stop_while_the_model_loads(
    desktop: Desktop, draft: Draft, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = stopped_after(desktop, qtbot, desktop.session.loading, 150)
    with capsys.disabled():
        print(f"\nstop during load: {taken:.2f} s")
    assert taken < SOON
    assert draft.status == "stopped" and draft.checked is None
    assert desktop.session.worker_pid is None


def test_stop_during_prefill(
    desktop: Desktop, draft: Draft, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = stopped_after(desktop, qtbot, desktop.session.staged, 100)  # the first prefix is being read
    with capsys.disabled():
        print(f"\nstop during prefill: {taken:.2f} s")
    assert taken < SOON
    assert desktop.session.worker_pid is not None  # it heeded the request: the model stays loaded


def test_a_check_paints_passages_as_they_are_done_and_its_report_is_the_engines(
    desktop: Desktop, client: Client, test_model: Path, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"{NEUTRAL}\n{SLANTED}"
    draft = desktop.check.shelf.add_text("draft.txt", text)
    steps: list[Step] = []
    desktop.desk.stepped.connect(steps.append)
    with Stalls() as stalls, qtbot.waitSignal(desktop.desk.reported, timeout=LONG):
        run(desktop)
    desktop.desk.stepped.disconnect(steps.append)
    with capsys.disabled():
        print(
            f"\nlongest stall of the event loop during a check: {stalls.longest * 1000:.0f} ms, "
            f"of which the window's own work at most {stalls.busiest * 1000:.0f} ms"
        )
    assert [step.passage.index for step in steps if step.passage] == [0, 1]
    checked = desktop.desk.checked
    assert checked and draft.status == "done"
    fresh = Checker(client, test_model.name, store.sha256(test_model), Options())
    expected = fresh.check(read_bytes(text.encode(), "draft.txt"))
    assert canonical_bytes(checked.file.report) == canonical_bytes(expected.report)
    found = [finding for passage in expected.report.passages for finding in passage.findings]
    assert sorted(row.finding.quote for row in desktop.check.findings.model.rows) == sorted(
        finding.quote for finding in found
    )
    assert "2 passages read in" in desktop.check.progress.text
    assert stalls.busiest < 0.1


def test_stop_during_generation(
    desktop: Desktop, draft: Draft, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = stopped_after(desktop, qtbot, desktop.session.staged, 400)  # the prefix is kept by now
    with capsys.disabled():
        print(f"\nstop during generation: {taken:.2f} s")
    assert taken < SOON


def test_an_edit_during_a_run_reads_the_new_text(desktop: Desktop, draft: Draft, qtbot: QtBot) -> None:
    revisions: set[int] = set()
    desktop.desk.stepped.connect(lambda step: revisions.add(step.revision))

    def edit() -> None:
        desktop.check.editor.moveCursor(desktop.check.editor.textCursor().MoveOperation.Start)
        QTest.keyClicks(desktop.check.editor, "Now ")

    when(desktop.session.staged, edit)
    with qtbot.waitSignal(desktop.desk.reported, timeout=LONG, check_params_cb=lambda new: new is not None):
        run(desktop)
    assert draft.checked and draft.checked.revision == draft.revision == 4
    assert draft.checked.document.text == draft.text
    assert draft.text.startswith("Now For")
    assert draft.status == "done"


def test_after_an_edit_only_the_changed_passage_is_asked_about(desktop: Desktop, qtbot: QtBot) -> None:
    """On the draft that is checked already: what is put back costs nothing at all."""
    draft = next(one for one in desktop.check.drafts.all if one.text == f"{NEUTRAL}\n{SLANTED}")
    desktop.check.drafts.choose(draft)
    before = draft.checked
    asked: list[str] = []
    desktop.session.staged.connect(asked.append)
    QTest.keyClicks(desktop.check.editor, "x")
    with qtbot.waitSignal(desktop.desk.reported, timeout=LONG, check_params_cb=lambda new: new is not None):
        desktop.check.action["undo"].trigger()
    desktop.session.staged.disconnect(asked.append)
    assert asked == []
    assert before and draft.checked and draft.checked.revision > before.revision
    assert draft.checked.file.sha256 == before.file.sha256


def kill(desktop: Desktop) -> None:
    pid = desktop.session.worker_pid
    assert pid
    os.kill(pid, signal.SIGKILL)


def test_a_killed_worker_is_started_again_and_a_second_time_calmly_reported(
    desktop: Desktop, draft: Draft, qtbot: QtBot
) -> None:
    text = draft.text
    said: list[str] = []
    desktop.session.noticed.connect(said.append)
    when(desktop.session.staged, lambda: kill(desktop))
    # The next agent is asked once the new process has answered for the first.
    when(desktop.session.noticed, lambda: when(desktop.session.staged, lambda: kill(desktop)))
    with qtbot.waitSignals([desktop.session.failed, desktop.session.idle], timeout=LONG):
        run(desktop)
    assert len(said) == 1 and "starting it again" in said[0]
    assert draft.text == text
    notice = desktop.check.findings.notice
    assert draft.status == "failed" and "Your draft is untouched." in notice.text
    with qtbot.waitSignal(desktop.desk.reported, timeout=LONG, check_params_cb=lambda new: new is not None):
        press(desktop.check.findings, "Try again")
    assert draft.status == "done"


def test_a_missing_model_leads_to_the_models(desktop: Desktop, draft: Draft, qtbot: QtBot) -> None:
    desktop.settings.change(model="gone.gguf")
    with qtbot.waitSignal(desktop.session.failed, timeout=LONG):
        run(desktop)
    assert "gone.gguf" in desktop.check.findings.notice.text
    with qtbot.waitSignal(desktop.desk.page_asked) as asked:
        press(desktop.check.findings, "Choose a model")
    assert asked.args == ["models"]
