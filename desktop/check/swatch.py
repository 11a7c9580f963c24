"""A short sample of a kind's line, for cards, lists and the legend."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.check.lines import underline
from desktop.theme import Theme
from engine.bias.outputs import MetaCategory
from knowledge import Severity

SIZE = QSize(26, 12)


class Swatch(QWidget):
    """Drawn as the mark in the text is."""

    def __init__(self, theme: Theme, kind: MetaCategory, severity: Severity = "warning") -> None:
        super().__init__()
        self._theme, self._kind, self._severity = theme, kind, severity
        self.setFixedSize(SIZE)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sample(painter, self._theme, self._kind, self._severity, QRectF(self.rect()))
        painter.end()


def sample(painter: QPainter, theme: Theme, kind: MetaCategory, severity: Severity, box: QRectF) -> None:
    """Draw a kind's line through the middle of a box."""
    underline(painter, kind, severity, theme.color(kind), box.adjusted(1, 0, -1, 0), box.center().y() - 4, 0)
