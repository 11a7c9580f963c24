"""How a finding looks in the list: its words, its kind's line, what is said of it."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.check import words
from desktop.check.findings import Row
from desktop.check.swatch import sample
from desktop.theme import Theme
from desktop.theme.type import serif

HEIGHT = 76


class FindingRow(QStyledItemDelegate):
    """Three lines: the words, their kind, the reason; elided at the list's width."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(120, HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: Row = index.data(Qt.ItemDataRole.UserRole)
        finding = row.finding
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area: QRect = option.rect
        state: QStyle.StateFlag = option.state
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            chosen = bool(state & QStyle.StateFlag.State_Selected)
            fill = self._theme.color("accent-soft")
            fill.setAlphaF(0.55 if chosen else 0.25)
            painter.setBrush(fill)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(area).adjusted(4, 2, -4, -2), 8, 8)
        painter.setOpacity(1.0 if row.mark.fresh else 0.5)
        left, width = area.left() + 16, area.width() - 32
        self._line(painter, serif(15), "ink", QRect(left, area.top() + 8, width, 22), f"“{finding.quote}”")
        small = QFont(option.font)
        small.setPixelSize(12)
        sample(painter, self._theme, finding.kind, finding.severity, QRectF(left, area.top() + 33, 24, 12))
        kind = f"{words.kinds()[finding.kind]} · {words.agents()[finding.agent]}"
        self._line(painter, small, "quiet", QRect(left + 32, area.top() + 31, width - 32, 16), kind)
        said = words.tr("Try instead: “{words}”").format(words=finding.alternative)
        self._line(
            painter,
            small,
            "accent" if finding.alternative else "quiet",
            QRect(left, area.top() + 50, width, 18),
            said if finding.alternative else finding.why,
        )
        painter.restore()

    def _line(self, painter: QPainter, font: QFont, color: str, area: QRect, text: str) -> None:
        painter.setFont(font)
        painter.setPen(self._theme.color(color))
        shown = QFontMetrics(font).elidedText(
            " ".join(text.split()), Qt.TextElideMode.ElideRight, area.width()
        )
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, shown)
