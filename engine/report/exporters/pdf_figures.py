"""The bars of the PDF: how much an argument weighs, and how the two sides compare."""

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus.flowables import Flowable

from engine.bias import constants
from engine.bias.decision import Argument, Decision
from engine.report import tokens

_COLORS = {"biased": "accent", "neutral": "accent-soft", "uncertain": "line"}


class Bar(Flowable):
    """A bar across the frame: stretches of it in a color, from and to a share of its width, and a line."""

    def __init__(
        self, stretches: tuple[tuple[float, float, str], ...], height: float, line: float | None = None
    ) -> None:
        super().__init__()
        self._stretches = stretches
        self._bar_height = height
        self._line = line

    def getSpaceAfter(self) -> float:
        return 4

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        self.width = availWidth
        return availWidth, self._bar_height + 8

    def draw(self) -> None:
        canvas: Canvas = self.canv
        for left, right, color in self._stretches:
            canvas.setFillColor(HexColor(tokens.LIGHT[color]))
            canvas.setStrokeColor(HexColor(tokens.LIGHT["quiet"]))
            canvas.setLineWidth(0.5)
            outlined = color == "raised"
            canvas.rect(
                left * self.width, 4, (right - left) * self.width, self._bar_height, stroke=outlined, fill=1
            )
        if self._line is not None:
            canvas.setStrokeColor(HexColor(tokens.LIGHT["ink"]))
            canvas.setLineWidth(1.2)
            canvas.line(self._line * self.width, 0, self._line * self.width, self._bar_height + 8)


def weight(held: Argument) -> Bar:
    """What an argument could weigh, what is left of it after doubt, and what it weighs by its evidence."""
    scale = 1 / constants.AGENT_WEIGHTS["bias"]
    return Bar(
        (
            (0, held.weight * scale, "raised"),
            (0, held.weight * held.adjusted * scale, "line"),
            (0, held.effective * scale, _COLORS[held.claim]),
        ),
        8,
    )


def balance(decision: Decision) -> Bar:
    """Biased from the left against neutral from the right, or the score where nothing was debated."""
    if decision.debate is None:
        return Bar(((0, 1, "raised"), (0, decision.scorecard.routing, "accent")), 8)
    biased = decision.debate.scores.get("biased", 0.0)
    neutral = decision.debate.scores.get("neutral", 0.0)
    stretches = (0.0, 1.0, "raised"), (0.0, biased, "accent"), (1 - neutral, 1.0, "accent-soft")
    return Bar(stretches, 8, constants.SAD_THRESHOLD)
