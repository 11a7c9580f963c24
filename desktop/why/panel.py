"""Why: for the passage in front, the argument as people can follow it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from desktop.desk import Checked, Desk, Step
from desktop.theme import Theme, icon
from desktop.why.heat import HeatButton
from desktop.why.numbers import Numbers
from desktop.why.outcome import balance, checks, flags, key, left_alone
from desktop.why.route import Route
from desktop.why.texts import label, rule
from desktop.why.voice import voice
from desktop.why.voices import Voices
from engine.report import words
from engine.report.schema import PassageReport


class WhyPanel(QWidget):
    """Follows the passage that the draft, the strip or a finding goes to."""

    def __init__(self, desk: Desk, theme: Theme) -> None:
        super().__init__()
        self._desk, self._theme = desk, theme
        self._passages: dict[int, PassageReport] = {}
        self._total = 0
        self._current = -1
        self._shown: PassageReport | None = None
        self._title = label("", "heading")
        self._title.setObjectName("why-title")
        self._place = label("", "small")
        self._before = self._arrow("before", self.tr("Passage before"), -1)
        self._after = self._arrow("after", self.tr("Next passage"), 1)
        self._heat = HeatButton(desk)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._area.setAccessibleName(self.tr("The argument"))
        self._area.setAccessibleDescription(self.tr("What the agents claim about this passage, and why"))
        self._lay_out()
        theme.changed.connect(self._recolor)
        desk.draft_changed.connect(lambda _name: self._forget())
        desk.stepped.connect(self._step)
        desk.reported.connect(self._report)
        desk.passage_chosen.connect(self.show_passage)
        self._recolor()
        self._show()

    @property
    def current(self) -> int:
        """The index of the passage that is shown, -1 for none."""
        return self._current if self._current in self._passages else -1

    def show_passage(self, index: int) -> None:
        """Show this passage, or say that there is nothing to show of it yet."""
        self._current = index
        self._show()

    def sizeHint(self) -> QSize:
        return QSize(560, 640)

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 240)

    def _step(self, step: Step) -> None:
        if step.progress.done == 0:
            self._passages.clear()
        self._total = step.progress.total
        if step.passage:
            self._passages[step.passage.index] = step.passage
            if step.passage.index == self._current:
                self._show()
        self._head()

    def _report(self, checked: Checked | None) -> None:
        if checked is None:
            self._forget()
            return
        passages = checked.file.report.passages
        self._passages = {one.index: one for one in passages}
        self._total = max(self._total, len(passages))
        if self._current not in self._passages:
            self._current = _first_of_interest(passages)
        self._show()

    def _forget(self) -> None:
        self._passages, self._total, self._current = {}, 0, -1
        self._show()

    def _go(self, by: int) -> None:
        index = self._current + by
        self.show_passage(index)
        self._desk.passage_asked.emit(index)

    def _show(self) -> None:
        self._head()
        passage = self._passages.get(self._current)
        self._heat.follow(passage)
        if passage is None or passage is not self._shown:  # else focus and place would be lost for nothing
            self._area.setWidget(self._body(passage) if passage else self._empty())
            self._shown = passage

    def _head(self) -> None:
        passage = self._passages.get(self._current)
        state = words.STATES[words.state(passage.decision)] if passage else ""
        self._title.setText(state[:1].upper() + state[1:])
        said = self.tr("Passage {number} of {total}")
        self._place.setText(
            said.format(number=self._current + 1, total=self._total) if passage else self.tr("Why")
        )
        self._title.setVisible(passage is not None)
        self._before.setEnabled(self._current - 1 in self._passages)
        self._after.setEnabled(self._current + 1 in self._passages)

    def _body(self, passage: PassageReport) -> QWidget:
        decision = passage.decision
        box = QWidget()
        box.setMinimumSize(1, 1)  # else it is as high as at its narrowest, and scrolls for nothing
        column = QVBoxLayout(box)
        column.setContentsMargins(16, 8, 16, 24)
        column.setSpacing(16)
        for flag in flags(decision):
            column.addWidget(flag)
        column.addWidget(Route(self._theme, decision.path))
        column.addWidget(label(decision.reason))
        column.addWidget(rule())
        if decision.arguments:
            voices = [
                voice(self._theme, one, passage.outputs, self._desk.words_asked.emit)
                for one in decision.arguments
            ]
            column.addWidget(Voices(voices))
            undecided = any(one.claim == "uncertain" for one in decision.arguments)
            column.addWidget(key(self._theme, undecided))
            column.addWidget(rule())
        column.addWidget(balance(self._theme, decision))
        column.addWidget(rule())
        column.addWidget(checks(decision))
        for left in left_alone(passage.outputs.evidence):
            column.addWidget(left)
        column.addWidget(Numbers(decision))
        column.addWidget(label(words.CAVEAT, "small"))
        column.addStretch()
        return box

    def _empty(self) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(16, 24, 16, 24)
        said = (
            self.tr("Choose a passage in the draft to see the argument behind it.")
            if self._passages
            else self.tr(
                "After a check, this is where the agents' claims stand side by side, with their evidence."
            )
        )
        column.addWidget(label(said, "quiet"))
        column.addStretch()
        return box

    def _arrow(self, name: str, said: str, by: int) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"why-{name}")
        button.setAccessibleName(said)
        button.setToolTip(said)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAutoRaise(True)
        button.clicked.connect(lambda: self._go(by))
        return button

    def _recolor(self) -> None:
        self._before.setIcon(icon("before", self._theme.color("quiet")))
        self._after.setIcon(icon("after", self._theme.color("quiet")))

    def _lay_out(self) -> None:
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(self._place)
        titles.addWidget(self._title)
        head = QHBoxLayout()
        head.setContentsMargins(16, 16, 16, 8)
        head.addLayout(titles, 1)
        head.addWidget(self._heat)
        head.addWidget(self._before)
        head.addWidget(self._after)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._area, 1)


def _first_of_interest(passages: tuple[PassageReport, ...]) -> int:
    """The first passage that isn't plainly neutral, else the first, -1 where there is none."""
    loud = (one.index for one in passages if words.state(one.decision) != "neutral")
    return next(loud, passages[0].index if passages else -1)
