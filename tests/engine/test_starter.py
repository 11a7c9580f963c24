"""The starter model (K-quant weights, fixed schedule): reproducible, and of some use."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.check import Checker, Options, settings
from engine.llm import Client
from engine.report.schema import ReportFile
from engine.text import Document, read_bytes
from models import store

pytestmark = pytest.mark.slow

SLANTED = "In yet another shameless power grab, the party rammed through its bill in the dead of night."
PLAIN = "The governor signed the bill on Friday, and it takes effect on Jan. 1."
DRAFT = read_bytes(f"{SLANTED}\n\n{PLAIN}\n".encode(), "draft.txt")
OPTIONS = Options()


@pytest.fixture(scope="module")
def starter() -> Path:
    return store.find("starter", store.folder())


def check(client: Client, starter: Path, draft: Document = DRAFT) -> ReportFile:
    return Checker(client, starter.name, "sha", OPTIONS).check(draft)


@pytest.fixture(scope="module")
def cold_and_kept(starter: Path) -> Iterator[tuple[ReportFile, ReportFile]]:
    with Client(starter, settings(OPTIONS, threads=2)) as client:
        yield check(client, starter), check(client, starter)


def test_cold_and_kept_prefixes_agree(cold_and_kept: tuple[ReportFile, ReportFile]) -> None:
    cold, kept = cold_and_kept
    assert cold.report.manifest.schedule == "fixed"
    assert kept.circumstances.usage["prefix"] == 0 < cold.circumstances.usage["prefix"]
    assert cold.sha256 == kept.sha256


def test_another_process_and_one_thread_agree(
    starter: Path, cold_and_kept: tuple[ReportFile, ReportFile]
) -> None:
    with Client(starter, replace(settings(OPTIONS), threads=1)) as client:
        assert check(client, starter).sha256 == cold_and_kept[0].sha256


def test_slant_is_told_from_wire_copy(cold_and_kept: tuple[ReportFile, ReportFile]) -> None:
    slanted, plain = cold_and_kept[0].report.passages
    assert slanted.decision.verdict == "biased"
    assert plain.decision.verdict == "neutral"
    assert any("shameless" in finding.quote for finding in slanted.findings)
