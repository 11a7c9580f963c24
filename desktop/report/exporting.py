"""A report on its way out: the formats there are, and the file that is written."""

from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Literal, get_args

from rich.console import Console

from desktop.desk import Checked
from engine.report.canonical import to_json
from engine.report.files import write
from engine.report.html import render_html
from engine.report.terminal import render

Format = Literal["html", "json", "text"]
FORMATS: tuple[Format, ...] = get_args(Format)
EXTENSIONS: Mapping[Format, str] = {"html": "html", "json": "json", "text": "txt"}
_TEXT_WIDTH = 100  # columns


def exported(checked: Checked, format: Format) -> bytes:
    """The report in a format. Raises ValueError where the draft is not the report's."""
    if format == "json":
        return to_json(checked.file)
    if format == "html":
        return render_html(checked.file, checked.document.text)
    console = Console(record=True, width=_TEXT_WIDTH, file=StringIO(), legacy_windows=False)
    render(checked.file, console)
    return console.export_text().encode("utf-8", "replace")


def file_name(checked: Checked, format: Format) -> str:
    """What the report is called unless a person says otherwise."""
    return f"{Path(checked.document.name).name}.report.{EXTENSIONS[format]}"


def save(checked: Checked, format: Format, path: Path) -> Path:
    """Write the report, whole or not at all, and say where. Raises UnwritableReport, ValueError."""
    write(path, exported(checked, format))
    return path
