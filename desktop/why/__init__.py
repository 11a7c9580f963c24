"""Why a passage looks slanted, and how the whole draft does: pictures first, numbers on demand."""

from desktop.desk import Desk
from desktop.page import Panel
from desktop.theme import Theme
from desktop.why.panel import WhyPanel
from desktop.why.scorecard import ScorecardPanel

__all__ = ["panels"]


def panels(desk: Desk, theme: Theme) -> list[Panel]:
    """The tabs beside the draft: the argument about one passage, and the scorecard of the draft."""
    why, scorecard = WhyPanel(desk, theme), ScorecardPanel(desk, theme)
    return [
        Panel("why", why.tr("Why"), why),
        Panel("scorecard", scorecard.tr("Scorecard"), scorecard),
    ]
