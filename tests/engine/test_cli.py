"""The command as a process: exit codes, signals, a worker that dies, a reader that has gone, no network."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psutil
import pytest

from engine.check import Checker, Options
from engine.llm import Client
from engine.report.canonical import from_json
from engine.text import read
from models import store
from tests.engine.running import NEUTRAL

Start = Callable[..., "subprocess.Popen[str]"]
UNIX = pytest.mark.skipif(sys.platform == "win32", reason="signals as on Unix")


@pytest.fixture(scope="module")
def digest(client: Client, test_model: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The canonical SHA-256 of the neutral draft, checked in this process."""
    path = tmp_path_factory.mktemp("drafts") / "neutral.txt"
    path.write_text(NEUTRAL, encoding="utf-8")
    return Checker(client, test_model.name, store.sha256(test_model), Options()).check(read(path)).sha256


def worker_of(process: "subprocess.Popen[str]") -> psutil.Process:
    """The process that holds the model, as soon as it is there."""
    ended = time.monotonic() + 30
    while time.monotonic() < ended:
        for child in psutil.Process(process.pid).children():
            if any("spawn_main" in word for word in child.cmdline()):
                return child
        time.sleep(0.02)
    raise AssertionError("no worker")


def lines_until(process: "subprocess.Popen[str]", words: str) -> str:
    """What the process says on stderr up to the first line that holds `words`."""
    assert process.stderr
    said = ""
    while words not in said:
        line = process.stderr.readline()
        assert line, said
        said += line
    return said


def test_version_and_help_need_no_model(evenhand: Any) -> None:
    assert evenhand("--version").out == f"evenhand {version('evenhand')}\n"
    usage = evenhand("--help").out
    assert all(command in usage for command in ("check", "reproduce", "models"))
    assert evenhand("check", "--help").code == 0
    assert evenhand().code == 2
    assert evenhand("judge").code == 2


@UNIX
def test_one_thread_in_a_process_of_its_own_gives_the_same_bytes_without_any_network(
    start: Start, neutral: Path, digest: str, tmp_path: Path
) -> None:
    """A socket can't be made in the process or its worker; where strace is, it sees no connection either."""
    guard = tmp_path / "guard"
    guard.mkdir()
    (guard / "sitecustomize.py").write_text(
        "import socket\n"
        "def refuse(*_):\n"
        "    raise AssertionError('a socket')\n"
        "socket.socket.__init__ = refuse\n"
        "socket.getaddrinfo = refuse\n"
    )
    trace = tmp_path / "trace"
    strace = shutil.which("strace")
    before = (strace, "-f", "-qq", "-e", "trace=network", "-o", str(trace)) if strace else ()
    process = start(
        "check", neutral, "--model", "test-model", "--threads", 1, "--format", "json",
        before=before, PYTHONPATH=str(guard),
    )  # fmt: skip
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    file = from_json(out.encode())
    assert file.circumstances.threads == 1
    assert file.sha256 == digest
    if strace:
        assert "AF_INET" not in trace.read_text()


@UNIX
def test_a_worker_that_is_killed_is_replaced_once_and_the_bytes_stay(
    start: Start, neutral: Path, digest: str
) -> None:
    process = start("check", neutral, "--model", "test-model", "--format", "json")
    lines_until(process, "Loading")
    worker = worker_of(process)
    while worker.cpu_times().user < 2.0:  # past loading, into the prompt
        time.sleep(0.02)
    worker.kill()
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "The inference process ended unexpectedly (signal 9); starting it again." in err
    assert from_json(out.encode()).sha256 == digest


@UNIX
def test_ctrl_c_while_loading_ends_at_once(start: Start, neutral: Path) -> None:
    neutral.write_text("\n\n".join([NEUTRAL] * 100))  # work for minutes, should the signal come late
    process = start("check", neutral, "--model", "test-model")
    lines_until(process, "Loading")
    worker = worker_of(process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the worker too
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err.splitlines()[-1][:7]) == (130, "Stopped")
    worker.wait(5)


@UNIX
def test_a_book_is_announced_and_stopping_keeps_what_was_done(start: Start, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("\n\n".join([NEUTRAL.strip()] * 4 + ["The council met again. " * 25] * 2000))
    assert len(book.read_text().split()) > 200_000
    out = tmp_path / "report.json"
    process = start("check", book, "--model", "test-model", "--format", "json", "--out", out)
    said = lines_until(process, "in all.")
    assert "book.txt: 2,004 passages; timing the first. Ctrl-C keeps what is done." in said
    assert "book.txt: about " in said
    os.killpg(process.pid, signal.SIGINT)
    began = time.monotonic()
    _, err = process.communicate(timeout=60)
    assert time.monotonic() - began < 10  # 2,004 passages have been split and are not written
    assert process.returncode == 130
    assert err.splitlines()[-1] == "Stopped: the report holds what was done until then."
    verdict = from_json(out.read_bytes()).report.verdict
    assert not verdict.complete
    assert 1 <= verdict.passages <= 4


@UNIX
def test_a_reader_that_has_gone_is_no_error(start: Start) -> None:
    process = start("models", "list")
    assert process.stdout
    process.stdout.close()
    _, err = process.communicate(timeout=30)
    assert "Traceback" not in err and "Error" not in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_behind_stdout_is_said_in_a_sentence(neutral: Path) -> None:
    code = "import sys; from engine.cli import main; sys.exit(main(['models', 'list']))"
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "could not be written" in ran.stderr and "No space left" in ran.stderr
