"""Icons of one family: SVG line drawings in `currentColor`, drawn in the theme's colors."""

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

SIZE = 24  # the drawings' own grid
_SCALES = (1, 2, 3)


def icon(name: str, color: QColor, chosen: QColor | None = None) -> QIcon:
    """The drawing `name` in `color`, `chosen` where its button is on; FileNotFoundError for another."""
    made = QIcon()
    for state, ink in ((QIcon.State.Off, color), (QIcon.State.On, chosen or color)):
        for scale in _SCALES:
            made.addPixmap(pixmap(name, ink, SIZE, scale), QIcon.Mode.Normal, state)
    return made


def pixmap(name: str, color: QColor, size: int, scale: float) -> QPixmap:
    """The drawing in a square of `size` logical pixels for a screen of that `scale`."""
    drawing = _source(name).replace("currentColor", color.name())
    canvas = QPixmap(QSize(size, size) * scale)
    canvas.fill(Qt.GlobalColor.transparent)
    painter = QPainter(canvas)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(0, 0, canvas.width(), canvas.height()))
    painter.end()
    canvas.setDevicePixelRatio(scale)
    return canvas


@cache
def _source(name: str) -> str:
    return files("desktop.theme.icons").joinpath(f"{name}.svg").read_text("utf-8")
