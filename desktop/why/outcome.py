"""Below the columns: the balance of the arguments, flags for a person, what the verifier checked."""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop.theme import Theme
from desktop.why.pictures import BalanceBar, ShareBar, Swatch
from desktop.why.texts import label, legend
from desktop.why.weights import Fill
from engine.bias import constants
from engine.bias.decision import Debate, Decision, ReviewFlag
from engine.bias.outputs import EvidenceOutput
from engine.report import words

_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
    "top": Qt.AlignmentFlag.AlignTop,
}


def key(theme: Theme, undecided: bool) -> QWidget:
    """What the fills of the bars mean; `undecided`: an agent claims neither biased nor neutral."""
    meanings: list[tuple[Fill, str]] = [
        ("biased", _tr("counts as biased")),
        ("neutral", _tr("counts as neutral")),
        ("unproven", _tr("lost for want of evidence")),
        ("doubt", _tr("lost to doubt")),
    ]
    if undecided:
        meanings.append(("uncertain", _tr("undecided: counts for neither")))
    return legend([(Swatch(theme, fill, meaning), meaning) for fill, meaning in meanings])


def balance(theme: Theme, decision: Decision) -> QWidget:
    """The debate's scores on one bar with the line; without a debate, the score that chose the path."""
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    if decision.debate:
        column.addWidget(_ends(decision.debate))
        bar = BalanceBar(theme)
        bar.show_debate(decision.debate)
        column.addWidget(bar)
        if decision.debate.arbitration:
            column.addWidget(label(_tr("The arbitrator: ") + decision.debate.arbitration.reason))
        return box
    score = decision.scorecard.routing
    row = QHBoxLayout()
    row.addWidget(label(_tr("bias score {score:.2f}").format(score=score), "strong"))
    row.addWidget(_right(_tr("0 neutral, 1 slanted")))
    column.addLayout(row)
    share = ShareBar(theme, tall=16)
    share.show_share(_tr("Bias score"), score, _tr("Bias score {score:.2f} of 1").format(score=score))
    column.addWidget(share)
    return box


def flags(decision: Decision) -> Iterator[QWidget]:
    """A box for each reason for a person to look."""
    for flag in decision.flags:
        yield _flag(flag)


def checks(decision: Decision) -> QWidget:
    """What the verifier checked, each with its sign."""
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(label(_tr("Checks"), "heading"))
    for rule in words.rules_shown(decision):
        column.addWidget(_check(rule.passed, words.RULES[rule.rule][0 if rule.passed else 1], rule.note))
    check = decision.verification.check
    if check:
        note = f"({check.measured[check.ruling]:.2f})"
        if check.case_for_neutral:
            note += " " + _tr("The case for neutral: {case}").format(case=check.case_for_neutral)
        column.addWidget(_check(check.ruling == "author", words.RULINGS[check.ruling], note))
    if decision.verification.overridden:
        column.addWidget(_check(False, _tr("The verifier changed the verdict from biased to neutral."), ""))
    return box


def left_alone(evidence: EvidenceOutput | None) -> Iterator[QWidget]:
    """Words that were not held against the passage."""
    if evidence and evidence.quoted:
        quotes = ", ".join(f"“{one.quote}”" for one in evidence.quoted)
        yield label(
            _tr("A speaker’s words, not held against the author: {quotes}.").format(quotes=quotes), "small"
        )
    if evidence and evidence.discarded:
        quotes = ", ".join(f"“{one.quote}”" for one in evidence.discarded)
        said = _tr("Neutral vocabulary that was proposed and discarded: {quotes}.")
        yield label(said.format(quotes=quotes), "small")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Outcome", text)


def _ends(debate: Debate) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    scores = debate.scores
    left = label(_tr("biased {score:.2f}").format(score=scores.get("biased", 0.0)), "strong")
    said = _tr("neutral {score:.2f}").format(score=scores.get("neutral", 0.0))
    if uncertain := scores.get("uncertain", 0.0):
        said = _tr("uncertain {score:.2f}").format(score=uncertain) + " · " + said
    middle = label(_tr("{line:.2f} line").format(line=constants.SAD_THRESHOLD), "small")
    right = label(said, "strong")
    for part, align in ((left, "left"), (middle, "center"), (right, "right")):
        part.setWordWrap(False)
        part.setAlignment(_ALIGN[align])
        row.addWidget(part, 1)
    return box


def _right(text: str) -> QWidget:
    made = label(text, "small")
    made.setAlignment(_ALIGN["right"])
    return made


def _flag(flag: ReviewFlag) -> QWidget:
    box = QFrame()
    box.setObjectName("flag")
    column = QVBoxLayout(box)
    column.setContentsMargins(12, 8, 12, 8)
    column.setSpacing(2)
    title = _tr("For a person to look at: {what}").format(what=words.FLAGS[flag.kind].lower())
    column.addWidget(label(title, "strong"))
    column.addWidget(label(flag.note))
    return box


def _check(passed: bool, sentence: str, note: str) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    sign = label("✓" if passed else "!", "strong")
    sign.setAccessibleName(_tr("passed") if passed else _tr("not passed"))
    sign.setFixedWidth(16)
    sign.setAlignment(_ALIGN["top"])
    row.addWidget(sign)
    column = QVBoxLayout()
    column.setSpacing(0)
    column.addWidget(label(sentence))
    if note:
        column.addWidget(label(note, "small"))
    row.addLayout(column, 1)
    return box
