"""A report on its way out: what it is called, and the file that is written."""

from pathlib import Path

from desktop.desk import Checked
from engine.report.exporters import EXTENSIONS, Format, Unexportable, export
from engine.report.files import write

__all__ = ["EXTENSIONS", "FORMATS", "Format", "Unexportable", "exported", "file_name", "save"]

FORMATS: tuple[Format, ...] = (
    "html",
    "pdf",
    "docx",
    "odt",
    "markdown",
    "text",
    "csv",
    "languagetool",
    "json",
)
"""All that the engine writes, what a desk sends most first."""


def exported(checked: Checked, format: Format) -> bytes:
    """The report in a format. Raises Unexportable for a document that cannot be annotated."""
    return export(checked.file, checked.document, format, checked.data)


def file_name(checked: Checked, format: Format) -> str:
    """What the report is called unless a person says otherwise."""
    return f"{Path(checked.document.name).name}.report.{EXTENSIONS[format]}"


def save(checked: Checked, format: Format, path: Path) -> Path:
    """Write the report, whole or not at all, and say where. Raises UnwritableReport, Unexportable."""
    write(path, exported(checked, format))
    return path
