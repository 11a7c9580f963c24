"""CSV of findings and LanguageTool's matches."""

import csv
import json
from io import StringIO

import pytest

from engine.report.exporters.findings_csv import to_csv
from engine.report.schema import Finding, ReportFile
from tests.engine.report.exporters.conftest import Checked


def findings(file: ReportFile) -> list[Finding]:
    return [one for passage in file.report.passages for one in passage.findings]


def test_csv_has_a_row_for_each_finding(plain: Checked) -> None:
    data = plain.export("csv")
    assert data.startswith(b"\xef\xbb\xbfpassage,state,start,end,quote,")
    rows = list(csv.DictReader(StringIO(data.decode("utf-8-sig"), newline="")))
    assert [row["quote"] for row in rows] == [one.quote for one in findings(plain.file)]
    hoard = next(row for row in rows if row["alternative"])
    assert hoard["quote"] == plain.draft.text[int(hoard["start"]) : int(hoard["end"])]
    assert (hoard["passage"], hoard["state"], hoard["agent"]) == ("2", "slanted", "evidence")
    assert (hoard["kind"], hoard["type"]) == ("biased language", "loaded term")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t"])
def test_a_spreadsheet_computes_nothing(plain: Checked, start: str) -> None:
    passage = plain.file.report.passages[1]
    finding = passage.findings[0].model_copy(update={"quote": f'{start}HYPERLINK("x","y")\nz'})
    report = plain.file.report.model_copy(
        update={"passages": (passage.model_copy(update={"findings": (finding,)}),)}
    )
    data = to_csv(plain.file.model_copy(update={"report": report}))
    rows = list(csv.DictReader(StringIO(data.decode("utf-8-sig"), newline="")))
    assert [row["quote"] for row in rows] == [f"'{finding.quote}"]


def test_matches_are_at_their_words_in_utf_16(plain: Checked) -> None:
    answer = json.loads(plain.export("languagetool"))
    units = plain.draft.text.encode("utf-16-le")
    quotes = []
    for match in answer["matches"]:
        start, end = 2 * match["offset"], 2 * (match["offset"] + match["length"])
        quotes.append(units[start:end].decode("utf-16-le"))
        around = match["context"]
        text = around["text"].encode("utf-16-le")
        start, end = 2 * around["offset"], 2 * (around["offset"] + around["length"])
        assert text[start:end].decode("utf-16-le") == quotes[-1]
        assert quotes[-1] in match["sentence"]
    assert quotes == [one.quote for one in findings(plain.file)]
    assert any("\U0001f697" in quote for quote in quotes)


def test_a_match_as_editors_expect_it(plain: Checked) -> None:
    answer = json.loads(plain.export("languagetool"))
    assert answer["software"]["apiVersion"] == 1
    assert answer["warnings"] == {"incompleteResults": False}
    match = next(one for one in answer["matches"] if one["replacements"])
    assert match["replacements"] == [{"value": "report record profits"}]
    assert match["rule"]["id"] == "EVENHAND_LOADED_TERM"
    assert match["rule"]["issueType"] == "style"
    assert match["rule"]["category"] == {"id": "BIASED_LANGUAGE", "name": "Biased language"}
    assert match["message"].startswith("A term that carries a judgment.")
