"""The card beside a mark: what is held against the words, whose they are, and what one can do about it."""

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.check import words
from desktop.check.marks import Mark
from desktop.check.swatch import Swatch
from desktop.theme import Theme
from engine.report.schema import Finding, PassageReport

WIDTH = 376
LINGER_MS = 250  # before a card goes when the pointer has left its words


class Card(QFrame):
    """Floats over the page. On hover it comes and goes; by keyboard it stays until Escape."""

    replace_asked = Signal(object, str)
    """Put these words in the place of the `Mark`'s."""
    ignore_asked = Signal(object)
    accept_asked = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._mark: Mark | None = None
        self._kept = False
        self.setObjectName("card")
        self.setAccessibleName(self.tr("Finding"))
        self.setFixedWidth(WIDTH)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(28)
        shadow.setOffset(0, 6)
        shadow.setColor(Qt.GlobalColor.black)
        color = shadow.color()
        color.setAlphaF(0.22)
        shadow.setColor(color)
        self.setGraphicsEffect(shadow)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 14, 16, 14)
        self._body = QWidget()
        self._column.addWidget(self._body)
        self._going = QTimer(self)
        self._going.setSingleShot(True)
        self._going.setInterval(LINGER_MS)
        self._going.timeout.connect(self.dismiss)
        self.hide()

    @property
    def mark(self) -> Mark | None:
        """The mark that the card is about, while it shows."""
        return self._mark if self.isVisible() else None

    def show_mark(self, mark: Mark, passage: PassageReport | None, box: QRectF, keep: bool) -> None:
        """Show what is known of a mark below its `box` (in the parent's coordinates), above it where there is
        no room; `keep` it there until it is dismissed."""
        self._going.stop()
        self._kept = keep
        if mark != self._mark or not self.isVisible():
            self._mark = mark
            self._fill(mark, passage)
        self.adjustSize()
        self._place(box)
        self.show()
        self.raise_()

    def linger(self) -> None:
        """The pointer left the words: go soon, unless it reaches the card."""
        if not self._kept:
            self._going.start()

    def dismiss(self) -> None:
        self._going.stop()
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def take_focus(self) -> None:
        """For the keyboard: the first thing that one can do."""
        for button in self._body.findChildren(QPushButton):
            if button.isEnabled():
                button.setFocus(Qt.FocusReason.TabFocusReason)
                return

    def enterEvent(self, event: object) -> None:
        self._going.stop()

    def leaveEvent(self, event: object) -> None:
        self.linger()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.PaletteChange and self._mark and self.isVisible():
            self.update()
        return super().event(event)

    def _place(self, box: QRectF) -> None:
        parent = self.parentWidget()
        room = parent.rect() if parent else self.rect()
        x = min(max(8, round(box.left())), room.width() - self.width() - 8)
        y = round(box.bottom()) + 10
        if y + self.height() > room.height() - 8:
            y = round(box.top()) - self.height() - 10
        self.move(QPoint(x, max(8, y)))

    def _fill(self, mark: Mark, passage: PassageReport | None) -> None:
        fresh = QWidget()
        column = QVBoxLayout(fresh)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        if not mark.fresh:
            column.addWidget(_label(self.tr("From before your last edit; being read again."), "small"))
        for finding in mark.findings:
            column.addLayout(self._finding(finding))
        column.addWidget(_label(self.tr("Whose words: {whose}").format(whose=words.whose(mark)), "small"))
        if passage:
            column.addLayout(self._views(passage))
        column.addLayout(self._buttons(mark))
        self._column.replaceWidget(self._body, fresh)
        self._body.hide()
        self._body.deleteLater()
        self._body = fresh
        name = words.kinds()[mark.findings[0].kind]
        self.setAccessibleDescription(f"{name}: {mark.findings[0].quote}. {mark.findings[0].why}")

    def _finding(self, finding: Finding) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(4)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Swatch(self._theme, finding.kind, finding.severity))
        head.addWidget(_label(words.kinds()[finding.kind], "heading"))
        head.addStretch()
        head.addWidget(
            _label(f"{words.agents()[finding.agent]} · {words.severities()[finding.severity]}", "small")
        )
        column.addLayout(head)
        column.addWidget(_label(finding.why))
        if finding.alternative:
            instead = _label(self.tr("Try instead: “{words}”").format(words=finding.alternative))
            instead.setProperty("instead", True)
            column.addWidget(instead)
        elif finding.advice:
            column.addWidget(_label(finding.advice, "quiet"))
        return column

    def _views(self, passage: PassageReport) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.addWidget(_label(self.tr("The agents on this passage"), "small"), 0, 0, 1, 3)
        for row, (agent, claim, sure) in enumerate(words.views(passage), start=1):
            grid.addWidget(_label(agent, "small"), row, 0)
            grid.addWidget(_label(claim, "small"), row, 1)
            grid.addWidget(_label(self.tr("measured {sure:.2f}").format(sure=sure), "small"), row, 2)
        grid.setColumnStretch(2, 1)
        return grid

    def _buttons(self, mark: Mark) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        instead = next((one.alternative for one in mark.findings if one.alternative), None)
        if instead:
            replace = _button(self.tr("Replace"), self.tr("Put “{words}” in its place").format(words=instead))
            replace.setProperty("primary", True)
            replace.clicked.connect(lambda: self.replace_asked.emit(mark, instead))
            row.addWidget(replace)
        ignore = _button(self.tr("Ignore here"), self.tr("Say no more about these words in this place"))
        ignore.clicked.connect(lambda: self.ignore_asked.emit(mark))
        accept = _button(self.tr("Always accept"), self.tr("Add these words to the house style"))
        accept.clicked.connect(lambda: self.accept_asked.emit(mark))
        row.addWidget(ignore)
        row.addWidget(accept)
        row.addStretch()
        return row


def _label(text: str, role: str = "") -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)  # a draft's words are never markup
    label.setWordWrap(role != "small" or len(text) > 40)
    if role:
        label.setProperty("role", role)
    return label


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAccessibleDescription(tip)
    button.setProperty("compact", True)
    return button
