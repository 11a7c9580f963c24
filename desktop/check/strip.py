"""The draft's passages from first to last, a cell each; a click goes there."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop.check.draft import Draft, Seen
from desktop.check.words import tr
from desktop.theme import Theme
from engine.report.words import STATES, State, state

HEIGHT = 22
MOST = 14.0  # pixels a cell is wide, and its gap
GAP = 2.0


class Strip(QWidget):
    """Filled cells look slanted, ringed ones are flagged, plain ones neutral, pale ones not read yet."""

    chosen = Signal(int)
    """A passage's place in the strip."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._draft: Draft | None = None
        self._at = 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Passages"))
        self.setAccessibleDescription(
            self.tr("The draft's passages from first to last; the arrow keys move, Enter goes there.")
        )
        self.setMouseTracking(True)
        theme.changed.connect(self.update)

    def show_draft(self, draft: Draft) -> None:
        if self._draft:
            self._draft.known.disconnect(self.update)
        self._draft, self._at = draft, 0
        draft.known.connect(self.update)
        self.update()

    @property
    def count(self) -> int:
        if not self._draft:
            return 0
        return max(self._draft.total, len(self._draft.outline.passages), len(self._draft.seen))

    def set_current(self, place: int) -> None:
        """The passage in which the caret stands."""
        if place != self._at:
            self._at = place
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = {one.report.index: one for one in self._draft.seen} if self._draft else {}
        for place in range(self.count):
            self._paint_cell(painter, place, seen.get(place))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if (place := self._place(event.position().x())) is not None:
            self.set_current(place)
            self.chosen.emit(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.count:
            self.chosen.emit(self._at)
        elif step := steps.get(Qt.Key(event.key())):
            self.set_current(max(0, min(self.count - 1, self._at + step)))
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            if (place := self._place(event.pos().x())) is not None:
                QToolTip.showText(event.globalPos(), self._tip(place), self)
            return True
        return super().event(event)

    @property
    def _cell(self) -> float:
        return min(MOST, (self.width() - 2) / max(1, self.count))

    def _place(self, x: float) -> int | None:
        place = int(x / self._cell)
        return place if 0 <= place < self.count else None

    def _tip(self, place: int) -> str:
        seen = (
            next((one for one in self._draft.seen if one.report.index == place), None)
            if self._draft
            else None
        )
        said = tr(STATES[state(seen.report.decision)]) if seen else self.tr("not read yet")
        return self.tr("Passage {number}: {said}").format(number=place + 1, said=said)

    def _paint_cell(self, painter: QPainter, place: int, seen: Seen | None) -> None:
        width = max(1.0, self._cell - (GAP if self._cell > 2 * GAP else 0))
        box = QRectF(1 + place * self._cell, 5, width, 12)
        shown: State | None = state(seen.report.decision) if seen else None
        color = self._theme.color(
            {"slanted": "biased_language", "flagged": "unsupported_claims"}.get(shown or "", "accent-soft")
        )
        painter.setOpacity(0.45 if seen and not seen.fresh else 1.0)
        radius = min(3.0, width / 3)
        if shown is None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("line"))
            painter.drawRoundedRect(box.adjusted(0, 4, 0, -4), min(radius, 2.0), min(radius, 2.0))
        elif shown == "flagged" and width > 5:
            painter.setPen(color)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRoundedRect(box, radius, radius)
        painter.setOpacity(1.0)
        if place == self._at and self.count > 1:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("accent" if self.hasFocus() else "quiet"))
            painter.drawRoundedRect(QRectF(box.left(), 19, max(width, 3), 2), 1, 1)
