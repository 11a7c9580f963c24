"""The formulas with their numbers, one click away from the pictures."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from desktop.why.texts import label
from engine.bias import constants
from engine.bias.decision import Argument, Decision
from engine.report import words


class Numbers(QWidget):
    """A button, and below it what it opens."""

    def __init__(self, decision: Decision) -> None:
        super().__init__()
        self._button = QPushButton(self.tr("Show the numbers"))
        self._button.setObjectName("numbers")
        self._button.setProperty("flat", True)
        self._button.setCheckable(True)
        self._button.setAccessibleDescription(
            self.tr("The formulas behind these pictures, with their numbers")
        )
        self._details = _details(decision)
        self._details.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._details)
        self._button.toggled.connect(self._open)

    def _open(self, opened: bool) -> None:
        self._details.setVisible(opened)
        self._button.setText(self.tr("Hide the numbers") if opened else self.tr("Show the numbers"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Numbers", text)


def _details(decision: Decision) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(8)
    for argument in decision.arguments:
        column.addWidget(label(_weight(argument), "formula"))
    if decision.debate:
        column.addWidget(label(_scores(decision.arguments, decision.debate.scores["biased"]), "formula"))
    column.addWidget(label(_tr("Scorecard (Eq. 1)"), "small"))
    column.addWidget(_card(decision))
    said = _tr("Confidence in the verdict: {confidence:.2f}").format(confidence=decision.confidence)
    column.addWidget(label(said, "formula"))
    return box


def _weight(one: Argument) -> str:
    """Eq. 3 with the argument's numbers."""
    said = _tr("{agent}: {weight:.2f} × {adjusted:.2f} × {factor:.2f} = {effective:.2f}")
    return said.format(agent=words.AGENTS[one.agent], **one.model_dump(exclude={"agent"}))


def _scores(arguments: tuple[Argument, ...], biased: float) -> str:
    """Eq. 4 for the claim biased."""
    mine = " + ".join(f"{one.effective:.2f}" for one in arguments if one.claim == "biased") or "0"
    every = " + ".join(f"{one.effective:.2f}" for one in arguments)
    said = _tr("Biased: ({mine}) / ({all}) = {share:.2f}; the line is {line:.2f}")
    return said.format(mine=mine, all=every, share=biased, line=constants.SAD_THRESHOLD)


def _card(decision: Decision) -> QWidget:
    card, weights = decision.scorecard, constants.SCORE_WEIGHTS
    rows = [
        (_tr("bias"), card.bias, weights["bias"]),
        (_tr("evidence"), card.evidence, weights["evidence"]),
        (_tr("framing"), card.framing, weights["framing"]),
    ]
    box = QWidget()
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setVerticalSpacing(2)
    for row, (name, score, weight) in enumerate(rows):
        grid.addWidget(label(name, "formula"), row, 0)
        grid.addWidget(label(f"{weight:.2f} × {score:.2f} = {weight * score:.2f}", "formula"), row, 1)
    grid.addWidget(label(_tr("overall"), "formula"), len(rows), 0)
    grid.addWidget(label(f"{card.overall:.2f}", "formula"), len(rows), 1)
    routing = _tr("The bias score {score:.2f} (agreement factor {factor:.2f}) chose the path.")
    said = routing.format(score=card.routing, factor=card.agreement_factor)
    grid.addWidget(label(said, "formula"), len(rows) + 1, 0, 1, 2)
    grid.setColumnStretch(1, 1)
    return box
