"""Texts of the report in the window: plain text always, whatever a draft says."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QGridLayout, QLabel, QSizePolicy, QWidget

from desktop.theme import Theme
from desktop.theme.type import serif
from desktop.why.painted import filled, outlined
from engine.report.safe import for_page

_LONG_WORD = re.compile(r"\S{18}")
_BREAK = "\u200b"  # a place to break a line, without a sign
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_PAD_X, _PAD_Y = 10, 4
_BAR = 3  # the line at a quote's left
QUOTE_PX = 15


def label(text: str, role: str = "") -> QLabel:
    """Words that wrap; `role` is one of the stylesheet's."""
    made = QLabel(breakable(text))
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    made.setProperty("role", role)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return made


def breakable(text: str) -> str:
    """The text without characters that can't be shown, and long words made fit for narrow columns."""
    return _LONG_WORD.sub(lambda word: word[0] + _BREAK, for_page(text))


def rule() -> QFrame:
    """A thin line between two parts."""
    line = QFrame()
    line.setObjectName("rule")
    line.setFixedHeight(1)
    return line


def legend(pairs: Sequence[tuple[QWidget, str]]) -> QWidget:
    """What the fills of pictures mean: a swatch and its words, two pairs a row."""
    box = QWidget()
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(4)
    for number, (swatch, meaning) in enumerate(pairs):
        row, pair = divmod(number, 2)
        grid.addWidget(swatch, row, 2 * pair)
        grid.addWidget(label(meaning, "small"), row, 2 * pair + 1)
    grid.setColumnStretch(1, 1)
    grid.setColumnStretch(3, 1)
    return box


class Quote(QAbstractButton):
    """Words of the draft in quotation marks; a click goes to them. Wraps, which QPushButton can't."""

    def __init__(self, theme: Theme, quote: str, note: str = "") -> None:
        super().__init__()
        self._theme = theme
        self._note = note
        self._font = serif(QUOTE_PX)
        self.setText(f"“{breakable(quote)}”" + (f" {note}" if note else ""))
        self.setAccessibleName(self.tr("“{quote}”").format(quote=for_page(quote)))
        self.setAccessibleDescription(self.tr("Shows these words in the draft"))
        self.setToolTip(self.tr("Show these words in the draft"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._text_area(width).height() + 2 * _PAD_Y

    def sizeHint(self) -> QSize:
        return QSize(160, self.heightForWidth(160))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.heightForWidth(160))

    def paintEvent(self, _event: QPaintEvent) -> None:
        over = self.underMouse() or self.isDown()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole = QRect(0, 0, self.width(), self.height()).toRectF()
            if over:
                filled(painter, whole, self._theme.color("accent-soft"), 6)
            if self.hasFocus():
                pen = painter.pen()
                pen.setColor(self._theme.color("accent"))
                pen.setWidthF(2.0)
                outlined(painter, whole, pen)
            bar = whole.adjusted(0, _PAD_Y, _BAR - self.width(), -_PAD_Y)
            filled(painter, bar, self._theme.color("accent" if over else "accent-soft"), _BAR / 2)
            painter.setFont(self._font)
            painter.setPen(self._theme.color("ink"))
            painter.drawText(self._text_area(self.width()), int(_WRAPPED), self.text())

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.HoverEnter, QEvent.Type.HoverLeave):
            self.update()
        return super().event(event)

    def _text_area(self, width: int) -> QRect:
        room = QRect(_PAD_X, _PAD_Y, max(width - 2 * _PAD_X, 1), 10_000)
        return QFontMetrics(self._font).boundingRect(room, int(_WRAPPED), self.text())
