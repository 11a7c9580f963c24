"""What painted widgets share: the theme's colors, and a picture drawn anew when they change."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme import Theme

RADIUS = 3.0
HATCH = 6.0  # pixels from one stroke to the next


class Painted(QWidget):
    """A widget that draws itself in `draw`, as wide as there is room and `tall` pixels high."""

    def __init__(self, theme: Theme, tall: int) -> None:
        super().__init__()
        self.theme = theme
        self.setFixedHeight(tall)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter)

    def draw(self, painter: QPainter) -> None:
        raise NotImplementedError

    def pen(self, token: str, width: float = 1.0) -> QPen:
        return QPen(self.theme.color(token), width)

    def focus_ring(self, painter: QPainter) -> None:
        """Show where the keyboard is."""
        if self.hasFocus():
            painter.setPen(self.pen("accent", 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)


def filled(painter: QPainter, area: QRectF, color: QColor, radius: float = RADIUS) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(area, radius, radius)


def outlined(
    painter: QPainter, area: QRectF, pen: QPen, ground: QColor | None = None, radius: float = RADIUS
) -> None:
    """A box whose line lies inside `area`."""
    half = pen.widthF() / 2
    painter.setPen(pen)
    painter.setBrush(QBrush(ground) if ground else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(area.adjusted(half, half, -half, -half), radius, radius)


def hatched(painter: QPainter, area: QRectF, pen: QPen) -> None:
    """Slanted strokes inside `area`: something that was taken away."""
    painter.save()
    painter.setClipRect(area)
    painter.setPen(pen)
    x = area.left() - area.height()
    while x < area.right():
        painter.drawLine(int(x), int(area.bottom()), int(x + area.height()), int(area.top()))
        x += HATCH
    painter.restore()
