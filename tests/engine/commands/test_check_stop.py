"""`evenhand check`: Ctrl-C between two passages."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.check import Progress
from engine.commands.session import Sayer
from tests.engine.running import NEUTRAL, reports

pytestmark = pytest.mark.usefixtures("remembered")


@pytest.fixture
def three(draft: Path) -> Path:
    draft.write_text(f"{NEUTRAL}\n{draft.read_text()}\n{NEUTRAL}", encoding="utf-8")
    return draft


@pytest.fixture
def ctrl_c_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Presses Ctrl-C while the progress after so many passages is shown, and so between two jobs."""

    def arrange(passages: int) -> None:
        class Pressing(Sayer):
            def progress(self, name: str) -> Callable[[Progress], None]:
                def show(progress: Progress) -> None:
                    if progress.done == passages:
                        signal.raise_signal(signal.SIGINT)

                return show

        monkeypatch.setattr("engine.commands.check.Sayer", Pressing)

    return arrange


def test_what_was_done_is_reported_and_the_rest_of_the_batch_left(
    check: Any, three: Path, neutral: Path, tmp_path: Path, ctrl_c_after: Callable[[int], None]
) -> None:
    ctrl_c_after(2)
    folder = tmp_path / "reports"
    ran = check(three, neutral, "--format", "json", "--out", folder)
    assert ran.code == 130
    assert ran.err.endswith("Stopped: the report holds what was done until then.\n")
    found = reports(folder)
    assert list(found) == ["draft.txt.report.json"]
    verdict = found["draft.txt.report.json"].report.verdict
    assert (verdict.passages, verdict.complete) == (2, False)


def test_before_the_first_passage_there_is_nothing_to_report(
    check: Any, three: Path, tmp_path: Path, ctrl_c_after: Callable[[int], None]
) -> None:
    ctrl_c_after(0)
    out = tmp_path / "report.json"
    ran = check(three, "--format", "json", "--out", out, "--quiet")
    assert (ran.code, ran.out, ran.err) == (130, "", "Stopped.\n")
    assert not out.exists()


def test_after_the_last_passage_nothing_is_missing(
    check: Any, three: Path, ctrl_c_after: Callable[[int], None]
) -> None:
    ctrl_c_after(3)
    ran = check(three, "--format", "json")
    assert ran.code == 0
    assert ran.report.report.verdict.complete
