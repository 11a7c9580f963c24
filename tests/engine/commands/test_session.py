"""What commands with a model share: progress in words, and Ctrl-C."""

import io
import signal
import sys

import pytest

from engine.check import Progress
from engine.commands import session
from engine.commands.session import Sayer, in_words


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at(done: int, total: int, seconds: float = 0.0, begun: int | None = None) -> Progress:
    return Progress(done, total, done if begun is None else begun, seconds, None)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "0 s"),
        (40, "40 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (100, "1 min 40 s"),
        (3599.7, "1 h 0 min"),
        (12_000, "3 h 20 min"),
    ],
)
def test_times_are_said_in_words(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


def test_a_log_gets_a_line_for_every_tenth_passage_and_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    show = Sayer(quiet=False).progress("draft.txt")
    for done in range(23):
        show(at(done, 22, 2.0 * done))
    assert capsys.readouterr().err.splitlines() == [
        "draft.txt: 10 of 22 passages, about 24 s left",
        "draft.txt: 20 of 22 passages, about 4 s left",
        "draft.txt: 22 of 22 passages",
    ]


def test_a_terminal_gets_one_line_that_rewrites_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    say = Sayer(quiet=False)
    show = say.progress("draft.txt")
    show(at(1, 3, 5.0))
    show(at(2, 3, 10.0))
    assert terminal.getvalue().count("\n") == 0
    assert terminal.getvalue().endswith("\r\x1b[Kdraft.txt: 2 of 3 passages, about 5 s left")
    say.problem("other.txt is empty.")
    assert terminal.getvalue().endswith(" left\nother.txt is empty.\n")


def test_a_long_draft_is_announced_with_its_expected_time(capsys: pytest.CaptureFixture[str]) -> None:
    show = Sayer(quiet=False).progress("book.txt")
    show(at(0, 1700))
    show(at(1, 1700, 20.0, begun=4))  # four passages were read in these 20 s
    first, second = capsys.readouterr().err.splitlines()
    assert first == "book.txt: 1,700 passages; timing the first. Ctrl-C keeps what is done."
    assert second == "book.txt: about 2 h 21 min in all."


def test_quiet_keeps_problems_only(capsys: pytest.CaptureFixture[str]) -> None:
    say = Sayer(quiet=True)
    say("Loading")
    say.progress("draft.txt")(at(0, 1700))
    say.progress("draft.txt")(at(10, 10, 5.0))
    assert capsys.readouterr().err == ""
    say.problem("draft.txt is empty.")
    assert capsys.readouterr().err == "draft.txt is empty.\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_stops_the_check_and_a_second_would_end_the_program(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    stopped: list[bool] = []
    with session.stopping(lambda: stopped.append(True)):
        signal.raise_signal(number)
        assert stopped == [True]
        assert signal.getsignal(number) is signal.SIG_DFL
    assert signal.getsignal(number) == before


def test_signals_are_the_programs_again_after_an_error() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(RuntimeError), session.stopping(lambda: None):
        raise RuntimeError
    assert signal.getsignal(signal.SIGINT) == before
