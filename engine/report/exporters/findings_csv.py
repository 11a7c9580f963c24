"""The findings as a table for spreadsheets: one row each, in reading order."""

import csv
from io import StringIO

from engine.report import words
from engine.report.schema import Finding, PassageReport, ReportFile

_COLUMNS = (
    "passage",
    "state",
    "start",
    "end",
    "quote",
    "kind",
    "type",
    "agent",
    "strength",
    "severity",
    "why",
    "whose",
    "alternative",
    "advice",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(file: ReportFile) -> bytes:
    """RFC 4180 with a header, in UTF-8 with the mark by which spreadsheets know it.

    start and end are code points of the draft. A text that a spreadsheet would compute begins with an
    apostrophe.
    """
    buffer = StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for passage in file.report.passages:
        writer.writerows(_row(passage, finding) for finding in passage.findings)
    return buffer.getvalue().encode("utf-8-sig")


def _row(passage: PassageReport, finding: Finding) -> list[object]:
    return [
        passage.index + 1,
        words.state(passage.decision),
        finding.start,
        finding.end,
        *map(
            _inert,
            (
                finding.quote,
                words.KINDS[finding.kind],
                words.plain(finding.type),
                finding.agent,
                finding.strength,
                finding.severity,
                finding.why,
                finding.whose or "",
                finding.alternative or "",
                finding.advice or "",
            ),
        ),
    ]


def _inert(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
