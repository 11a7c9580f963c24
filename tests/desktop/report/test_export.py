"""The report leaves the window: as a file, on the clipboard, on paper."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog
from PySide6.QtWidgets import QLineEdit, QPushButton, QRadioButton
from pytestqt.qtbot import QtBot

from desktop.app import Desktop
from desktop.check.draft import Draft
from desktop.report.dialog import ExportDialog
from desktop.report.exporting import EXTENSIONS, FORMATS, Format
from desktop.report.formats import described
from desktop.report.printing import to_printer
from engine.report.canonical import from_json
from engine.report.exporters import FORMATS as engine_formats
from engine.report.exporters import export
from engine.report.schema import ReportFile


@pytest.fixture
def dialog(qtbot: QtBot, desktop: Desktop, checked: Draft) -> ExportDialog:
    """Opened by its keys."""
    with qtbot.waitActive(desktop.window):
        desktop.window.activateWindow()
    qtbot.keyClick(desktop.window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    opened = desktop.window.findChild(ExportDialog)
    assert isinstance(opened, ExportDialog) and opened.isVisible()
    return opened


MAGIC = {"html": b"<!doctype html>", "pdf": b"%PDF", "docx": b"PK", "odt": b"PK", "languagetool": b"{"}


def choose(qtbot: QtBot, dialog: ExportDialog, format: Format, path: Path) -> None:
    button = dialog.findChild(QRadioButton, f"format-{format}")
    assert isinstance(button, QRadioButton)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().center() / 2)
    place = dialog.findChild(QLineEdit, "export-place")
    assert isinstance(place, QLineEdit)
    assert place.text().endswith(f".report.{EXTENSIONS[format]}")
    place.selectAll()
    qtbot.keyClicks(place, str(path))


def press(qtbot: QtBot, dialog: ExportDialog, name: str = "export") -> None:
    button = dialog.findChild(QPushButton, name)
    assert isinstance(button, QPushButton)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_is_written(
    qtbot: QtBot, desktop: Desktop, dialog: ExportDialog, tmp_path: Path, format: Format
) -> None:
    checked = desktop.desk.checked
    assert checked is not None
    path = tmp_path / f"out.{EXTENSIONS[format]}"
    choose(qtbot, dialog, format, path)
    with qtbot.waitSignal(dialog.saved):
        press(qtbot, dialog)
    data = path.read_bytes()
    if format == "json":
        assert from_json(data) == checked.file
    else:
        assert data == export(checked.file, checked.document, format, checked.data)
        assert data.startswith(MAGIC.get(format, b""))
    assert ExportDialog.folder == tmp_path


def test_a_place_that_can_not_be_written_is_said_in_the_dialog(
    qtbot: QtBot, dialog: ExportDialog, tmp_path: Path
) -> None:
    choose(qtbot, dialog, "html", tmp_path / "nowhere" / "out.html")
    press(qtbot, dialog)
    qtbot.waitUntil(lambda: bool(dialog.trouble))
    assert "the folder does not exist" in dialog.trouble
    assert dialog.isVisible()


def test_every_format_is_described() -> None:
    assert set(FORMATS) == set(engine_formats) == set(described())


def test_copies_as_text_and_as_formatted_text(qtbot: QtBot, desktop: Desktop, checked: Draft) -> None:
    with qtbot.waitSignal(desktop.desk.said):
        desktop.report.copy.trigger()
    copied = QGuiApplication.clipboard().mimeData()
    assert "hoard record profits" in copied.text()
    assert "<h1>Early warning: 2 of 4" in copied.html()
    assert "<script>" not in copied.html()


def test_prints_pages(desktop: Desktop, checked: Draft, tmp_path: Path, report_file: ReportFile) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    path = tmp_path / "out.pdf"
    printer.setOutputFileName(str(path))
    to_printer(report_file, printer)
    assert path.read_bytes().startswith(b"%PDF") and path.stat().st_size > 5000


def test_preview_shows_pages(qtbot: QtBot, desktop: Desktop, checked: Draft) -> None:
    desktop.report.preview.trigger()
    dialog = desktop.window.findChild(QPrintPreviewDialog)
    assert isinstance(dialog, QPrintPreviewDialog)
    qtbot.waitUntil(dialog.isVisible)
    dialog.reject()


def test_without_a_report_there_is_nothing_to_export(desktop: Desktop) -> None:
    assert not any(action.isEnabled() for action in desktop.report.all)
