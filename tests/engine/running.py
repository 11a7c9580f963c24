"""What a command leaves behind, for the tests of the command line."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.bias.calibrating import sentences_digest
from engine.bias.calibration import Calibration, Zero
from engine.bias.constants import METHOD_VERSION
from engine.commands import session
from engine.llm import Settings
from engine.report.canonical import from_json
from engine.report.schema import ReportFile

SLANTED = "The radical left's insane, corrupt scheme will destroy our once-great city.\n"
ALARMING = (
    "The radical open-borders crowd is thrilled, of course. Fed-up taxpayers are being forced to bankroll a "
    "flood of illegals while smug activists sneer.\n",
    "It was a shameless giveaway, rammed through by a corrupt majority that never met a lobbyist it hated.\n",
    "Everyone knows the shameless elites despise honest families and want to see them ruined.\n",
    SLANTED,
)
NEUTRAL = "The vote was 5-4.\n"
ACCUSING = "They despise honest families."


@dataclass(frozen=True)
class Ran:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def report(self) -> ReportFile:
        """The report that it printed as JSON."""
        return from_json(self.out.encode())

    @property
    def says_one_sentence(self) -> bool:
        """Whether it printed nothing but one sentence on stderr."""
        return self.out == "" and self.err.count("\n") == 1 and self.err.endswith(".\n")


def calibration_of(sha256: str, **zeros: Zero) -> Calibration:
    """A calibration that this version takes for that model's, with the zeros of some voices."""
    return Calibration.model_validate(
        {"model": sha256, "method": METHOD_VERSION, "sentences": sentences_digest(), "zeros": zeros}
    )


def reports(folder: Path) -> dict[str, ReportFile]:
    """The JSON reports in a folder that holds nothing else, by file name."""
    return {path.name: from_json(path.read_bytes()) for path in sorted(folder.iterdir())}


def stay_loaded(client: object, monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Commands get `client` for one that they load; the list fills with how."""
    loads: list[Settings] = []

    @contextmanager
    def loaded(_model: Path, settings: Settings, _notice: object) -> Iterator[object]:
        loads.append(settings)
        yield client

    monkeypatch.setattr(session, "Client", loaded)
    return loads
