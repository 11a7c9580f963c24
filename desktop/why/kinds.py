"""Findings by kind: its line as in the draft, a bar and a number for each."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from desktop.check.lines import underline
from desktop.theme import Theme
from desktop.why.painted import Painted, filled
from engine.bias.outputs import MetaCategory
from engine.report import words
from engine.report.schema import PassageReport

ROW = 44
_NUMBER = 32  # pixels for the number at the right


def counts(passages: Sequence[PassageReport]) -> dict[MetaCategory, int]:
    """How many findings there are of each kind, in the order of the kinds; 0 where there is none."""
    found = Counter(finding.kind for one in passages for finding in one.findings)
    return {kind: found[kind] for kind in words.KINDS}


class Kinds(Painted):
    """A row for each kind, its bar as long as its share of the most frequent one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, ROW * len(words.KINDS))
        self._counts: dict[MetaCategory, int] = dict.fromkeys(words.KINDS, 0)
        self.setAccessibleName(self.tr("Findings by kind"))

    def show_counts(self, counts: dict[MetaCategory, int]) -> None:
        self._counts = counts
        said = ", ".join(f"{words.KINDS[kind]}: {number}" for kind, number in counts.items())
        self.setAccessibleDescription(said)
        self.update()

    def draw(self, painter: QPainter) -> None:
        most = max(1, *self._counts.values())
        font = QFont(self.font())
        font.setPixelSize(13)
        painter.setFont(font)
        for row, (kind, number) in enumerate(self._counts.items()):
            top = row * ROW
            room = self.width() - _NUMBER
            name = QRectF(0, top, painter.fontMetrics().horizontalAdvance(words.KINDS[kind]), 20)
            painter.setPen(self.theme.color("ink"))
            painter.drawText(name, int(Qt.AlignmentFlag.AlignVCenter), words.KINDS[kind])
            color = self.theme.color(kind)
            underline(painter, kind, "warning", color, name, top + 15, 0)
            painter.setPen(self.theme.color("ink" if number else "quiet"))
            count = QRectF(room, top + 16, _NUMBER, 24)
            painter.drawText(
                count, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), f"{number:,}"
            )
            filled(painter, QRectF(0, top + 26, room, 4), self.theme.color("line"), 2)
            if number:
                filled(painter, QRectF(0, top + 26, room * number / most, 4), color, 2)
