"""One function for all formats: the same report gives the same bytes."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.report.canonical import from_json
from engine.report.exporters import EXTENSIONS, FORMATS, Format, Unexportable, export
from engine.report.html import render_html
from engine.text import read_bytes
from tests.engine.report.exporters import golden
from tests.engine.report.exporters.conftest import Checked


@pytest.mark.parametrize("format", FORMATS)
def test_the_bytes_are_those_of_the_golden_file(plain: Checked, format: Format) -> None:
    """After a wanted change: `python -m tests.engine.report.exporters.golden`."""
    assert golden.stored(format) == golden.reduced(format, plain.export(format))


def test_another_process_writes_the_same_bytes(plain: Checked, tmp_path: Path) -> None:
    root = Path(__file__).parents[4]
    command = [sys.executable, "-X", "utf8", "-m", "tests.engine.report.exporters.golden", str(tmp_path)]
    subprocess.run(command, cwd=root, check=True, timeout=60, env={"PYTHONHASHSEED": "7"})
    for format in FORMATS:
        assert golden.stored(format, tmp_path) == golden.reduced(format, plain.export(format)), format


def test_json_is_read_back(plain: Checked) -> None:
    assert from_json(plain.export("json")) == plain.file


def test_html_is_the_page(plain: Checked) -> None:
    assert plain.export("html") == render_html(plain.file, plain.draft.text)


def test_text_has_no_control_codes(plain: Checked) -> None:
    assert b"\x1b" not in plain.export("text")
    assert b"hoard record profits" in plain.export("text")


def test_every_format_has_an_extension_of_its_own() -> None:
    assert set(EXTENSIONS) == set(FORMATS)
    assert len(set(EXTENSIONS.values())) == len(FORMATS)


@pytest.mark.parametrize("format", FORMATS)
def test_another_draft_is_refused(plain: Checked, format: Format) -> None:
    data = plain.data.replace(b"hoard", b"board")
    other = read_bytes(data, "parking-fees.txt")
    with pytest.raises(Unexportable, match=r"parking-fees.txt is not the draft of this report"):
        export(plain.file, other, format, data)
    with pytest.raises(Unexportable, match=r"parking-fees.txt is not the draft of this report"):
        export(plain.file, plain.draft, format, data)


@pytest.mark.parametrize("format", FORMATS)
def test_a_report_with_other_words_is_refused(plain: Checked, format: Format) -> None:
    passage = plain.file.report.passages[1]
    moved = passage.model_copy(update={"start": passage.start + 1})
    report = plain.file.report.model_copy(update={"passages": (moved,)})
    with pytest.raises(Unexportable, match="not the text that the report was made from"):
        export(plain.file.model_copy(update={"report": report}), plain.draft, format, plain.data)


@pytest.mark.parametrize("format", FORMATS)
def test_nothing_found(plain: Checked, format: Format) -> None:
    report = plain.file.report
    verdict = report.verdict.model_copy(update={"verdict": "neutral", "passages": 0, "biased_passages": 0})
    empty = plain.file.model_copy(
        update={"report": report.model_copy(update={"passages": (), "verdict": verdict})}
    )
    assert export(empty, plain.draft, format, plain.data)
