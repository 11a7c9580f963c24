"""The report on paper, with a look at the pages first."""

from PySide6.QtGui import QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrintPreviewDialog
from PySide6.QtWidgets import QDialog, QWidget

from desktop.report.paper import paper
from engine.report.schema import ReportFile

_POINTS = 10


def pages(file: ReportFile) -> QTextDocument:
    """The report as a document that a printer can break into pages."""
    document = QTextDocument()
    font = document.defaultFont()
    font.setPointSize(_POINTS)
    document.setDefaultFont(font)
    document.setHtml(paper(file))
    document.setMetaInformation(
        QTextDocument.MetaInformation.DocumentTitle, f"{file.circumstances.draft_name}: early warning"
    )
    return document


def to_printer(file: ReportFile, printer: QPrinter) -> None:
    """Print, or draw the pages for a preview; whatever `printer` is for."""
    printer.setDocName(f"{file.circumstances.draft_name}: early warning")
    pages(file).print_(printer)


def preview(file: ReportFile, parent: QWidget) -> QPrintPreviewDialog:
    """A dialog with the pages as they would be printed; its toolbar prints them."""
    dialog = QPrintPreviewDialog(parent)
    dialog.paintRequested.connect(lambda printer: to_printer(file, printer))
    dialog.resize(900, 760)
    return dialog


def ask_and_print(file: ReportFile, parent: QWidget) -> bool:
    """Ask for a printer and print; False where a person would rather not."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    if QPrintDialog(printer, parent).exec() != QDialog.DialogCode.Accepted:
        return False
    to_printer(file, printer)
    return True
