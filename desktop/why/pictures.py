"""The pictures of an argument: bars that need no formula to be understood."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy

from desktop.theme import Theme
from desktop.why.painted import Painted, filled, hatched, outlined
from desktop.why.weights import Fill, Stretch, debate_stretches, weight_stretches
from engine.bias import constants
from engine.bias.decision import Argument, Debate

BAR = 16
SWATCH = QSize(20, 12)
_SQUARE = 0.0


class _Bar(Painted):
    """Stretches side by side, each in its own fill."""

    def __init__(self, theme: Theme, tall: int = BAR) -> None:
        super().__init__(theme, tall)
        self._stretches: tuple[Stretch, ...] = ()

    def show_stretches(self, stretches: Sequence[Stretch], said: str) -> None:
        self._stretches = tuple(stretches)
        self.setAccessibleDescription(said)
        self.setToolTip(said)
        self.update()

    def draw(self, painter: QPainter) -> None:
        for stretch in self._stretches:
            self.fill(painter, self.place(stretch), stretch.fill)

    def place(self, stretch: Stretch) -> QRectF:
        width = self.width()
        return QRectF(stretch.start * width, 0, (stretch.end - stretch.start) * width, self.height())

    def fill(self, painter: QPainter, area: QRectF, fill: Fill) -> None:
        match fill:
            case "biased":
                filled(painter, area, self.theme.color("accent"), _SQUARE)
            case "neutral":
                filled(painter, area, self.theme.color("accent-soft"), _SQUARE)
            case "uncertain":
                filled(painter, area, self.theme.color("line"), _SQUARE)
            case "unproven":
                filled(painter, area, self.theme.color("raised"), _SQUARE)
                hatched(painter, area, self.pen("quiet", 1.5))
                outlined(painter, area, self.pen("quiet"), radius=_SQUARE)
            case "doubt":
                outlined(painter, area, self.pen("quiet"), self.theme.color("raised"), _SQUARE)


class WeightBar(_Bar):
    """An effective weight: architectural weight, confidence and evidence factor in one bar."""

    def show_argument(self, argument: Argument) -> None:
        self.setAccessibleName(self.tr("Effective weight"))
        said = self.tr(
            "Effective weight {effective:.2f} = architectural weight {weight:.2f} × confidence {adjusted:.2f}"
            " × evidence factor {factor:.2f}"
        )
        self.show_stretches(weight_stretches(argument), said.format(**argument.model_dump()))


class BalanceBar(_Bar):
    """The weighted arguments for biased against those for neutral, with the line between them."""

    LINE = 8  # how far the line stands out above and below

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, BAR + 2 * self.LINE)

    def show_debate(self, debate: Debate) -> None:
        self.setAccessibleName(self.tr("Biased against neutral"))
        said = self.tr("Biased {biased:.2f} against neutral {neutral:.2f}; the line is at {line:.2f}")
        scores = debate.scores
        self.show_stretches(
            debate_stretches(debate),
            said.format(
                biased=scores.get("biased", 0.0),
                neutral=scores.get("neutral", 0.0),
                line=constants.SAD_THRESHOLD,
            ),
        )

    def place(self, stretch: Stretch) -> QRectF:
        return super().place(stretch).adjusted(0, self.LINE, 0, -self.LINE)

    def draw(self, painter: QPainter) -> None:
        whole = self.place(Stretch("doubt", 0.0, 1.0))
        self.fill(painter, whole, "doubt")
        super().draw(painter)
        x = constants.SAD_THRESHOLD * self.width()
        painter.setPen(self.pen("ink", 2.0))
        painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))


class ShareBar(_Bar):
    """One share of a whole: how much of the bar is filled."""

    def __init__(self, theme: Theme, fill: Fill = "biased", tall: int = 6) -> None:
        super().__init__(theme, tall)
        self._fill: Fill = fill

    def show_share(self, name: str, share: float, said: str) -> None:
        """`share` is in [0, 1]; `name` and `said` are for a screen reader and the tooltip."""
        self.setAccessibleName(name)
        self.show_stretches((Stretch(self._fill, 0.0, share),), said)

    def draw(self, painter: QPainter) -> None:
        filled(painter, QRectF(self.rect()), self.theme.color("line"), self.height() / 2)
        for stretch in self._stretches:
            if stretch.end > 0.0:
                area = self.place(stretch)
                filled(painter, area, self.theme.color("accent"), min(self.height(), area.width()) / 2)


class Swatch(_Bar):
    """A fill by itself, for the key to the pictures."""

    def __init__(self, theme: Theme, fill: Fill, meaning: str) -> None:
        super().__init__(theme, SWATCH.height())
        self.setFixedWidth(SWATCH.width())
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(meaning)
        self.show_stretches((Stretch(fill, 0.0, 1.0),), "")
