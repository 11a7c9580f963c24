"""`evenhand export`: a report in another format, later and without a model."""

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.commands import places
from engine.report.canonical import to_json
from engine.report.exporters import EXTENSIONS, FORMATS, Format
from engine.report.schema import ReportFile
from engine.text import read_bytes
from tests.engine.report.exporters import golden
from tests.engine.report.exporters.commented import word_comments
from tests.engine.report.exporters.making import WORD_QUOTES, report_on, word_draft
from tests.engine.running import Ran

Evenhand = Callable[..., Ran]


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """The report of the golden exports."""
    path = tmp_path / "report.json"
    path.write_bytes(to_json(golden.checked()[1]))
    return path


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    """Under another name than it was checked under."""
    path = tmp_path / "renamed draft.md"
    path.write_bytes(golden.checked()[0])
    return path


@pytest.mark.parametrize("format", FORMATS)
def test_every_format(evenhand: Evenhand, report: Path, draft: Path, tmp_path: Path, format: Format) -> None:
    out = tmp_path / "export"
    ran = evenhand("export", report, draft, "--format", format, "--out", out)
    assert (ran.code, ran.out, ran.err) == (0, f"Report: {out}\n", "")
    assert golden.reduced(format, out.read_bytes()) == golden.stored(format)


def test_a_word_file_keeps_its_own(
    evenhand: Evenhand, tmp_path: Path, report_of: Callable[[Path], ReportFile]
) -> None:
    draft, report = tmp_path / "fees.docx", tmp_path / "report.json"
    draft.write_bytes(word_draft())
    report.write_bytes(to_json(report_of(draft)))
    out = tmp_path / "commented.docx"
    assert evenhand("export", report, draft, "--format", "docx", "--out", out).code == 0
    assert sorted(one[2] for one in word_comments(out.read_bytes())[1:]) == sorted(WORD_QUOTES)
    assert draft.read_bytes() == word_draft()


@pytest.fixture
def report_of() -> Callable[[Path], ReportFile]:
    def make(draft: Path) -> ReportFile:
        return report_on(read_bytes(draft.read_bytes(), draft.name), WORD_QUOTES, golden.checked()[1])

    return make


def test_a_folder_gets_a_file_named_after_the_draft(evenhand: Evenhand, report: Path, draft: Path) -> None:
    folder = report.parent / "out"
    folder.mkdir()
    assert evenhand("export", report, draft, "--format", "languagetool", "--out", folder).code == 0
    assert [path.name for path in folder.iterdir()] == [
        f"renamed draft.md.report.{EXTENSIONS['languagetool']}"
    ]


def test_to_standard_output_from_standard_input(report: Path, draft: Path) -> None:
    command = [sys.executable, "-m", "engine.cli", "export", str(report), "-", "--format", "pdf"]
    ran = subprocess.run(command, input=draft.read_bytes(), capture_output=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert golden.reduced("pdf", ran.stdout) == golden.stored("pdf")


def test_a_terminal_is_not_filled_with_bytes(
    evenhand: Evenhand, report: Path, draft: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(places, "sys", SimpleNamespace(stdout=Terminal()))
    ran = evenhand("export", report, draft, "--format", "docx")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "A docx can't be shown in a terminal: name a file with --out.\n"


def test_another_draft_is_refused(evenhand: Evenhand, report: Path, draft: Path, tmp_path: Path) -> None:
    draft.write_bytes(draft.read_bytes() + b"\n")
    out = tmp_path / "export.docx"
    ran = evenhand("export", report, draft, "--format", "docx", "--out", out)
    assert ran.code == 2
    assert ran.says_one_sentence
    assert "parking-fees.txt is not the draft of this report, or was changed since" in ran.err
    assert not out.exists()


def test_neither_the_draft_nor_the_report_is_replaced(evenhand: Evenhand, report: Path, draft: Path) -> None:
    for out in (draft, report):
        before = out.read_bytes()
        ran = evenhand("export", report, draft, "--format", "markdown", "--out", out)
        assert (ran.code, ran.says_one_sentence) == (2, True)
        assert "would replace what it is made from" in ran.err
        assert out.read_bytes() == before


def test_what_cannot_be_used(evenhand: Evenhand, report: Path, draft: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_bytes(report.read_bytes().replace(b"hoard", b"board"))
    for words, said in (
        ((tmp_path / "no.json", draft), "no.json can't be read"),
        ((report, tmp_path / "no.txt"), "no.txt was not found"),
        ((report, tmp_path), "is a folder"),
        ((broken, draft), "broken.json: This report has been changed since it was written"),
        ((draft, report), "is not a report that Evenhand can read"),
    ):
        ran = evenhand("export", *words, "--format", "csv")
        assert (ran.code, ran.says_one_sentence) == (2, True)
        assert said in ran.err


def test_a_place_that_cannot_be_written(
    evenhand: Evenhand, report: Path, draft: Path, tmp_path: Path
) -> None:
    ran = evenhand("export", report, draft, "--format", "csv", "--out", tmp_path / "no" / "x.csv")
    assert (ran.code, ran.says_one_sentence) == (2, True)
    assert "folder does not exist" in ran.err


def test_no_model_is_loaded_and_none_is_needed(report: Path, draft: Path, tmp_path: Path) -> None:
    words = ["export", str(report), str(draft), "--format", "docx", "--out", str(tmp_path / "x.docx")]
    code = "import sys; from engine.cli import main; main(sys.argv[1:]); sys.exit('llama_cpp' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code, *words], timeout=60).returncode == 0
    assert (tmp_path / "x.docx").exists()
