"""One agent's part in the argument: what it claims, on which words, how sure it is, and what that weighs."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from desktop.theme import Theme
from desktop.why.pictures import ShareBar, WeightBar
from desktop.why.texts import Quote, label
from desktop.why.weights import self_reported
from engine.bias.decision import Argument, CitedEvidence
from engine.bias.outputs import AgentOutputs
from engine.report import words

ShowWords = Callable[[int, int], None]


def voice(theme: Theme, argument: Argument, outputs: AgentOutputs, show_words: ShowWords) -> list[QWidget]:
    """The rows of an agent's column, from its name down; all agents have the same ones, so that columns
    can stand in line."""
    return [
        _stacked(label(words.AGENTS[argument.agent], "heading"), label(words.TASKS[argument.agent], "small")),
        label(_tr("claims {claim}").format(claim=argument.claim), "claim"),
        _evidence(theme, argument, show_words),
        _weight(theme, argument),
        _confidence(theme, argument, outputs),
        label(_tr("Against it: {counter}").format(counter=argument.counter), "small")
        if argument.counter
        else QWidget(),
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Voice", text)


def _stacked(*parts: QWidget, spacing: int = 4) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(spacing)
    for part in parts:
        column.addWidget(part)
    column.addStretch()
    return box


def _evidence(theme: Theme, argument: Argument, show_words: ShowWords) -> QWidget:
    parts: list[QWidget] = [_quote(theme, one, show_words) for one in argument.evidence]
    parts = parts or [label(_tr("quotes nothing"), "small")]
    parts += [
        label(_tr("“{quote}” does not count: it is not in the passage").format(quote=one.quote), "small")
        for one in argument.rejected
    ]
    return _stacked(*parts, spacing=2)


def _quote(theme: Theme, one: CitedEvidence, show_words: ShowWords) -> Quote:
    note = "" if one.match == "exact" else _tr("({match} match)").format(match=one.match)
    quote = Quote(theme, one.quote, note)
    quote.clicked.connect(lambda: show_words(one.start, one.end))
    return quote


def _weight(theme: Theme, argument: Argument) -> QWidget:
    bar = WeightBar(theme)
    bar.show_argument(argument)
    said = _tr("weighs {effective:.2f} of {weight:.2f}")
    return _stacked(
        bar, label(said.format(effective=argument.effective, weight=argument.weight), "weight"), spacing=2
    )


def _confidence(theme: Theme, argument: Argument, outputs: AgentOutputs) -> QWidget:
    """The two confidences, one under the other: what was measured, and what the agent says of itself."""
    box = QWidget()
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(4)
    grid.setHorizontalSpacing(8)
    grid.setColumnStretch(1, 1)
    own = self_reported(argument, outputs)
    rows = [
        (_tr("measured"), argument.measured, _tr("The model's probability of this claim")),
        (_tr("self-reported"), own, _tr("What the agent wrote down about itself")),
    ]
    for row, (name, share, meaning) in enumerate(rows):
        if share is None:
            continue
        bar = ShareBar(theme)
        bar.show_share(_tr("Confidence, {name}").format(name=name), share, f"{meaning}: {share:.2f}")
        for column, part in enumerate((label(name, "small"), bar, label(f"{share:.2f}", "small"))):
            grid.addWidget(part, row, column)
            if part is not bar:
                part.setWordWrap(False)  # type: ignore[attr-defined]
    return box
