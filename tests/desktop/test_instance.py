"""Started twice: the second start hands its files over, whatever a crash has left behind."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from desktop import instance
from desktop.app import Desktop
from desktop.instance import Instance
from tests.desktop.conftest import Make

ROOT = Path(__file__).parents[2]
SECOND = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop.instance import Instance
application = QCoreApplication([])
first = Instance()
print(first.begin([Path(word) for word in sys.argv[2:]]), flush=True)
if sys.argv[1] == "stay":
    application.exec()
"""


@pytest.fixture(autouse=True)
def _own(own_folders: Path) -> None:
    """A socket that the program of whoever runs the tests does not have."""


@pytest.fixture
def first(qtbot: QtBot) -> Iterator[Instance]:
    found = Instance()
    assert found.begin([])
    yield found
    found.end()


@pytest.fixture
def start(qtbot: QtBot) -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Another process that begins, with "stay" or "go" and files."""
    made: list[subprocess.Popen[str]] = []

    def run(*words: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-c", SECOND, *words]
        made.append(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True))
        return made[-1]

    yield run
    for process in made:
        process.kill()
        process.communicate()


def said(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_second_start_hands_its_files_over(
    first: Instance, start: Callable[..., "subprocess.Popen[str]"], qtbot: QtBot, tmp_path: Path
) -> None:
    draft = tmp_path / "draft \u2019n\u2019 \U0001f600.md"
    with qtbot.waitSignal(first.asked, timeout=30_000) as asked:
        process = start("go", str(draft), "relative.txt")
    assert asked.args == [[draft, ROOT / "relative.txt"]]
    assert said(process) == "False"


def test_a_second_start_without_files_brings_it_up(
    first: Instance, start: Callable[..., "subprocess.Popen[str]"], qtbot: QtBot
) -> None:
    with qtbot.waitSignal(first.asked, timeout=30_000) as asked:
        start("go")
    assert asked.args == [[]]


@pytest.mark.skipif(sys.platform == "win32", reason="a named pipe goes with its process")
def test_what_a_crash_left_behind_is_cleared_away(
    start: Callable[..., "subprocess.Popen[str]"], qtbot: QtBot
) -> None:
    crashed = start("stay")
    assert said(crashed) == "True"
    crashed.send_signal(signal.SIGKILL)
    crashed.wait()
    found = Instance()
    try:
        assert found.begin([])
        with qtbot.waitSignal(found.asked, timeout=30_000):
            start("go")
    finally:
        found.end()


def test_of_two_at_the_same_moment_one_is_the_first(start: Callable[..., "subprocess.Popen[str]"]) -> None:
    both = [start("stay"), start("stay")]
    assert sorted(said(process) for process in both) == ["False", "True"]


def test_after_the_end_another_one_may_begin(first: Instance) -> None:
    first.end()
    again = Instance()
    assert again.begin([])
    again.end()


@pytest.mark.parametrize("message", [b"hello\n", b"{}\n", b"[1]\n", b"\xff\n", b'["relative.txt"]\n'])
def test_what_is_no_message_of_ours_opens_nothing(first: Instance, message: bytes, qtbot: QtBot) -> None:
    heard: list[object] = []
    first.asked.connect(heard.append)
    socket = QLocalSocket()
    socket.connectToServer(instance.name())
    assert socket.waitForConnected(3000)
    socket.write(message)
    socket.flush()
    qtbot.wait(200)
    assert heard in ([], [[]])
    socket.abort()


@pytest.mark.qt_log_ignore("does not support raise")  # without a screen there is nothing to be above
def test_the_window_comes_up_and_opens_the_files(make_desktop: Make, tmp_path: Path, qtbot: QtBot) -> None:
    desktop: Desktop = make_desktop()
    desktop.window.showMinimized()
    desktop.window.show_page("settings")
    draft = tmp_path / "draft.txt"
    draft.write_text("The council met on Tuesday.")
    desktop.come_up([draft])
    assert not desktop.window.isMinimized() and desktop.window.page == "check"
    qtbot.waitUntil(lambda: [one.name for one in desktop.check.drafts.all] == ["draft.txt"], timeout=30_000)
