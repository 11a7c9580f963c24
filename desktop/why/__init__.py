"""Why a passage looks slanted, and how the whole draft does: pictures first, numbers on demand."""

from collections.abc import Sequence

from PySide6.QtGui import QAction

from desktop.desk import Desk
from desktop.page import Panel
from desktop.theme import Theme
from desktop.why.panel import WhyPanel
from desktop.why.scorecard import ScorecardPanel

__all__ = ["panels"]


def panels(desk: Desk, theme: Theme, actions: Sequence[QAction] = ()) -> list[Panel]:
    """The tabs beside the draft: the argument about one passage, and the scorecard of the draft with a button
    for each of the `actions` on its report."""
    why, scorecard = WhyPanel(desk, theme), ScorecardPanel(desk, theme, actions)
    return [
        Panel("why", why.tr("Why"), why),
        Panel("scorecard", scorecard.tr("Scorecard"), scorecard),
    ]
