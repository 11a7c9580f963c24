import io

import pytest

from engine.commands.transfers import lines, reporter
from models.progress import Progress


def test_plain_lines_come_every_five_seconds_or_tenth() -> None:
    now = 0.0
    stream = io.StringIO()
    report = lines("starter", stream, clock=lambda: now)
    for second in range(12):
        now = float(second)
        report(Progress(10_000_000 + second * 1_000_000, 1_000_000_000, "from the Hub"))
    report(Progress(150_000_000, 1_000_000_000, "from the Hub"))
    report(Progress(150_000_000, 1_000_000_000, "part 1 of 2"))
    assert stream.getvalue().splitlines() == [
        "starter: 10 MB of 1.00 GB (1%), from the Hub",
        "starter: 15 MB of 1.00 GB (2%), from the Hub",
        "starter: 20 MB of 1.00 GB (2%), from the Hub",
        "starter: 150 MB of 1.00 GB (15%), from the Hub",
        "starter: 150 MB of 1.00 GB (15%), part 1 of 2",
    ]


def test_rate_and_time_left_are_told_once_they_are_known() -> None:
    stream = io.StringIO()
    lines("starter", stream)(Progress(500_000_000, 1_000_000_000, "Hub", 5_000_000.0, 100.0))
    assert stream.getvalue() == "starter: 500 MB of 1.00 GB (50%), 5 MB/s, 1 min 40 s left, Hub\n"


def test_a_terminal_gets_a_bar_with_bytes_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "140")
    stream = Terminal()
    with reporter("starter", stream) as report:
        report(Progress(500_000, 1_000_000, "from the Hub"))
        report(Progress(1_000_000, 1_000_000, "from the Hub"))
    assert "starter" in stream.getvalue()
    assert "1.0/1.0 MB" in stream.getvalue()
