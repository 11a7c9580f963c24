"""The report in every format that a newsroom uses, behind one function.

What is exported depends on the report and the draft alone: the same two give the same bytes.
"""

import hashlib
from collections.abc import Callable, Mapping
from io import StringIO
from typing import Literal, get_args

from rich.console import Console

from engine.report.canonical import to_json
from engine.report.exporters.errors import Unexportable
from engine.report.exporters.findings_csv import to_csv
from engine.report.exporters.languagetool import to_languagetool
from engine.report.exporters.markdown import to_markdown
from engine.report.html import render_html
from engine.report.page import check
from engine.report.schema import ReportFile
from engine.report.terminal import render
from engine.text import Document

__all__ = ["EXTENSIONS", "FORMATS", "Format", "Unexportable", "export", "exportable"]

Format = Literal["text", "json", "html", "pdf", "markdown", "csv", "languagetool", "docx", "odt"]
FORMATS: tuple[Format, ...] = get_args(Format)
EXTENSIONS: Mapping[Format, str] = {
    "text": "txt",
    "json": "json",
    "html": "html",
    "pdf": "pdf",
    "markdown": "md",
    "csv": "csv",
    "languagetool": "matches.json",
    "docx": "docx",
    "odt": "odt",
}
_TEXT_WIDTH = 100  # columns
_LONGEST = 1_000_000  # characters: more take too much memory, one by one

_EXPORTERS: Mapping[Format, Callable[[ReportFile, Document, bytes], bytes]] = {
    "text": lambda file, _draft, _data: _to_text(file),
    "json": lambda file, _draft, _data: to_json(file),
    "html": lambda file, draft, _data: render_html(file, draft.text),
    "pdf": lambda file, draft, _data: _to_pdf(file, draft),
    "markdown": lambda file, _draft, _data: to_markdown(file),
    "csv": lambda file, _draft, _data: to_csv(file),
    "languagetool": lambda file, draft, _data: to_languagetool(file, draft),
    "docx": lambda file, draft, data: _to_docx(file, draft, data),
    "odt": lambda file, draft, data: _to_odt(file, draft, data),
}


def export(file: ReportFile, draft: Document, format: Format, data: bytes) -> bytes:
    """The report in a format; data are the draft's own bytes, which docx and odt carry on.

    Raises Unexportable where the draft is not the report's, or a document that cannot be annotated.
    """
    for sha256 in (draft.data_sha256, hashlib.sha256(data).hexdigest()):
        if sha256 != file.report.draft.sha256:
            raise Unexportable(
                f"{draft.name} is not the draft of this report, or was changed since: its SHA-256 is "
                f"{sha256}, the report's is {file.report.draft.sha256}."
            )
    try:
        check(file.report, draft.text)
    except ValueError as error:
        raise Unexportable(str(error)) from error
    return _EXPORTERS[format](file, draft, data)


def exportable(draft: Document, format: Format, data: bytes) -> None:
    """Raises Unexportable for a document whose words could not be marked, before the work is done."""
    if format in ("docx", "odt") and len(draft.text) > _LONGEST:
        raise Unexportable(
            f"{draft.name} is too long for a document with comments: write its report as html instead."
        )
    if format == draft.format == "docx":
        from engine.report.exporters.docx import find_in_docx

        find_in_docx(draft, data)
    if format == draft.format == "odt":
        from engine.report.exporters.odt import find_in_odt

        find_in_odt(draft, data)


# The libraries of these three take long to load, and bring modules that can reach a network.


def _to_pdf(file: ReportFile, draft: Document) -> bytes:
    from engine.report.exporters.pdf import to_pdf

    return to_pdf(file, draft.text)


def _to_docx(file: ReportFile, draft: Document, data: bytes) -> bytes:
    from engine.report.exporters.docx import to_docx

    return to_docx(file, draft, data)


def _to_odt(file: ReportFile, draft: Document, data: bytes) -> bytes:
    from engine.report.exporters.odt import to_odt

    return to_odt(file, draft, data)


def _to_text(file: ReportFile) -> bytes:
    console = Console(record=True, width=_TEXT_WIDTH, file=StringIO(), legacy_windows=False)
    render(file, console)
    return console.export_text().encode("utf-8", "replace")
