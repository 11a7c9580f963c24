"""The findings beside the draft: three filters, the list, and in its place a sentence where there is none."""

from typing import Any

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.check import words
from desktop.check.draft import Draft
from desktop.check.finding_row import FindingRow
from desktop.check.findings import Findings, Row, Wanted
from desktop.check.marks import Mark
from desktop.check.notice import Notice
from desktop.theme import Theme
from engine.report.words import CAVEAT

SOON_MS = 120


class FindingsList(QListView):
    entered_row = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.entered_row.emit(self.currentIndex())
            return
        super().keyPressEvent(event)


class FindingsPanel(QWidget):
    """Moves with the text both ways: `chosen` when a row is picked, `follow` when the caret moves."""

    chosen = Signal(object, bool)
    """A `Mark`, and whether its card is wanted with it."""
    retry_asked = Signal()
    models_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._draft: Draft | None = None
        self._following = False
        self._soon = QTimer(self)  # not at every key
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self.model = Findings()
        self.list = FindingsList()
        self._delegate = FindingRow(theme)
        self.notice = Notice(theme)
        self._press = self.retry_asked
        self._count = QLabel()
        self._hidden = QPushButton()
        self._stack = QStackedWidget()
        self.filters = [QComboBox(), QComboBox(), QComboBox()]
        self._lay_out()
        self._fill_filters()
        self.list.selectionModel().currentChanged.connect(self._current_changed)
        self.list.clicked.connect(lambda index: self._pick(index, True))
        self.list.entered_row.connect(lambda index: self._pick(index, True))
        self.notice.pressed.connect(self._pressed)
        self._hidden.clicked.connect(self._heed_all)
        theme.changed.connect(self.list.viewport().update)

    def show_draft(self, draft: Draft) -> None:
        if self._draft:
            self._draft.known.disconnect(self.refresh)
            self._draft.edited.disconnect(self._soon.start)
        self._draft = draft
        draft.known.connect(self.refresh)
        draft.edited.connect(self._soon.start)
        self.refresh()

    def follow(self, mark: Mark | None) -> None:
        """The caret stands in this mark: show its row."""
        row = self.model.row_of(mark) if mark else None
        self._following = True
        if row is None:
            self.list.clearSelection()
            self.list.setCurrentIndex(QModelIndex())
        else:
            self.list.setCurrentIndex(self.model.index(row))
            self.list.scrollTo(self.model.index(row))
        self._following = False

    def loading(self, name: str) -> None:
        """The model of that file name is being loaded."""
        if not self.model.total:
            heading = self.tr("Loading the model")
            self._say("models", heading, self.tr("{name} is read into memory once.").format(name=name))

    def refresh(self) -> None:
        """Show what is known of the draft now."""
        draft = self._draft
        if not draft:
            return
        current = self.list.currentIndex().data(Qt.ItemDataRole.UserRole)
        self._following = True
        self.model.set_marks(draft.marks)
        self._following = False
        if isinstance(current, Row):
            self.follow(current.mark)
        shown, total = len(self.model.rows), self.model.total
        self._count.setText(self.tr("{shown} of {total} shown").format(shown=shown, total=total))
        self._count.setVisible(total > 0)
        self._hidden.setVisible(bool(draft.ignored))
        self._hidden.setText(self.tr("Show {count} ignored").format(count=len(draft.ignored)))
        self._state(draft)

    def _state(self, draft: Draft) -> None:
        if draft.status == "failed" and draft.failure:
            if draft.failure.trouble == "model":
                self._say(
                    "models", self.tr("No model to ask"), draft.failure.sentence, self.tr("Choose a model")
                )
                self._press = self.models_asked
            else:
                heading = self.tr("The check did not end")
                self._say("alert", heading, draft.failure.sentence, self.tr("Try again"))
                self._press = self.retry_asked
        elif self.model.rows:
            self._stack.setCurrentIndex(0)
        elif self.model.total:
            self._say("check", self.tr("Nothing of this kind"), self.tr("The filters hide what was found."))
        elif draft.status == "checking":
            heading = self.tr("Nothing found so far")
            self._say("check", heading, self.tr("Findings appear as passages are done."))
        elif draft.status == "done":
            heading = self.tr("No slant found.")
            self._say("check", heading, self.tr("That is not a certificate. A person decides."))
        elif draft.status == "stopped":
            heading = self.tr("Stopped before the first finding")
            self._say("stop", heading, self.tr("What was read stays; Run reads the rest."))
        else:
            heading = self.tr("Not checked yet")
            self._say("run", heading, self.tr("Run asks the panel for a second read of this draft."))

    def _say(self, icon: str, heading: str, sentence: str, button: str = "") -> None:
        self.notice.say(icon, heading, sentence, button)
        self._stack.setCurrentIndex(1)

    def _pressed(self) -> None:
        self._press.emit()

    def _heed_all(self) -> None:
        if self._draft:
            self._draft.heed_all()

    def _current_changed(self, current: QModelIndex) -> None:
        if current.isValid() and not self._following:
            self._pick(current, False)

    def _pick(self, index: QModelIndex, card: bool) -> None:
        row = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(row, Row):
            self.chosen.emit(row.mark, card)

    def _narrow(self) -> None:
        kind, severity, agent = (box.currentData() for box in self.filters)
        self.model.narrow(Wanted(kind, severity, agent))
        self.refresh()

    def _fill_filters(self) -> None:
        choices: list[tuple[str, dict[Any, str]]] = [
            (self.tr("Kind"), {**words.kinds()}),
            (self.tr("Severity"), {**words.severities()}),
            (self.tr("Agent"), {**words.agents()}),
        ]
        for box, (name, values) in zip(self.filters, choices, strict=True):
            box.setAccessibleName(name)
            box.setToolTip(self.tr("Show only findings of one: {name}").format(name=name.lower()))
            box.addItem(name, None)  # all of them
            for key, value in values.items():
                box.addItem(value, key)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
            box.setProperty("compact", True)
            box.currentIndexChanged.connect(self._narrow)

    def _lay_out(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(self._delegate)
        self.list.setMouseTracking(True)
        self.list.setUniformItemSizes(True)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Findings"))
        self.list.setAccessibleDescription(
            self.tr("The arrow keys go from finding to finding, Enter opens the card.")
        )
        self.list.setObjectName("findings")
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.notice)
        self._count.setProperty("role", "small")
        self._hidden.setProperty("flat", True)
        self._hidden.setProperty("compact", True)
        caveat = QLabel(words.tr(CAVEAT))
        caveat.setProperty("role", "small")
        caveat.setWordWrap(True)
        filters, foot = QHBoxLayout(), QHBoxLayout()
        filters.setContentsMargins(12, 8, 12, 4)
        foot.setContentsMargins(16, 4, 8, 0)
        filters.setSpacing(6)
        for box in self.filters:
            filters.addWidget(box, 1)
        foot.addWidget(self._count)
        foot.addStretch()
        foot.addWidget(self._hidden)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 10)
        column.setSpacing(4)
        column.addLayout(filters)
        column.addWidget(self._stack, 1)
        column.addLayout(foot)
        low = QHBoxLayout()
        low.setContentsMargins(16, 0, 16, 0)
        low.addWidget(caveat)
        column.addLayout(low)
