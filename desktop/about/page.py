"""The About page: what this is, what ships with it, and the log."""

import platform
from importlib.metadata import version

from PySide6.QtCore import Qt, QUrl, qVersion
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication, QShowEvent, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop import log
from desktop.about.licenses import Shipped, shipped
from desktop.desk import Desk
from desktop.page import Page
from desktop.work.background import background
from engine.bias.constants import METHOD_VERSION
from engine.report.words import CAVEAT

WIDTH = 640


class AboutPage(QTabWidget):
    """Three tabs; what has to be read from the disk is read on another thread."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.setObjectName("about")
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)
        self.licenses = Licenses()
        self.log = LogView()
        self.addTab(_about(), self.tr("About"))
        self.addTab(self.licenses, self.tr("Licenses"))
        self.addTab(self.log, self.tr("Log"))

    def page(self) -> Page:
        titles = self.tr("&About Evenhand"), self.tr("&Licenses"), self.tr("L&og")
        actions = [QAction(title, self) for title in titles]
        for index, action in enumerate(actions):
            action.triggered.connect(lambda _=False, index=index: self._bring(index))
        return Page("about", self.tr("About"), "about", self, foot=True, menus={"help": actions})

    def _bring(self, index: int) -> None:
        self.setCurrentIndex(index)
        self._desk.page_asked.emit("about")


class Licenses(QWidget):
    """A package at the left, its license's text at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._shipped: list[Shipped] = []
        self.setObjectName("licenses")
        self.list = QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("What ships with Evenhand"))
        self.list.setAccessibleDescription(self.tr("Packages; the license of the chosen one is shown beside"))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("Text of the license"))
        self.text.setAccessibleDescription(self.tr("Of the package chosen in the list"))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(self.text)
        split.setSizes([280, 720])
        split.setChildrenCollapsible(False)
        lead = QLabel(
            self.tr(
                "Evenhand is free software under the MIT license; its knowledge base is under CC BY 4.0. "
                "llama.cpp (MIT) comes inside llama-cpp-python, Qt inside PySide6. Each model has a license "
                "of its own, shown on the Models page."
            )
        )
        lead.setWordWrap(True)
        lead.setProperty("role", "quiet")
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 24)
        column.setSpacing(12)
        column.addWidget(lead)
        column.addWidget(split, 1)
        self.list.currentRowChanged.connect(self._choose)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._shipped:
            background(shipped, self._show)

    def _show(self, found: list[Shipped]) -> None:
        self._shipped = found
        self.list.clear()
        self.list.addItems([f"{one.name} {one.version}\n{one.license}" for one in found])
        self.list.setCurrentRow(0)

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._shipped):
            text = self._shipped[row].text
            self.text.setPlainText(text or self.tr("This package carries no text of its license."))


class LogView(QWidget):
    """What the program did, with a button that copies it for whoever helps."""

    def __init__(self) -> None:
        super().__init__()
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("Log"))
        self.text.setAccessibleDescription(self.tr("What the program did, newest last"))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.copy = QPushButton(self.tr("Copy"))
        self.copy.setToolTip(self.tr("Copy the whole log to the clipboard"))
        self.open = QPushButton(self.tr("Open the folder"))
        self.open.setToolTip(self.tr("Show where the log lies in the file manager"))
        self.said = QLabel()
        self.said.setProperty("role", "quiet")
        lead = QLabel(
            self.tr("What the program did and where it failed. It never holds text or names of your drafts.")
        )
        lead.setWordWrap(True)
        lead.setProperty("role", "quiet")
        row = QHBoxLayout()
        row.addWidget(self.copy)
        row.addWidget(self.open)
        row.addWidget(self.said, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 24)
        column.setSpacing(12)
        column.addWidget(lead)
        column.addWidget(self.text, 1)
        column.addLayout(row)
        self.copy.clicked.connect(self._copy)
        self.open.clicked.connect(
            lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(log.place().parent)))
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.said.clear()
        background(log.read, self._show)

    def _show(self, text: str) -> None:
        self.text.setPlainText(text or self.tr("Nothing has been written yet."))
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.text.moveCursor(QTextCursor.MoveOperation.StartOfLine)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.said.setText(self.tr("Copied."))


def _about() -> QWidget:
    tab = QWidget()
    inner = QWidget()
    inner.setMaximumWidth(WIDTH)
    column = QVBoxLayout(inner)
    column.setContentsMargins(0, 40, 0, 24)
    column.setSpacing(12)
    title = QLabel(f"Evenhand {version('evenhand')}")
    title.setProperty("role", "title")
    column.addWidget(title)
    for role, text in (
        ("", tab.tr("A second read of a draft for media bias, on your own machine.")),
        ("", CAVEAT),
        (
            "quiet",
            tab.tr(
                "A panel of small agents, all on one local model, reads each passage, argues where it "
                "differs, and has to quote the words it objects to. The method is Multi-Agent Bias Probing "
                "and Detection via Structured Argument Debate."
            ),
        ),
        ("quiet", tab.tr("No text leaves this machine. Only a download that you ask for uses the network.")),
        (
            "small",
            tab.tr("Method {method} · Qt {qt} · Python {python} · {system}").format(
                method=METHOD_VERSION,
                qt=qVersion(),
                python=platform.python_version(),
                system=platform.platform(terse=True),
            ),
        ),
    ):
        label = QLabel(text)
        label.setWordWrap(True)
        label.setProperty("role", role)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(label)
    column.addStretch()
    row = QHBoxLayout(tab)
    row.setContentsMargins(32, 0, 32, 0)
    row.addStretch(1)
    row.addWidget(inner, 1000)
    row.addStretch(1)
    return tab
