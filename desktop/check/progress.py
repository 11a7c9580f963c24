"""The line under the draft: which passage, which agent, how long still."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop.check import words
from desktop.theme import Theme
from engine.bias.examine import Stage
from engine.check import Progress


class _Bar(QWidget):
    """A thin bar; `share` from 0 to 1."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.share = 0.0
        self.setFixedHeight(3)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("line"))
        painter.fillRect(QRectF(0, 0, self.width() * self.share, self.height()), self._theme.color("accent"))
        painter.end()


class ProgressLine(QWidget):
    """Empty while nothing runs."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._progress: Progress | None = None
        self._stage: Stage | None = None
        self._bar = _Bar(theme)
        self._said = QLabel()
        self._said.setProperty("role", "quiet")
        self._said.setAccessibleName(self.tr("Progress"))
        row = QHBoxLayout()
        row.setContentsMargins(24, 8, 24, 8)
        row.addWidget(self._said)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addLayout(row)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        theme.changed.connect(self._bar.update)

    @property
    def text(self) -> str:
        return self._said.text()

    @property
    def share(self) -> float:
        return self._bar.share

    def say(self, sentence: str) -> None:
        """Before passages are counted, or after the end."""
        self._progress = self._stage = None
        self._said.setText(sentence)
        self._show_share(0.0)

    def end(self, sentence: str) -> None:
        self.say(sentence)
        self._show_share(1.0)

    def step(self, progress: Progress) -> None:
        self._progress = progress
        self._write()

    def stage(self, stage: Stage) -> None:
        self._stage = stage
        self._write()

    def _write(self) -> None:
        now = self._progress
        if not now:
            return
        parts = [
            self.tr("passage {number} of {total}").format(
                number=min(now.done + 1, now.total), total=now.total
            )
        ]
        if self._stage and now.to_ask:
            parts.append(words.stages()[self._stage])
        if now.begun and now.to_ask:
            parts.append(words.time_left(now.seconds / now.begun * now.to_ask))
        self._said.setText(" · ".join(parts))
        self._show_share(now.done / now.total if now.total else 0.0)

    def _show_share(self, share: float) -> None:
        self._bar.share = share
        self._bar.update()
