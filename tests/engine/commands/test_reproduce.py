"""`evenhand reproduce`: does the same model say the same about the same draft?"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.bias import calibrations
from engine.bias.calibration import Zero
from engine.llm import Settings
from engine.report.canonical import from_json, seal, to_json
from engine.report.schema import DraftVerdict, Report, ReportFile
from models import store
from models.importing import import_file
from tests.engine.running import NEUTRAL, SLANTED, Ran, calibration_of


@pytest.fixture
def report(check: Callable[..., Ran], draft: Path, tmp_path: Path, remembered: list[Settings]) -> Path:
    """The report of three sampled passes over the draft."""
    path = tmp_path / "report.json"
    assert check(draft, "--passes", 3, "--seed", 1, "--format", "json", "--out", path, "--quiet").code == 0
    return path


@pytest.fixture
def reproduce(evenhand: Callable[..., Ran]) -> Callable[..., Ran]:
    return lambda *words: evenhand("reproduce", *words, "--quiet")


def changed(path: Path, change: Callable[[Report], Report]) -> ReportFile:
    """The report with its content changed and sealed anew, as somebody would who wants to deceive."""
    old = from_json(path.read_bytes())
    new = seal(change(old.report), old.circumstances)
    path.write_bytes(to_json(new))
    return new


def test_the_bytes_agree(evenhand: Any, report: Path, draft: Path, warm: list[Settings]) -> None:
    ran = evenhand("reproduce", report, draft)
    assert (ran.code, ran.out) == (0, f"The bytes agree: {from_json(report.read_bytes()).sha256}\n")
    assert "1 of 1 passages" in ran.err


def test_a_report_of_a_part_is_reproduced_as_far_as_it_goes(
    check: Any, reproduce: Any, draft: Path, tmp_path: Path, remembered: list[Settings]
) -> None:
    path = tmp_path / "report.json"
    draft.write_text(f"{draft.read_text()}\n{NEUTRAL}\n{draft.read_text()}", encoding="utf-8")
    check(draft, "--format", "json", "--out", path)

    def first_only(report: Report) -> Report:
        first = report.passages[0]
        biased = first.decision.verdict == "biased"
        verdict = DraftVerdict(
            verdict=first.decision.verdict,
            biased_passages=int(biased),
            passages=1,
            biased_share=float(biased),
            complete=False,
        )
        return report.model_copy(update={"verdict": verdict, "passages": (first,)})

    part = changed(path, first_only)
    ran = reproduce(path, draft)
    assert (ran.code, ran.out) == (0, f"The bytes agree: {part.sha256}\n")


def test_renamed_files_reproduce(
    reproduce: Any, report: Path, draft: Path, test_model: Path, tmp_path: Path
) -> None:
    renamed = draft.rename(tmp_path / "moved.md")
    model = tmp_path / "model.gguf"
    model.symlink_to(test_model)
    assert reproduce(report, renamed, "--model", model).code == 0


def test_another_seed_shows_where_the_bytes_differ(reproduce: Any, report: Path, draft: Path) -> None:
    old = changed(
        report, lambda one: one.model_copy(update={"manifest": one.manifest.model_copy(update={"seed": 2})})
    )
    ran = reproduce(report, draft)
    assert ran.code == 1
    first, *lines = ran.out.splitlines()
    assert first.startswith(f"The bytes differ: {old.sha256} became ")
    assert lines and all(line.startswith(("  passage 1", "  and more")) for line in lines)
    assert any(" became " in line for line in lines)
    assert not any("Record" in line or "{" in line for line in lines)


def test_another_program_shows_in_the_manifest(reproduce: Any, report: Path, draft: Path) -> None:
    changed(
        report,
        lambda one: one.model_copy(update={"manifest": one.manifest.model_copy(update={"llama_cpp": "b1"})}),
    )
    ran = reproduce(report, draft)
    assert ran.code == 1
    [line] = ran.out.splitlines()[1:]
    assert line.startswith('  manifest, llama cpp: "b1" became "')


@pytest.fixture
def folder(test_model: Path, tmp_path: Path) -> Path:
    """A models folder of its own, in which the test model is linked."""
    folder = tmp_path / "models"
    import_file(test_model, folder)
    return folder


def test_a_report_is_reproduced_by_the_calibration_it_was_made_by(
    evenhand: Callable[..., Ran], folder: Path, test_model: Path, tmp_path: Path, remembered: list[Settings]
) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text(SLANTED, encoding="utf-8")
    here = ("--models-dir", folder, "--quiet")
    model = ("--model", test_model.name)
    one = calibration_of(
        store.sha256(test_model), bias=Zero(zero=-40.0, slope=1.0), likelihood=Zero(zero=0.0, slope=0.5)
    )
    plain, calibrated = tmp_path / "plain.json", tmp_path / "calibrated.json"
    assert evenhand("check", draft, *model, *here, "--format", "json", "--out", plain).code == 0
    calibrations.save(folder, test_model, one)
    assert evenhand("check", draft, *model, *here, "--format", "json", "--out", calibrated).code == 0

    made = [from_json(path.read_bytes()) for path in (plain, calibrated)]
    assert [file.report.manifest.calibration for file in made] == [None, one]
    assert made[0].sha256 != made[1].sha256
    assert evenhand("reproduce", plain, draft, *here).code == 0  # made without, and now there is one
    [path] = folder.glob("*.calibration.json")
    path.unlink()
    assert evenhand("reproduce", calibrated, draft, *here).code == 0  # made with one that is gone


def test_a_changed_draft_is_refused(reproduce: Any, report: Path, draft: Path) -> None:
    draft.write_text(draft.read_text().replace("once", "twice"))
    ran = reproduce(report, draft)
    assert ran.code == 2
    assert ran.says_one_sentence
    assert ran.err.startswith("draft.txt is not the draft of this report, or was changed since")


def test_a_report_changed_by_hand_is_refused(reproduce: Any, report: Path, draft: Path) -> None:
    content = json.loads(report.read_bytes())
    content["report"]["verdict"]["verdict"] = "neutral"
    content["report"]["verdict"]["biased_passages"] += 1
    report.write_text(json.dumps(content))
    ran = reproduce(report, draft)
    assert ran.code == 2
    assert ran.says_one_sentence
    assert ran.err.startswith("report.json: This report has been changed since it was written")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not valid JSON"),
        (b"\xff\xfe\x00", "not valid JSON"),
        (b"[]", "not an Evenhand report"),
        (b'{"report": {"schema_version": 999}}', "schema version 999"),
        (b'{"report": {"schema_version": 3}}', "incomplete or damaged"),
    ],
)
def test_what_is_no_report_is_refused(
    reproduce: Any, draft: Path, tmp_path: Path, content: bytes, reason: str
) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(content)
    ran = reproduce(path, draft)
    assert ran.code == 2
    assert ran.says_one_sentence
    assert ran.err.startswith("other.json: ") and reason in ran.err


def test_a_report_or_draft_that_is_not_there_is_named(
    reproduce: Any, report: Path, draft: Path, tmp_path: Path
) -> None:
    for path in (tmp_path / "gone.json", tmp_path):
        ran = reproduce(path, draft)
        assert ran.code == 2
        assert ran.says_one_sentence
        assert ran.err.startswith(path.name)
    ran = reproduce(report, tmp_path / "gone.txt")
    assert ran.code == 2
    assert ran.err.startswith("gone.txt was not found")


def test_another_model_is_refused(
    reproduce: Any, report: Path, draft: Path, test_model: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.gguf"
    other.write_bytes(test_model.read_bytes() + b"\0")
    ran = reproduce(report, draft, "--model", other)
    assert ran.code == 3
    assert ran.says_one_sentence
    assert ran.err.startswith("other.gguf is not the model of this report, whose SHA-256 is b179c952")


def test_a_model_that_is_gone_is_named(reproduce: Any, report: Path, draft: Path, tmp_path: Path) -> None:
    ran = reproduce(report, draft, "--models-dir", tmp_path / "empty")
    assert ran.code == 3
    assert ran.says_one_sentence
    assert "SmolLM2-135M-Instruct.Q4_1.gguf" in ran.err
