"""A draft in the three formats that matter here, each with its report."""

from dataclasses import dataclass

import pytest

from engine.report.exporters import Format, export
from engine.report.schema import ReportFile
from engine.text import Document, read_bytes
from tests.engine.report.exporters import golden
from tests.engine.report.exporters.making import (
    ODT_QUOTES,
    WORD_QUOTES,
    odt_draft,
    report_on,
    word_draft,
)


@dataclass(frozen=True)
class Checked:
    """A draft that was checked: its bytes, what was read, and the report."""

    data: bytes
    draft: Document
    file: ReportFile

    def export(self, format: Format) -> bytes:
        return export(self.file, self.draft, format, self.data)


@pytest.fixture(scope="session")
def plain() -> Checked:
    """The parking fees of the report's own tests."""
    data, file = golden.checked()
    return Checked(data, read_bytes(data, file.circumstances.draft_name), file)


@pytest.fixture(scope="session")
def word(report_file: ReportFile) -> Checked:
    data = word_draft()
    draft = read_bytes(data, "fees.docx")
    return Checked(data, draft, report_on(draft, WORD_QUOTES, report_file))


@pytest.fixture(scope="session")
def odt(report_file: ReportFile) -> Checked:
    data = odt_draft()
    draft = read_bytes(data, "fees.odt")
    return Checked(data, draft, report_on(draft, ODT_QUOTES, report_file))
