"""A newsroom's house style: found beside the draft or named, kept in the manifest, refused by line."""

from pathlib import Path
from typing import Any

import pytest

from tests.engine.running import NEUTRAL, reports

pytestmark = pytest.mark.usefixtures("remembered")

TEXT = "The mayor's shameless plan for gun owners passed.\n"
STYLE = 'accept = ["shameless"]\n\n[[reject]]\nterm = "gun owner"\nalternative = "armed resident"\n'


@pytest.fixture
def styled(draft: Path) -> Path:
    draft.write_text(TEXT, encoding="utf-8")
    (draft.parent / "house-style.toml").write_text(STYLE, encoding="utf-8")
    return draft


def listed(ran: Any) -> dict[str, str]:
    """Category by term, of what the lexicon and the style know in the first passage."""
    evidence = ran.report.report.passages[0].outputs.evidence
    assert evidence
    return {item.lexicon.term: item.lexicon.category for item in evidence.items if item.lexicon}


def test_the_style_beside_the_draft_is_merged_over_ours(check: Any, styled: Path) -> None:
    ran = check(styled, "--format", "json")
    assert ran.code == 0
    assert listed(ran) == {"gun owner": "house_style"}
    style = ran.report.report.manifest.house_style
    assert (style.accept, style.reject[0].alternative) == (("shameless",), "armed resident")


def test_without_one_ours_stands(check: Any, styled: Path) -> None:
    (styled.parent / "house-style.toml").unlink()
    ran = check(styled, "--format", "json")
    assert listed(ran) == {"shameless": "moral_condemnation"}
    assert ran.report.report.manifest.house_style is None


def test_a_style_that_is_named_wins(check: Any, styled: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("", encoding="utf-8")
    assert listed(check(styled, "--format", "json", "--style", other)) == {"shameless": "moral_condemnation"}


def test_a_report_reproduces_without_the_style_file(
    check: Any, evenhand: Any, styled: Path, tmp_path: Path
) -> None:
    path = tmp_path / "report.json"
    check(styled, "--format", "json", "--out", path)
    (styled.parent / "house-style.toml").unlink()
    ran = evenhand("reproduce", path, styled, "--quiet")
    assert (ran.code, ran.out.startswith("The bytes agree")) == (0, True)


def test_a_page_says_that_a_style_was_used(check: Any, styled: Path) -> None:
    assert "1 accepted, 0 protected, 1 rejected" in check(styled, "--format", "html").out


def test_a_faulty_style_stops_its_drafts_and_no_other(check: Any, styled: Path, tmp_path: Path) -> None:
    (styled.parent / "house-style.toml").write_text("\nacept = []\n", encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "neutral.txt").write_text(NEUTRAL, encoding="utf-8")
    out = tmp_path / "reports"
    ran = check(styled, elsewhere / "neutral.txt", "--format", "json", "--out", out)
    assert ran.code == 2
    assert "house-style.toml, line 2: 'acept' is unknown here; did you mean 'accept'?" in ran.err
    assert list(reports(out)) == ["neutral.txt.report.json"]


def test_a_faulty_style_is_told_before_the_model_is_loaded(check: Any, styled: Path) -> None:
    (styled.parent / "house-style.toml").write_text("accept = 1\n", encoding="utf-8")
    ran = check(styled)
    assert (ran.code, ran.out) == (2, "")
    assert "Loading" not in ran.err
