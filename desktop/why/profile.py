"""The draft's profile: one column a passage, as high as its overall score, built of the agents' shares."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from desktop.theme import Theme
from desktop.why.painted import Painted, filled, hatched
from desktop.why.tiles import edges
from engine.bias import constants
from engine.bias.decision import AgentName, Scorecard

TALL = 96
_MARGIN = 4
AGENTS: Final[tuple[AgentName, ...]] = ("bias", "evidence", "framing")


def shares(card: Scorecard) -> tuple[float, ...]:
    """What each agent adds to the overall score (Eq. 1): their sum is `card.overall`."""
    return tuple(constants.SCORE_WEIGHTS[agent] * getattr(card, agent) for agent in AGENTS)


class Profile(Painted):
    """A picture only: the strip below it has the same places and is the one to click."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, TALL)
        self._cards: tuple[Scorecard, ...] = ()
        self._weights: tuple[float, ...] = ()
        self.setAccessibleName(self.tr("Scores, first passage to last"))

    def show_cards(self, cards: Sequence[Scorecard], weights: Sequence[float]) -> None:
        """The first passages' scorecards, and the weight of every passage as in the strip."""
        self._cards, self._weights = tuple(cards), tuple(weights)
        highest = max((card.overall for card in cards), default=0.0)
        said = self.tr("The highest overall score of a passage is {score:.2f} of 1").format(score=highest)
        self.setAccessibleDescription(said)
        self.setToolTip(said)
        self.update()

    def draw(self, painter: QPainter) -> None:
        floor = self.height() - 1.0
        painter.setPen(self.pen("line"))
        for level in (0.0, 0.5, 1.0):
            y = floor - level * (floor - 1)
            painter.drawLine(QPointF(_MARGIN, y), QPointF(self.width() - _MARGIN, y))
        places = edges(self._weights, self.width() - 2 * _MARGIN)
        for (left, right), card in zip(places, self._cards, strict=False):
            base = floor
            for agent, share in zip(AGENTS, shares(card), strict=True):
                high = share * (floor - 1)
                area = QRectF(left + _MARGIN, base - high, right - left, high)
                fill_for(self, painter, area, agent)
                base -= high


def fill_for(owner: Painted, painter: QPainter, area: QRectF, agent: AgentName) -> None:
    """Each agent's fill, told apart by more than its color."""
    grounds: dict[AgentName, QColor] = {
        "bias": owner.theme.color("accent"),
        "evidence": owner.theme.color("accent-soft"),
        "framing": owner.theme.color("raised"),
    }
    filled(painter, area, grounds[agent], 0)
    if agent == "framing":
        hatched(painter, area, owner.pen("accent", 1.5))


class AgentSwatch(Painted):
    """An agent's fill by itself, for the key."""

    def __init__(self, theme: Theme, agent: AgentName, meaning: str) -> None:
        super().__init__(theme, 12)
        self._agent: AgentName = agent
        self.setFixedWidth(20)
        self.setAccessibleName(meaning)

    def draw(self, painter: QPainter) -> None:
        fill_for(self, painter, QRectF(self.rect()), self._agent)
