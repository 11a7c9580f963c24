"""What can be done with a report: entries of the File menu, and buttons where one looks at it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop.desk import Checked, Desk
from desktop.report.dialog import ExportDialog
from desktop.report.exporting import exported
from desktop.report.paper import paper
from desktop.report.printing import ask_and_print, preview
from desktop.work.background import background


class ReportActions(QObject):
    """Each is enabled while there is a report of the draft on the desk."""

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._window = desk, window
        self.export = self._action(
            self.tr("&Export report…"),
            "Ctrl+E",
            self.tr("Save the report in a format of your choice"),
            self._export,
        )
        self.copy = self._action(
            self.tr("&Copy report"),
            "Ctrl+Shift+C",
            self.tr("Copy the report to paste it elsewhere"),
            self._copy,
        )
        self.preview = self._action(
            self.tr("Print pre&view…"),
            "Ctrl+Shift+P",
            self.tr("See the report as it would be printed"),
            self._preview,
        )
        self.print = self._action(
            self.tr("&Print…"), QKeySequence.StandardKey.Print, self.tr("Print the report"), self._print
        )
        desk.reported.connect(self._enable)
        self._enable(desk.checked)

    @property
    def all(self) -> list[QAction]:
        return [self.export, self.copy, self.preview, self.print]

    def _action(
        self, text: str, keys: str | QKeySequence.StandardKey, use: str, do: Callable[[], None]
    ) -> QAction:
        action = QAction(text, self)
        action.setToolTip(use)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(do)
        return action

    def _enable(self, checked: Checked | None) -> None:
        for action in self.all:
            action.setEnabled(checked is not None)

    def _export(self) -> None:
        if checked := self._desk.checked:
            dialog = ExportDialog(checked, self._window)
            dialog.saved.connect(self._saved)
            dialog.open()
            dialog.finished.connect(dialog.deleteLater)

    def _saved(self, path: Path) -> None:
        self._desk.said.emit(self.tr("The report is saved: {name}").format(name=path.name))

    def _copy(self) -> None:
        checked = self._desk.checked
        if not checked:
            return
        background(lambda: (exported(checked, "text").decode(), paper(checked.file)), self._put)

    def _put(self, copies: tuple[str, str]) -> None:
        """On the clipboard, for programs that take plain text and for those that take formatted text."""
        data = QMimeData()
        data.setText(copies[0])
        data.setHtml(copies[1])
        QGuiApplication.clipboard().setMimeData(data)
        self._desk.said.emit(self.tr("The report is copied: paste it where you need it."))

    def _preview(self) -> None:
        if checked := self._desk.checked:
            dialog = preview(checked.file, self._window)
            dialog.open()
            dialog.finished.connect(dialog.deleteLater)

    def _print(self) -> None:
        if (checked := self._desk.checked) and ask_and_print(checked.file, self._window):
            self._desk.said.emit(self.tr("The report is on its way to the printer."))
