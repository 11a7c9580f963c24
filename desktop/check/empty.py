"""The desk without a draft: what to drop here, a sample to try, the last drafts."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.theme import Theme
from desktop.theme.icons import pixmap


class DropZone(QFrame):
    """A dashed field; `lit` while files hang over it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.lit = False
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self._theme.color("accent" if self.lit else "line"), 2)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.setBrush(self._theme.color("accent-soft" if self.lit else "raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 12, 12)
        painter.end()


class Empty(QWidget):
    """Says in one glance how to begin."""

    open_asked = Signal()
    paste_asked = Signal()
    sample_asked = Signal()
    recent_asked = Signal(object)
    """A path."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.zone = DropZone(theme)
        self._icon = QLabel()
        self._recent = QVBoxLayout()
        self._lay_out()
        theme.changed.connect(self._recolor)
        self._recolor()

    def show_recent(self, paths: Sequence[Path]) -> None:
        while item := self._recent.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        if paths:
            heading = QLabel(self.tr("Recent drafts"))
            heading.setProperty("role", "small")
            self._recent.addWidget(heading, 0, Qt.AlignmentFlag.AlignHCenter)
        for path in paths:
            button = QPushButton(path.name)
            button.setProperty("flat", True)
            button.setToolTip(str(path))
            button.clicked.connect(lambda _checked, path=path: self.recent_asked.emit(path))
            self._recent.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)

    def light(self, lit: bool) -> None:
        self.zone.lit = lit
        self.zone.update()

    def _recolor(self) -> None:
        self._icon.setPixmap(pixmap("drop", self._theme.color("accent"), 48, self.devicePixelRatioF()))

    def _lay_out(self) -> None:
        heading = QLabel(self.tr("Drop a draft here"))
        heading.setProperty("role", "title")
        formats = QLabel(
            self.tr("Plain text or Markdown, one file or several.\nNothing leaves this machine.")
        )
        formats.setProperty("role", "quiet")
        zone = QVBoxLayout(self.zone)
        zone.setContentsMargins(48, 40, 48, 40)
        zone.setSpacing(8)
        for label in (self._icon, heading, formats):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            zone.addWidget(label)
        zone.addSpacing(16)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch()
        for text, signal, kind in (
            (self.tr("Open…"), self.open_asked, "primary"),
            (self.tr("Paste"), self.paste_asked, ""),
            (self.tr("Try a sample"), self.sample_asked, ""),
        ):
            button = QPushButton(text)
            if kind:
                button.setProperty(kind, True)
            button.clicked.connect(lambda _checked, signal=signal: signal.emit())
            row.addWidget(button)
        row.addStretch()
        zone.addLayout(row)
        self.zone.setFixedWidth(600)
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch(2)
        column.addWidget(self.zone, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(self._recent)
        column.addStretch(3)
