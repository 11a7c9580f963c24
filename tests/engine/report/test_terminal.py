import io
import re

import pytest
from rich.console import Console

from engine.report.schema import ReportFile
from engine.report.terminal import render


def shown(file: ReportFile, **options: object) -> str:
    stream = io.StringIO()
    render(file, Console(file=stream, width=80, **options))  # type: ignore[arg-type]
    return stream.getvalue()


def test_plain_text_at_80_columns(report_file: ReportFile) -> None:
    text = shown(report_file)
    assert "\x1b" not in text
    assert max(len(line) for line in text.splitlines()) <= 80
    assert "Early warning: 2 of 4 passages look slanted." in text
    assert report_file.sha256 in text


def test_phrases_are_marked_without_color(report_file: ReportFile) -> None:
    text = " ".join(shown(report_file).split())
    assert "[hoard record profits]3, [shielded by a tax system [rigged]4 in their favor]5." in text
    assert "try instead: report record profits" in text


def test_the_argument(report_file: ReportFile) -> None:
    text = shown(report_file)
    assert re.search(r"Bias agent +biased +confidence 0\.80 +effective weight 0\.40", text)
    assert re.search(r"biased +0\.79  █{15}│█{9}·{6}  │ is the 0\.50 line", text)
    assert "For review: The agents disagree." in text


def test_a_draft_cannot_command_the_terminal(report_file: ReportFile) -> None:
    for text in (shown(report_file), shown(report_file, force_terminal=True, color_system="truecolor")):
        assert "\u202e" not in text
        assert "[bold red]everyone knows[/]" in text
        assert not re.search("\x1b\\[2J|\x1b\\[31m<", text)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", shown(report_file))


def test_no_color_keeps_the_marks(report_file: ReportFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    text = shown(report_file, force_terminal=True)
    assert not re.search(r"\x1b\[[\d;]*3[0-7]m", text)
    assert "hoard record profits" in text


def test_bars_on_a_terminal_without_unicode(report_file: ReportFile) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", errors="replace")
    render(report_file, Console(file=stream, width=80))
    stream.flush()
    assert b"###|###" in raw.getvalue()


def test_nothing_found(report_file: ReportFile) -> None:
    calm = report_file.report.passages[0]
    verdict = report_file.report.verdict.model_copy(
        update={"verdict": "neutral", "biased_passages": 0, "passages": 1}
    )
    report = report_file.report.model_copy(update={"passages": (calm,), "verdict": verdict})
    text = shown(report_file.model_copy(update={"report": report}))
    assert "No slant found. That is not a certificate." in text
    assert "Passage 1" not in text
