"""The Verify page: a report and a draft in, and whether they reproduce out."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop.page import Page
from desktop.report.slot import FileSlot
from desktop.report.verdict import VerdictCard
from desktop.report.verifying import Request, Verifier
from desktop.settings.schema import Settings
from desktop.theme import Theme
from desktop.why.pictures import ShareBar
from desktop.why.texts import label
from engine.reproduce import Comparison

WIDTH = 680


class VerifyPage(QWidget):
    """`settings` says where models lie; `engaged`, whether a check runs now, for both would take turns at
    the same processor and take many times as long."""

    busy = Signal(bool)
    """Whether the model is at work here, so that no check should begin."""

    def __init__(self, theme: Theme, settings: Callable[[], Settings], engaged: Callable[[], bool]) -> None:
        super().__init__()
        self._settings, self._engaged = settings, engaged
        self._verifier = Verifier(self)
        self._report = FileSlot(
            "report",
            self.tr("Report"),
            self.tr("The .json file that a check or an export wrote"),
            self.tr("Evenhand reports (*.json);;All files (*)"),
        )
        self._draft = FileSlot(
            "draft",
            self.tr("Draft"),
            self.tr("The draft as it was when it was checked"),
            self.tr("All files (*)"),
        )
        self._start = QPushButton(self.tr("Verify"))
        self._stop = QPushButton(self.tr("Stop"))
        self._progress, self._said = ShareBar(theme), label("", "quiet")
        self._card = VerdictCard(theme)
        self.setAcceptDrops(True)
        self._lay_out()
        self._connect()
        self._show_running(False)

    def page(self) -> Page:
        return Page("verify", self.tr("Verify"), "verify", self)

    def take(self, paths: list[Path]) -> None:
        """Files that were dropped: a .json is the report, anything else the draft."""
        for path in paths:
            (self._report if path.suffix.lower() == ".json" else self._draft).take(path)

    def end(self) -> None:
        """Stop what runs, before the page goes."""
        self._verifier.end()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.take([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])
        event.acceptProposedAction()

    def _run(self) -> None:
        if self._engaged():
            sentence = self.tr("Wait until the check is done, or stop it, and verify then.")
            self._card.say("alert", self.tr("A check is running"), sentence)
            return
        if self._report.path and self._draft.path:
            settings = self._settings()
            self._card.hide()
            self._say(self.tr("Reading"))
            self._verifier.start(
                Request(self._report.path, self._draft.path, settings.models_folder, settings.threads)
            )
            self._show_running(True)
            self.busy.emit(True)

    def _say(self, sentence: str) -> None:
        self._said.setText(sentence)

    def _step(self, done: int, total: int) -> None:
        said = self.tr("{done} of {total} passages run again").format(done=done, total=total)
        self._say(said)
        self._progress.show_share(self.tr("Progress"), done / total if total else 0.0, said)

    def _compared(self, compared: Comparison) -> None:
        self._end()
        self._card.show_comparison(compared)

    def _stopped(self) -> None:
        self._end()
        sentence = self.tr("Nothing can be said about the bytes until it has run to the end.")
        self._card.say("stop", self.tr("Stopped"), sentence)

    def _failed(self, sentence: str) -> None:
        self._end()
        self._card.say("alert", self.tr("This can't be verified"), sentence)

    def _end(self) -> None:
        self._show_running(False)
        self.busy.emit(False)

    def _show_running(self, running: bool) -> None:
        had_focus = self._start.hasFocus() or self._stop.hasFocus()
        self._start.setVisible(not running)
        self._stop.setVisible(running)
        self._progress.setVisible(running)
        self._said.setVisible(running)
        self._progress.show_share(self.tr("Progress"), 0.0, "")
        self._start.setEnabled(bool(self._report.path and self._draft.path))
        for slot in (self._report, self._draft):
            slot.setEnabled(not running)
        if had_focus:
            (self._stop if running else self._start).setFocus()

    def _connect(self) -> None:
        self._start.clicked.connect(self._run)
        self._stop.clicked.connect(self._verifier.stop)
        for slot in (self._report, self._draft):
            slot.chosen.connect(lambda _path: self._show_running(False))
            slot.chosen.connect(lambda _path: self._card.hide())
        self._verifier.loading.connect(lambda name: self._say(self.tr("Loading {name}").format(name=name)))
        self._verifier.stepped.connect(self._step)
        self._verifier.compared.connect(self._compared)
        self._verifier.stopped.connect(self._stopped)
        self._verifier.failed.connect(self._failed)

    def _lay_out(self) -> None:
        self._start.setObjectName("verify")
        self._start.setProperty("primary", True)
        self._start.setAccessibleDescription(self.tr("Runs the report's check again and compares the bytes"))
        self._stop.setObjectName("verify-stop")
        self._stop.setAccessibleDescription(self.tr("Stops the run; nothing is changed"))
        column = QVBoxLayout()
        column.setContentsMargins(32, 40, 32, 32)
        column.setSpacing(16)
        column.addWidget(label(self.tr("Verify a report"), "title"))
        said = self.tr(
            "Anyone with the same model, draft and settings gets the same report, byte for byte. Choose or "
            "drop a report and its draft to run the check again and compare."
        )
        column.addWidget(label(said, "quiet"))
        column.addWidget(self._report)
        column.addWidget(self._draft)
        row = QHBoxLayout()
        row.addWidget(self._start)
        row.addWidget(self._stop)
        row.addWidget(self._said, 1)
        row.addStretch()
        column.addLayout(row)
        column.addWidget(self._progress)
        column.addWidget(self._card)
        column.addStretch()
        inner = QWidget()
        inner.setLayout(column)
        inner.setMaximumWidth(WIDTH)
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(inner, 4)
        row.addStretch(1)
        area = QScrollArea()
        area.setWidget(middle)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its controls bring themselves into view
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
