"""Above the draft: its name, how it would be checked, the strip of its passages, and Run or Stop."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.check.draft import Draft
from desktop.theme import Theme, icon
from desktop.why.strip import Strip
from desktop.why.tiles import Tile
from engine.report.words import state


class Elided(QLabel):
    """One line that gives way in the middle."""

    def __init__(self) -> None:
        super().__init__()
        self._whole = ""
        self.setMinimumWidth(80)

    def say(self, text: str) -> None:
        self._whole = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        metrics = QFontMetrics(self.font())
        self.setText(metrics.elidedText(self._whole, Qt.TextElideMode.ElideMiddle, self.width()))


class Heading(QWidget):
    """`Run` is the page's one primary action; it becomes Stop while a check goes on."""

    run_asked = Signal()
    stop_asked = Signal()
    passage_asked = Signal(int)
    """A passage's place, from the first."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._draft: Draft | None = None
        self._running = False
        self._how = ""
        self.name, self._meta = Elided(), QLabel()
        self.button = QPushButton()
        self.strip = Strip(theme)
        self._lay_out()
        self.button.clicked.connect(lambda: (self.stop_asked if self._running else self.run_asked).emit())
        self.strip.chosen.connect(self.passage_asked)
        theme.changed.connect(self._label)
        self._label()

    def show_draft(self, draft: Draft) -> None:
        if self._draft:
            self._draft.known.disconnect(self.refresh)
        self._draft = draft
        draft.known.connect(self.refresh)
        self.name.say(draft.name)
        self.refresh()

    def say_how(self, how: str) -> None:
        """The model and settings of the next check, in a few words."""
        self._how = how
        self.refresh()

    def set_running(self, running: bool) -> None:
        self._running = running
        self._label()

    def set_passage(self, place: int) -> None:
        """The passage in which the caret stands."""
        if place != self.strip.current:
            self.strip.choose(place)

    def refresh(self) -> None:
        draft = self._draft
        if not draft:
            return
        seen = {one.report.index: one for one in draft.seen if one.fresh}
        ranges = draft.outline.passages
        total = max(len(ranges), max(seen, default=-1) + 1, draft.total if draft.status == "checking" else 0)
        usual = sum(b - a for a, b in ranges) / len(ranges) if ranges else 1.0
        self.strip.show_tiles(
            [
                Tile(
                    ranges[place][1] - ranges[place][0] if place < len(ranges) else usual,
                    state(seen[place].report.decision) if place in seen else None,
                )
                for place in range(total)
            ]
        )
        words = self.tr("{count:,} words · ").format(count=draft.outline.words)
        self._meta.setText((words if draft.outline.words else "") + self._how)

    def _label(self) -> None:
        text = self.tr("Stop") if self._running else self.tr("Run")
        self.button.setText(text)
        self.button.setIcon(icon("stop" if self._running else "run", self._theme.color("raised")))
        tip = self.tr("Stop the check (Ctrl+.)") if self._running else self.tr("Check this draft (F5)")
        self.button.setToolTip(tip)
        self.button.setAccessibleName(text)
        self.button.setAccessibleDescription(tip)

    def _lay_out(self) -> None:
        self.name.setProperty("role", "heading")
        self._meta.setProperty("role", "small")
        self.button.setProperty("primary", True)
        self.button.setIconSize(QSize(18, 18))
        self.button.setMinimumWidth(96)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.name)
        texts.addWidget(self._meta)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addLayout(texts, 1)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 12, 24, 4)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.strip)
