"""`evenhand knowledge`: a style checked, a term explained, a dataset covered; no model."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def style(tmp_path: Path) -> Path:
    path = tmp_path / "house-style.toml"
    path.write_text('accept = ["shameless"]\n[severity]\nhyperbole = "off"\n', encoding="utf-8")
    return path


def test_lint_counts_the_rules_of_a_good_style(evenhand: Any, style: Path) -> None:
    ran = evenhand("knowledge", "lint", style)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "house-style.toml is fine: 1 term accepted, 0 protected, 0 rejected; "
        "a severity for 1 of the categories.\n"
    )


def test_lint_names_every_faulty_line(evenhand: Any, style: Path) -> None:
    style.write_text('acept = ["x"]\n\n[severity]\nhyperbole = "loud"\n', encoding="utf-8")
    ran = evenhand("knowledge", "lint", style)
    assert (ran.code, ran.out) == (2, "")
    first, second = ran.err.splitlines()
    assert first.startswith("house-style.toml, line 1: ")
    assert second.startswith("house-style.toml, line 4: ")


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("shameless", 0, "“shameless”: flagged."),
        ("interest rates", 1, "not flagged: it is protected vocabulary (“interest rate”, economics)."),
        ("radical prostatectomy", 1, "protected vocabulary holds it: “radical prostatectomy”"),
        ("No radical change was made.", 1, "not flagged: it is denied."),
        ("alleged", 1, "its score is under 0.45"),
        ("shamelss", 1, "The nearest terms are “shameless”"),
        ("bicycle", 1, "neither the lexicon nor the protected terms know it."),
        ('"It is shameless," the mayor said.', 1, "a speaker's words"),
        ("", 1, "neither the lexicon nor the protected terms know it."),
    ],
)
def test_show_says_why(evenhand: Any, text: str, code: int, words: str) -> None:
    ran = evenhand("knowledge", "show", text)
    assert (ran.code, ran.err) == (code, "")
    assert words in ran.out


def test_show_gives_category_score_and_what_to_do(evenhand: Any) -> None:
    out = evenhand("knowledge", "show", "They slammed the plan.").out
    assert "“slammed” (characters 5 to 12): flagged." in out
    assert "score 0.70, warning" in out
    assert "Try instead: “criticize”" in out


def test_show_goes_by_a_house_style(evenhand: Any, style: Path) -> None:
    ran = evenhand("knowledge", "show", "shameless", "--style", style)
    assert ran.code == 1
    assert "accepted by the house style" in ran.out
    assert "switches hyperbole off" in evenhand("knowledge", "show", "epic failure", "--style", style).out


def test_a_faulty_style_is_refused(evenhand: Any, style: Path) -> None:
    style.write_text("accept = 3\n", encoding="utf-8")
    ran = evenhand("knowledge", "show", "shameless", "--style", style)
    assert ran.code == 2
    assert ran.err.startswith("house-style.toml, line 1: ")


def test_coverage_of_a_small_dataset(evenhand: Any, tmp_path: Path) -> None:
    path = tmp_path / "labelled.csv"
    rows = ["The shameless mayor left.,1", "The mayor left.,0", "A shameless plan passed.,0", "It rained.,1"]
    path.write_text("text,label\n" + "\n".join(rows) + "\n", encoding="utf-8")
    out = evenhand("knowledge", "coverage", path).out
    assert "| records with a match | 2 of 4 |" in out
    assert "| of them biased (precision of “has a match”) | 50.0% |" in out
    assert "| biased records with a match (recall) | 50.0% |" in out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("text,verdict\nx,1\n", "no columns text and label"),
        ("text,label\nx,yes\n", "record 1: the label is 'yes'"),
        ("text,label\n", "holds no records"),
    ],
)
def test_a_dataset_that_is_none(evenhand: Any, tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "labelled.csv"
    path.write_text(content, encoding="utf-8")
    ran = evenhand("knowledge", "coverage", path)
    assert ran.code == 2
    assert ran.says_one_sentence
    assert words in ran.err
