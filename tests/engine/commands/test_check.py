"""`evenhand check`: formats, batches and options."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.bias.policy import certainty
from engine.llm import Settings
from engine.report.canonical import from_json
from engine.report.schema import ReportFile
from tests.engine.running import NEUTRAL, reports

pytestmark = pytest.mark.usefixtures("remembered")


def test_text_goes_to_stdout_and_progress_to_stderr(check: Any, draft: Path) -> None:
    ran = check(draft)
    assert ran.code == 0
    assert ran.out.startswith("draft.txt")
    assert "A second read by a small model, not a judgment" in ran.out
    assert "SmolLM2-135M-Instruct.Q4_1.gguf" in ran.out
    assert "Loading" in ran.err and "1 of 1 passages" in ran.err


def test_json_on_stdout_is_a_sealed_report_and_nothing_else(check: Any, draft: Path) -> None:
    ran = check(draft, "--format", "json")
    file = ran.report
    assert file.report.draft.characters == len(draft.read_text())
    assert file.circumstances.draft_name == "draft.txt"
    assert str(draft.parent) not in ran.out
    assert ran.code == 0


def test_html_on_stdout_is_a_page(check: Any, draft: Path) -> None:
    ran = check(draft, "--format", "html")
    assert ran.out.lower().startswith("<!doctype html>")
    assert "our once-great city" in ran.out
    assert ran.code == 0


@pytest.mark.parametrize("format", ["text", "json", "html"])
def test_a_file_holds_what_stdout_would(check: Any, draft: Path, tmp_path: Path, format: str) -> None:
    out = tmp_path / "report"
    ran = check(draft, "--format", format, "--out", out)
    assert ran.out.splitlines()[-1] == f"Report: {out}"
    digest = check(draft, "--format", "json").report.sha256
    assert digest in out.read_text(encoding="utf-8").replace("\u200b", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["draft.txt", "report"]


def test_one_draft_may_go_to_a_folder_too(check: Any, draft: Path, tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    assert check(draft, "--format", "json", "--out", folder).code == 0
    assert list(reports(folder)) == ["draft.txt.report.json"]


def test_an_older_report_is_replaced(check: Any, draft: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    out.write_text("old")
    assert check(draft, "--format", "json", "--out", out).code == 0
    from_json(out.read_bytes())


def test_quiet_leaves_the_result_only(check: Any, draft: Path, tmp_path: Path) -> None:
    assert check(draft, "--quiet").err == ""
    ran = check(draft, "--quiet", "--format", "html", "--out", tmp_path / "report.html")
    assert (ran.out, ran.err) == (f"Report: {tmp_path / 'report.html'}\n", "")


def test_drafts_of_one_name_get_reports_of_their_own_on_one_load(
    check: Any, draft: Path, tmp_path: Path, remembered: list[Settings]
) -> None:
    other = tmp_path / "other" / "draft.txt"
    other.parent.mkdir()
    other.write_text(NEUTRAL)
    folder = tmp_path / "new" / "reports"
    ran = check(draft, other, "--format", "json", "--out", folder)
    assert (ran.code, len(remembered)) == (0, 1)
    found = reports(folder)
    assert list(found) == ["draft.txt.2.report.json", "draft.txt.report.json"]
    assert found["draft.txt.report.json"].report.draft.characters == len(draft.read_text())
    assert found["draft.txt.2.report.json"].report.draft.characters == len(NEUTRAL)


def test_several_on_the_terminal_follow_each_other(check: Any, draft: Path, neutral: Path) -> None:
    ran = check(draft, neutral)
    assert ran.code == 0
    assert ran.out.index("draft.txt") < ran.out.index("neutral.txt")


def test_what_cannot_be_read_is_named_and_the_others_are_done(
    check: Any, draft: Path, neutral: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"")
    folder = tmp_path / "reports"
    ran = check(draft, bad, tmp_path / "gone.txt", neutral, "--quiet", "--format", "json", "--out", folder)
    assert ran.code == 2
    assert [line.split()[0] for line in ran.err.splitlines()] == ["bad.txt", "gone.txt"]
    assert list(reports(folder)) == ["draft.txt.report.json", "neutral.txt.report.json"]


def test_standard_input_is_a_draft(check: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NEUTRAL.encode("utf-16"))))
    ran = check("-", "--format", "json")
    file = ran.report
    assert (file.circumstances.draft_name, file.report.draft.encoding) == ("standard input", "utf-16-le")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NEUTRAL.encode())))
    check("-", "--format", "json", "--out", tmp_path)
    assert list(reports(tmp_path)) == ["stdin.report.json"]


def test_passes_are_drawn_by_their_seed(check: Any, draft: Path, warm: list[Settings]) -> None:
    def outcome(seed: int) -> ReportFile:
        ran = check(draft, "--passes", 3, "--seed", seed, "--format", "json")
        return ran.report

    once, again, other = outcome(1), outcome(1), outcome(2)
    assert once.sha256 == again.sha256
    assert once.report.passages[0].outputs.bias != other.report.passages[0].outputs.bias
    assert (once.report.manifest.passes, once.report.manifest.seed) == (3, 1)
    assert len(once.report.passages[0].outputs.bias.passes) == 3


def test_granularity_says_what_a_passage_is(
    check: Any, draft: Path, tmp_path: Path, remembered: list[Settings]
) -> None:
    two = tmp_path / "two.txt"
    two.write_text(draft.read_text().strip() + " " + NEUTRAL, encoding="utf-8")
    texts = {}
    for granularity in ("sentence", "passage", "whole"):
        ran = check(two, "--granularity", granularity, "--format", "json")
        report = ran.report.report
        assert report.manifest.granularity == granularity
        texts[granularity] = [passage.text for passage in report.passages]
    whole = two.read_text().strip()
    assert texts["sentence"] == [draft.read_text().strip(), NEUTRAL.strip()]
    assert texts["passage"] == texts["whole"] == [whole]
    assert [settings.context for settings in remembered] == [4096, 4096, 16384]


def test_the_published_policy_has_its_own_numbers(check: Any, draft: Path) -> None:
    report = check(draft, "--policy", "published", "--format", "json").report.report
    [passage] = report.passages
    assert report.manifest.policy == "published"
    said = {argument.agent: argument.confidence for argument in passage.decision.arguments}
    assert said["bias"] == passage.outputs.bias.confidence  # as written, not as measured
    assert "likelihood" not in said and passage.outputs.likelihood is None
    default = check(draft, "--format", "json").report.report.passages[0]
    assert default.outputs.bias == passage.outputs.bias
    weighed = {argument.agent: argument.confidence for argument in default.decision.arguments}
    for agent in ("bias", "framing", "likelihood"):
        output = getattr(default.outputs, agent)
        shares = {"uncertain": 0.0} | output.measured
        assert weighed[agent] == pytest.approx(certainty(shares, output.claim), abs=1e-5)


def test_exit_code_1_only_where_asked_for_and_found(check: Any, slanted: Path, neutral: Path) -> None:
    assert check(slanted).code == 0
    assert check(slanted, "--fail-on", "biased").code == 1
    assert check(neutral, "--fail-on", "biased").code == 0
    assert check(neutral, slanted, "--fail-on", "biased").code == 1


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("draft.txt", "--seed", "-1"),
        ("draft.txt", "--seed", "one"),
        ("draft.txt", "--passes", "0"),
        ("draft.txt", "--passes", "6"),
        ("draft.txt", "--granularity", "word"),
        ("draft.txt", "--policy", "mine"),
        ("draft.txt", "--format", "doc"),
        ("draft.txt", "--threads", "0"),
        ("draft.txt", "--fail-on", "neutral"),
        ("draft.txt", "--unknown"),
        ("a.txt", "b.txt", "--format", "json"),
    ],
)
def test_unusable_options_end_with_2_before_any_work(check: Any, words: tuple[str, ...]) -> None:
    ran = check(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
