"""The agents' columns: side by side where there is room, one below the other where there isn't."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

APART = 16  # pixels between columns that are one below the other
ABREAST = 156  # pixels a column from which three of them can be read


class Voices(QWidget):
    """`columns` hold the same rows each, which stand in line when the columns are side by side."""

    def __init__(self, columns: Sequence[Sequence[QWidget]]) -> None:
        super().__init__()
        self._columns = columns
        self._abreast: bool | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(20)
        self._grid.setVerticalSpacing(8)
        self._place(False)

    @property
    def abreast(self) -> bool:
        """Whether the columns are side by side."""
        return bool(self._abreast)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(event.size().width() >= ABREAST * len(self._columns))

    def _place(self, abreast: bool) -> None:
        if abreast == self._abreast:
            return
        self._abreast = abreast
        for number, column in enumerate(self._columns):
            for row, part in enumerate(column):
                self._grid.removeWidget(part)
                down = row if abreast else number * (len(column) + 1) + row
                across = number if abreast else 0
                align = Qt.AlignmentFlag.AlignTop if row else Qt.AlignmentFlag(0)
                self._grid.addWidget(part, down, across, align)
            self._grid.setColumnStretch(number, 1 if abreast or number == 0 else 0)
            self._grid.setRowMinimumHeight((number + 1) * (len(column) + 1) - 1, 0 if abreast else APART)
