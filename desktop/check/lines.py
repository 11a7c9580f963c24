"""Where words stand on the page, and the line under them that tells the kind of a finding."""

from collections.abc import Callable, Iterator, Mapping
from math import ceil

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTextDocument

from engine.bias.outputs import MetaCategory
from knowledge import Severity

WEIGHTS: Mapping[Severity, float] = {"suggestion": 1.2, "warning": 1.7, "error": 2.3}
_GAP = 4.0  # pixels under the baseline
_STEP = 4.5  # between the lines of several kinds


def boxes(document: QTextDocument, start: int, end: int) -> Iterator[tuple[QRectF, float]]:
    """The box of each stretch of the characters from `start` to `end`, a line or direction at a time, and
    their baseline; in the document's coordinates."""
    block = document.findBlock(start)
    while block.isValid() and block.position() < end:
        layout = block.layout()
        origin = document.documentLayout().blockBoundingRect(block).topLeft()
        first = max(0, start - block.position())
        last = min(block.length() - 1, end - block.position())
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            left = max(first, line.textStart())
            right = min(last, line.textStart() + line.textLength())
            if left >= right:
                continue
            baseline = origin.y() + line.y() + line.ascent()
            for run in line.glyphRuns(left, right - left):
                bounds = run.boundingRect()
                x = origin.x() + bounds.left()
                yield (
                    QRectF(x, baseline - line.ascent(), bounds.width(), line.ascent() + line.descent()),
                    baseline,
                )
        block = block.next()


def underline(
    painter: QPainter,
    kind: MetaCategory,
    severity: Severity,
    color: QColor,
    box: QRectF,
    baseline: float,
    level: int,
) -> None:
    """Draw the kind's line under a box, the `level`-th from the top where several share it."""
    pen = QPen(color, WEIGHTS[severity])
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    y = baseline + _GAP + level * _STEP
    _DRAW[kind](painter, pen, box.left(), box.right(), y)


def _wavy(painter: QPainter, pen: QPen, left: float, right: float, y: float) -> None:
    path = QPainterPath(QPointF(left, y))
    half, height = 3.0, 1.9
    for number in range(ceil((right - left) / half)):
        x = left + number * half
        to = min(x + half, right)
        path.quadTo(QPointF((x + to) / 2, y + (height if number % 2 else -height)), QPointF(to, y))
    painter.strokePath(path, pen)


def _double(painter: QPainter, pen: QPen, left: float, right: float, y: float) -> None:
    pen.setWidthF(max(1.0, pen.widthF() * 0.7))
    painter.setPen(pen)
    painter.drawLine(QLineF(left, y - 1.0, right, y - 1.0))
    painter.drawLine(QLineF(left, y + 2.2, right, y + 2.2))


def _dotted(painter: QPainter, pen: QPen, left: float, right: float, y: float) -> None:
    pen.setWidthF(pen.widthF() + 0.6)
    pen.setDashPattern([0.1, 1.9])
    painter.setPen(pen)
    painter.drawLine(QLineF(left + 1, y, right, y))


def _dashed(painter: QPainter, pen: QPen, left: float, right: float, y: float) -> None:
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([6 / pen.widthF(), 4 / pen.widthF()])
    painter.setPen(pen)
    painter.drawLine(QLineF(left, y, right, y))


_DRAW: Mapping[MetaCategory, Callable[[QPainter, QPen, float, float, float], None]] = {
    "biased_language": _wavy,
    "framing_bias": _double,
    "unsupported_claims": _dotted,
    "selective_presentation": _dashed,
}
