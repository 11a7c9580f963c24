"""What ships is what its tables build, byte for byte; a table that breaks a rule stops the build."""

import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from knowledge import NeutralPhrase, Protected, Term, build, shipped, sources


def test_what_is_committed_is_what_the_tables_build() -> None:
    for name, content in build.built().items():
        assert (build.PACKAGE / name).read_bytes() == content, f"run python -m knowledge.build for {name}"


def test_check_passes_on_the_committed_files_and_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert build.main(["--check"]) == 0
    assert capsys.readouterr() == ("", "")


def test_check_names_a_stale_file_and_build_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "PACKAGE", tmp_path)
    assert build.main([]) == 0
    (tmp_path / "data" / "lexicon.json").write_text("{}")
    capsys.readouterr()
    assert build.main(["--check"]) == 1
    assert "data/lexicon.json is not what its source builds" in capsys.readouterr().err
    assert build.main([]) == 0
    assert capsys.readouterr().out == "wrote data/lexicon.json\n"
    assert build.main(["--check"]) == 0


def test_the_readme_counts_what_there_is() -> None:
    text = build.built()["README.md"].decode()
    knowledge = shipped()
    assert f"{len(knowledge.lexicon)} terms in {len(knowledge.categories)} categories" in text
    assert all(f"| {category.name} |" in text for category in knowledge.categories.values())
    assert "$" not in text


TERM = Term(
    term="zorgly", category="hyperbole", pos="adjective", score=0.8, alternative=None, residual=True,
    forms=("zorgly",),
)  # fmt: skip


def problems(**changes: object) -> str:
    return "\n".join(build.problems(replace(shipped(), **changes)))  # type: ignore[arg-type]


def test_the_shipped_knowledge_breaks_no_rule() -> None:
    assert problems() == ""


def test_two_terms_may_not_share_a_form() -> None:
    twin = TERM.model_copy(update={"term": "zorglier", "forms": ("zorglier", "Zorgly")})
    assert "'zorglier' and 'zorgly' share the form 'Zorgly'" in problems(
        lexicon=(*shipped().lexicon, TERM, twin)
    )


def test_an_alternative_may_not_be_loaded_itself() -> None:
    loaded = TERM.model_copy(update={"alternative": "shameless"})
    assert "the alternative of 'zorgly' is itself flagged: 'shameless'" in problems(
        lexicon=(*shipped().lexicon, loaded)
    )


def test_a_protected_term_may_not_be_a_lexicon_term() -> None:
    entry = Protected(term="zorgly", domain="sport", forms=("zorgly",))
    assert "protected: 'zorgly' is a form of a lexicon term" in problems(
        lexicon=(*shipped().lexicon, TERM), protected=(*shipped().protected, entry)
    )


def test_the_papers_counts_are_floors() -> None:
    few = problems(
        lexicon=shipped().lexicon[:700],
        protected=tuple(one for one in shipped().protected if one.domain != "sport"),
        neutral_phrases=(NeutralPhrase(phrase="according to", kind="attribution"),),
        intensity={"rage": 0.9},
    )
    assert "700 lexicon terms are fewer than 800" in few
    assert "0 protected terms of sport are fewer than 21" in few
    assert "1 neutral phrases are fewer than 214" in few
    assert "1 emotion keywords are fewer than 58" in few


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "source"
    shutil.copytree(sources.SOURCE, folder)
    for name in ("taxonomy", "lexicon", "protected", "intensity", "neutral_phrases"):
        monkeypatch.setattr(sources, name, partial(getattr(sources, name), folder))
    return folder


@pytest.mark.parametrize(
    ("file", "line", "words"),
    [
        ("lexicon/hyperbole.csv", "zorgly,adjective,0.85,,yes,,,", ("zorgly", "score must be 0.6")),
        ("lexicon/hyperbole.csv", "zorgly,adjective,high,,yes,,,", ("'high' is no number",)),
        ("lexicon/hyperbole.csv", "zorgly,adjective,0.8", ("hyperbole.csv, line", "not 8 columns")),
        ("lexicon/hyperbole.csv", "zorgly ,adjective,0.8,,,,,", ("hyperbole.csv, line", "spaces")),
        ("lexicon/hyperbole.csv", "zorgly,adjective,0.8,,maybe,,,", ("zorgly", "residual")),
        ("protected.csv", "zorgly,astrology,", ("zorgly", "astrology")),
        ("neutral_phrases.csv", "zorgly,poetry", ("zorgly", "poetry")),
        ("intensity.csv", "zorgly,1.5", ("zorgly", "1.5")),
    ],
)
def test_a_faulty_line_stops_the_build_and_is_named(
    tables: Path, capsys: pytest.CaptureFixture[str], file: str, line: str, words: tuple[str, ...]
) -> None:
    with (tables / file).open("a", encoding="utf-8") as table:
        table.write(line + "\n")
    assert build.main(["--check"]) == 1
    message = capsys.readouterr().err
    assert message.startswith("The knowledge base can't be built: ")
    for word in words:
        assert word in message


def test_a_lexicon_file_without_a_category_stops_the_build(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(tables / "lexicon" / "guns.csv", tables / "lexicon" / "knives.csv")
    assert build.main(["--check"]) == 1
    assert "lexicon/knives.csv has no entry in lexicon_categories.toml" in capsys.readouterr().err
