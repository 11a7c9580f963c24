"""`evenhand check` on folders, on drafts of all formats and into all formats."""

import shutil
from pathlib import Path
from typing import Any

import docx
import pytest

from engine.commands.drafts import found
from engine.report.canonical import from_json
from engine.report.exporters import EXTENSIONS, FORMATS, Format
from tests.engine.report.exporters.making import word_draft
from tests.engine.running import NEUTRAL, SLANTED, reports

pytestmark = pytest.mark.usefixtures("remembered")
CORPUS = Path(__file__).parents[2] / "corpus" / "files"


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with two drafts, one in a folder of its own, and what is no draft."""
    folder = tmp_path / "desk"
    (folder / "late news").mkdir(parents=True)
    (folder / "a 🚢.txt").write_text(SLANTED, encoding="utf-8")
    (folder / "late news" / "б.md").write_text(NEUTRAL, encoding="utf-8")
    for name in ("photo.jpg", ".hidden.txt", "~$open.docx", "a.txt.report.md", "a.txt.report.html"):
        (folder / name).write_text(SLANTED, encoding="utf-8")
    (folder / ".git").mkdir()
    (folder / ".git" / "note.txt").write_text(SLANTED, encoding="utf-8")
    return folder


def test_a_folder_is_a_batch_with_one_table(check: Any, desk: Path, tmp_path: Path) -> None:
    out = tmp_path / "reports"
    ran = check("--recursive", desk, "--format", "json", "--out", out)
    assert ran.code == 0
    assert list(reports(out)) == ["a 🚢.txt.report.json", "б.md.report.json"]
    table = ran.out[ran.out.index("Draft") :]
    assert table.index("a 🚢.txt") < table.index("б.md")
    assert "2 of 2 drafts checked" in table
    assert ran.out.count("Passages") == 1


def test_a_folder_needs_recursive(check: Any, desk: Path) -> None:
    ran = check(desk)
    assert ran.code == 2
    assert ran.says_one_sentence
    assert ran.err == "desk is a folder: name the files in it, or all of them with --recursive.\n"


def test_a_folder_without_drafts_is_said_to_be_one(check: Any, tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"x")
    ran = check("--recursive", tmp_path)
    assert (ran.code, ran.says_one_sentence) == (2, True)
    assert "holds no drafts" in ran.err


def test_links_out_of_the_folder_are_refused(desk: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "a.txt").write_text(SLANTED)
    (desk / "out.txt").symlink_to(secret / "a.txt")
    (desk / "outside").symlink_to(secret)
    (desk / "gone.txt").symlink_to(tmp_path / "nowhere.txt")
    (desk / "inside.txt").symlink_to(desk / "a 🚢.txt")
    (desk / "late news" / "round").symlink_to(desk)
    names, problems = found([str(desk)], recursive=True)
    assert [Path(name).name for name in names] == ["a 🚢.txt", "б.md"]
    assert [problem.split(":")[0] for problem in problems] == [
        f"{name} is a symbolic link out of the folder {desk}" for name in ("outside", "gone.txt", "out.txt")
    ]


def test_what_is_named_twice_is_checked_once(desk: Path) -> None:
    draft = desk / "a 🚢.txt"
    names, problems = found([str(draft), str(desk), str(draft)], recursive=True)
    assert (names[0], len(names), problems) == (str(draft), 2, [])


def test_a_folder_that_may_not_be_looked_into_is_named(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(place: object, onerror: Any) -> Any:
        onerror(PermissionError(13, "Permission denied", str(desk)))
        return iter(())

    monkeypatch.setattr("engine.commands.drafts.os.walk", refuse)
    _, problems = found([str(desk)], recursive=True)
    assert problems == [
        "desk could not be looked into (Permission denied): change its permissions, or name the files "
        "themselves."
    ]


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_is_written(check: Any, draft: Path, tmp_path: Path, format: Format) -> None:
    out = tmp_path / "out"
    out.mkdir()
    ran = check(draft, "--format", format, "--out", out, "--quiet")
    target = out / f"draft.txt.report.{EXTENSIONS[format]}"
    assert (ran.code, ran.out, ran.err) == (0, f"Report: {target}\n", "")
    assert target.stat().st_size > 50


@pytest.mark.parametrize("ending", ["docx", "odt", "rtf", "pdf", "html", "mhtml", "eml", "md", "txt"])
def test_every_format_is_read_and_findings_stand_where_they_say(
    check: Any, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"draft.{ending}"
    shutil.copy(next(CORPUS.glob(f"clinic*.{ending}")), path)
    before = path.read_bytes()
    file = check(path, "--format", "json", "--quiet", "--granularity", "whole").report
    assert file.report.verdict.passages == 1
    assert "Night clinic to close" in file.report.passages[0].text
    assert file.report.passages[0].outputs.speech
    assert path.read_bytes() == before


def test_a_word_draft_comes_back_as_one(check: Any, tmp_path: Path) -> None:
    made = docx.Document()
    made.add_paragraph(SLANTED.strip())
    path = tmp_path / "draft.docx"
    made.save(str(path))
    before = path.read_bytes()
    out = tmp_path / "commented.docx"
    assert check(path, "--format", "docx", "--out", out).code == 0
    assert docx.Document(str(out)).paragraphs[0].text == SLANTED.strip()
    assert path.read_bytes() == before


def test_what_cannot_be_commented_on_is_said_before_any_work(
    check: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loaded(*_: object) -> None:
        raise AssertionError("a model is loaded")

    monkeypatch.setattr("engine.commands.check.loaded", loaded)
    path = tmp_path / "draft.docx"
    path.write_bytes(word_draft())
    monkeypatch.setattr("engine.report.exporters.docx_paragraphs._SIGNS", {})  # so that places are lost
    ran = check(path, "--format", "docx", "--out", tmp_path / "out.docx")
    assert (ran.code, ran.says_one_sentence) == (2, True)
    assert "could not be found again in this document" in ran.err


def test_a_draft_in_another_language_is_remarked_on(check: Any, tmp_path: Path) -> None:
    path = tmp_path / "entwurf.txt"
    path.write_text("Der Rat der Stadt hat am Montag über die neuen Gebühren entschieden.\n", "utf-8")
    ran = check(path)
    assert "seems to be in German: the method was evaluated on English texts only" in " ".join(
        ran.out.split()
    )
    assert ran.err.count("seems to be in German") == 1
    out = tmp_path / "report.json"
    check(path, "--quiet", "--format", "json", "--out", out)
    assert len(from_json(out.read_bytes()).circumstances.remarks) == 1
