"""The strip: a draft's passages from first to last, each as it was found; click one to go there."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QToolTip

from desktop.theme import Theme
from desktop.why.painted import Painted, filled, outlined
from desktop.why.tiles import Tile, edges
from engine.report import words

TALL = 32
_MARGIN = 4  # left and right, room for the ring that shows the keyboard
_TOP, _BOTTOM = 5.0, 23.0
_FLAGGED = 0.34  # of a flagged tile's height is filled


class Strip(Painted):
    """`chosen` tells which passage a person went to, by click or with the arrow keys, Home and End."""

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, TALL)
        self._tiles: tuple[Tile, ...] = ()
        self._current = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Passages, first to last"))
        self._describe()

    def show_tiles(self, tiles: Sequence[Tile]) -> None:
        """Show these passages from now on."""
        self._tiles = tuple(tiles)
        self._current = min(self._current, len(tiles) - 1)
        self._describe()
        self.update()

    def choose(self, index: int) -> None:
        """Mark the passage that is in front; -1 for none. Does not tell `chosen`."""
        self._current = index if index < len(self._tiles) else -1
        self._describe()
        self.update()

    @property
    def current(self) -> int:
        """The marked passage, -1 where there is none."""
        return self._current

    def words_for(self, index: int) -> str:
        """What the strip says of one passage."""
        state = self._tiles[index].state
        said = words.STATES[state] if state else self.tr("not examined")
        return self.tr("Passage {number} of {total}: {state}").format(
            number=index + 1, total=len(self._tiles), state=said
        )

    def area(self, index: int) -> QRectF:
        """Where a passage's tile is."""
        left, right = self._edges()[index]
        return QRectF(left, _TOP, right - left, _BOTTOM - _TOP)

    def draw(self, painter: QPainter) -> None:
        for index, tile in enumerate(self._tiles):
            self._draw_tile(painter, self.area(index), tile)
        if self._current >= 0:
            area = self.area(self._current)
            below = QRectF(area.left(), _BOTTOM + 3, max(area.width(), 3), 3)
            filled(painter, below, self.theme.color("ink"), 1.5)
        self.focus_ring(painter)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and (at := self._at(event.position())) is not None:
            self._go(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._tiles) - 1
        places = {
            Qt.Key.Key_Left: self._current - 1,
            Qt.Key.Key_Right: self._current + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        place = places.get(Qt.Key(event.key()))
        if place is None or last < 0:
            super().keyPressEvent(event)
        else:
            self._go(min(max(place, 0), last))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self._at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if at is None else self.words_for(at), self)
            return True
        return super().event(event)

    def _go(self, index: int) -> None:
        self.choose(index)
        self.chosen.emit(index)

    def _at(self, position: QPointF) -> int | None:
        """The tile at or left of a position, so that gaps belong to one too."""
        starts = [left for left, _right in self._edges()]
        return next((i for i in reversed(range(len(starts))) if starts[i] <= position.x()), None)

    def _edges(self) -> tuple[tuple[float, float], ...]:
        room = self.width() - 2 * _MARGIN
        found = edges([tile.weight for tile in self._tiles], room)
        return tuple((left + _MARGIN, right + _MARGIN) for left, right in found)

    def _draw_tile(self, painter: QPainter, area: QRectF, tile: Tile) -> None:
        accent = self.theme.color("accent")
        match tile.state:
            case "slanted":
                filled(painter, area, accent)
            case "flagged":
                part = area.adjusted(0, area.height() * (1 - _FLAGGED), 0, 0)
                filled(painter, part, accent, 0)
                outlined(painter, area, QPen(accent, 1))
            case "neutral":
                outlined(painter, area, self.pen("quiet"), self.theme.color("raised"))
            case None:
                pen = self.pen("quiet")
                pen.setStyle(Qt.PenStyle.DotLine)
                outlined(painter, area, pen)

    def _describe(self) -> None:
        if self._current >= 0:
            said = self.words_for(self._current)
        else:
            said = self.tr("{count} passages; the arrow keys go from one to the next").format(
                count=len(self._tiles)
            )
        self.setAccessibleDescription(said)
