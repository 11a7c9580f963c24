"""The scorecard of the whole draft: what was found, where, and of which kind."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop.desk import Checked, Desk, Step
from desktop.theme import Theme
from desktop.why.kinds import Kinds, counts
from desktop.why.pictures import ShareBar
from desktop.why.profile import AGENTS, AgentSwatch, Profile
from desktop.why.strip import Strip
from desktop.why.texts import label, legend, rule
from desktop.why.tiles import tiles
from engine.report import words
from engine.report.schema import PassageReport, Report


class ScorecardPanel(QWidget):
    """Grows while a check runs, and is complete with its report."""

    def __init__(self, desk: Desk, theme: Theme, actions: Sequence[QAction] = ()) -> None:
        super().__init__()
        self._passages: dict[int, PassageReport] = {}
        self._total = 0
        self._headline = label("", "heading")
        self._headline.setObjectName("scorecard-headline")
        self._caveat = label(words.CAVEAT, "small")
        self._profile, self._strip = Profile(theme), Strip(theme)
        self._kinds, self._share = Kinds(theme), ShareBar(theme, tall=8)
        self._share_words = label("", "small")
        self._body = self._lay_out(theme, actions)
        self._strip.chosen.connect(desk.passage_asked)
        desk.passage_chosen.connect(self._strip.choose)
        desk.draft_changed.connect(lambda _name: self._forget())
        desk.stepped.connect(self._step)
        desk.reported.connect(self._report)
        self._forget()

    def sizeHint(self) -> QSize:
        return QSize(400, 640)

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 240)

    def _step(self, step: Step) -> None:
        if step.progress.done == 0:
            self._passages.clear()
        if step.passage:
            self._passages[step.passage.index] = step.passage
        self._total = step.progress.total
        said = self.tr("{done} of {total} passages examined so far")
        self._headline.setText(said.format(done=step.progress.done, total=step.progress.total))
        self._show([self._passages[index] for index in sorted(self._passages)])

    def _report(self, checked: Checked | None) -> None:
        if checked is None:
            self._forget()
            return
        report = checked.file.report
        self._passages = {one.index: one for one in report.passages}
        whole = len(report.passages)
        self._total = whole if report.verdict.complete else max(self._total, whole)
        self._headline.setText(words.headline(report))
        self._show(report.passages)
        self._show_share(report)

    def _forget(self) -> None:
        self._passages, self._total = {}, 0
        self._headline.setText(self.tr("After a check, this is where the draft shows as a whole."))
        self._body.hide()

    def _show(self, passages: Sequence[PassageReport]) -> None:
        row = tiles(passages, max(self._total, len(passages)))
        self._strip.show_tiles(row)
        self._profile.show_cards([one.decision.scorecard for one in passages], [one.weight for one in row])
        self._kinds.show_counts(counts(passages))
        self._share_words.hide()
        self._share.hide()
        self._body.show()

    def _show_share(self, report: Report) -> None:
        share = report.verdict.biased_share
        said = self.tr("{share:.0%} of the examined words stand in passages that look slanted")
        self._share_words.setText(said.format(share=share))
        self._share.show_share(self.tr("Share of words"), share, said.format(share=share))
        self._share_words.show()
        self._share.show()

    def _lay_out(self, theme: Theme, actions: Sequence[QAction]) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._share)
        column.addWidget(self._share_words)
        column.addSpacing(8)
        column.addWidget(label(self.tr("Scores, first passage to last"), "heading"))
        column.addWidget(self._profile)
        column.addWidget(self._strip)
        names = [(AgentSwatch(theme, agent, words.AGENTS[agent]), words.AGENTS[agent]) for agent in AGENTS]
        column.addWidget(legend(names))
        column.addSpacing(8)
        column.addWidget(rule())
        column.addSpacing(8)
        column.addWidget(label(self.tr("Findings by kind"), "heading"))
        column.addWidget(self._kinds)
        column.addLayout(_buttons(actions))
        page = QWidget()
        page.setMinimumSize(1, 1)  # as narrow as the panel, whatever its words ask for
        whole = QVBoxLayout(page)
        whole.setContentsMargins(16, 16, 16, 24)
        whole.setSpacing(8)
        for part in (self._headline, self._caveat, body):
            whole.addWidget(part)
        whole.addStretch()
        area = QScrollArea()
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.tr("Scorecard"))
        area.setAccessibleDescription(self.tr("What was found in the draft as a whole"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        return body


def _buttons(actions: Sequence[QAction]) -> QHBoxLayout:
    """A button for each action, as long as it is enabled."""
    row = QHBoxLayout()
    for action in actions:
        button = QPushButton(action.text().replace("&", ""))
        button.setProperty("compact", True)
        button.setToolTip(action.toolTip())
        button.setAccessibleDescription(action.toolTip())
        button.setEnabled(action.isEnabled())
        button.clicked.connect(action.trigger)
        action.enabledChanged.connect(button.setEnabled)
        row.addWidget(button)
    row.addStretch()
    return row
