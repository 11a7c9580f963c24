"""The way to the verdict: the four ways there are, and the one that was taken."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from desktop.theme import Theme
from desktop.why.painted import Painted
from engine.bias.decision import Path
from engine.report import words

_DOT = 6.0
_LINE_Y = 12.0
_PATHS: Final[tuple[Path, ...]] = ("early_exit", "A", "B", "C")


class Route(Painted):
    """Stations on a line, from no argument needed to a full debate."""

    def __init__(self, theme: Theme, path: Path) -> None:
        super().__init__(theme, 44)
        self._path = path
        self.setAccessibleName(self.tr("The path taken"))
        self.setAccessibleDescription(words.PATHS[path])
        self.setToolTip(words.PATHS[path])

    def draw(self, painter: QPainter) -> None:
        names = {
            "early_exit": self.tr("at once"),
            "A": self.tr("A: too little"),
            "B": self.tr("B: clear"),
            "C": self.tr("C: debate"),
        }
        each = self.width() / len(_PATHS)
        centers = [QPointF((number + 0.5) * each, _LINE_Y) for number in range(len(_PATHS))]
        painter.setPen(self.pen("line", 2.0))
        painter.drawLine(centers[0], centers[-1])
        for path, center in zip(_PATHS, centers, strict=True):
            taken = path == self._path
            painter.setPen(self.pen("accent" if taken else "quiet", 2.0 if taken else 1.0))
            painter.setBrush(self.theme.color("accent" if taken else "raised"))
            painter.drawEllipse(center, _DOT, _DOT)
            font = QFont(self.font())
            font.setPixelSize(12)
            font.setBold(taken)
            painter.setFont(font)
            painter.setPen(self.theme.color("ink" if taken else "quiet"))
            area = QRectF(center.x() - each / 2, _LINE_Y + _DOT + 4, each, 20)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), names[path])
