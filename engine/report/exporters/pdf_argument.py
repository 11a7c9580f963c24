"""The argument behind a verdict, as the PDF shows it: the agents side by side, the balance, the checks."""

from collections.abc import Iterator, Sequence

from reportlab.platypus.flowables import Flowable

from engine.bias import constants
from engine.bias.decision import Argument, Decision
from engine.bias.outputs import EvidenceOutput, Span
from engine.report import words
from engine.report.exporters.pdf_boxes import columns
from engine.report.exporters.pdf_figures import balance, weight
from engine.report.exporters.pdf_text import HEAD, QUOTE, SANS, SMALL, MarkedText, Piece

_CELL = 500  # characters of a text in a table
_BARS = (
    "Bars: what an argument weighs, of all that it could; gray is lost for want of evidence, white to doubt."
)


def argument(decision: Decision, evidence: EvidenceOutput | None) -> Iterator[Flowable]:
    yield MarkedText([Piece("The argument")], HEAD)
    yield MarkedText([Piece(f"{words.PATHS[decision.path]}. {decision.reason}")], SANS)
    if decision.arguments:
        yield columns(_voices(decision.arguments), together=3)
        yield MarkedText([Piece(_BARS)], SMALL)
    yield from _balance(decision)
    for flag in decision.flags:
        lead = f"For a person to look at: {words.FLAGS[flag.kind].lower()}. "
        yield MarkedText([Piece(lead, bold=True), Piece(flag.note)], SANS)
    if evidence and evidence.quoted:
        yield _aside("A speaker’s words, not held against the author", evidence.quoted)
    if evidence and evidence.discarded:
        yield _aside("Neutral vocabulary that was proposed and discarded", evidence.discarded)
    yield from _checks(decision)


def _aside(lead: str, spans: tuple[Span, ...]) -> Flowable:
    return MarkedText([Piece(f"{lead}: {', '.join(f'“{one.quote}”' for one in spans)}.")], SMALL)


def _voices(arguments: Sequence[Argument]) -> list[list[list[Flowable]]]:
    """The rows of a table with one agent a column: each row holds what is said on one point."""
    cited = max(len(held.evidence) for held in arguments)
    rejected = max(len(held.rejected) for held in arguments)
    return [
        [[MarkedText([Piece(words.AGENTS[held.agent])], HEAD)] for held in arguments],
        [[MarkedText([Piece(words.TASKS[held.agent])], SMALL)] for held in arguments],
        [
            [MarkedText([Piece("claims ", color="quiet"), Piece(held.claim, bold=True)], SANS)]
            for held in arguments
        ],
        *([_cited(held, number) for held in arguments] for number in range(max(cited, 1))),
        *([_rejected(held, number) for held in arguments] for number in range(rejected)),
        [_weighs(held) for held in arguments],
        [_counter(held) for held in arguments],
    ]


def _cited(held: Argument, number: int) -> list[Flowable]:
    if not held.evidence and number == 0:
        return [MarkedText([Piece("quotes no words of the author’s")], SMALL)]
    if number >= len(held.evidence):
        return []
    one = held.evidence[number]
    match = "" if one.match == "exact" else f" {one.match} match"
    return [MarkedText([Piece(f"“{_short(one.quote)}”"), Piece(match, color="quiet")], QUOTE)]


def _rejected(held: Argument, number: int) -> list[Flowable]:
    if number >= len(held.rejected):
        return []
    quote = _short(held.rejected[number].quote)
    return [MarkedText([Piece(f"“{quote}” does not count: not found in the passage, or too short")], SMALL)]


def _weighs(held: Argument) -> list[Flowable]:
    weighs = Piece(f"{held.effective:.2f}", bold=True)
    of = Piece(f" of {held.weight:.2f}", color="quiet")
    return [weight(held), MarkedText([Piece("weighs ", color="quiet"), weighs, of], SANS)]


def _counter(held: Argument) -> list[Flowable]:
    if not held.counter:
        return []
    return [MarkedText([Piece("Against it: ", color="quiet"), Piece(_short(held.counter))], SANS)]


def _short(text: str) -> str:
    """What a table's cell can hold of a text: a cell does not go on on the next page."""
    return text if len(text) <= _CELL else f"{text[: _CELL - 1].rstrip()}…"


def _balance(decision: Decision) -> Iterator[Flowable]:
    if decision.debate is None:
        score = Piece(f"{decision.scorecard.routing:.2f}", bold=True)
        yield MarkedText([Piece("score "), score, Piece("  (0 neutral, 1 slanted)", color="quiet")], SANS)
        yield balance(decision)
        return
    scores = decision.debate.scores
    sides = [("biased", scores.get("biased", 0.0)), ("neutral", scores.get("neutral", 0.0))]
    if scores.get("uncertain", 0.0) > 0:
        sides.append(("uncertain", scores["uncertain"]))
    pieces = [
        one for name, score in sides for one in (Piece(f"{name} "), Piece(f"{score:.2f}   ", bold=True))
    ]
    yield MarkedText([*pieces, Piece(f"{constants.SAD_THRESHOLD:.2f} line", color="quiet")], SANS)
    yield balance(decision)
    if decision.debate.arbitration:
        yield MarkedText([Piece(f"The arbitrator: {decision.debate.arbitration.reason}")], SANS)


def _checks(decision: Decision) -> Iterator[Flowable]:
    yield MarkedText([Piece("Checks")], HEAD)
    for one in words.rules_shown(decision):
        result = words.RULES[one.rule][0 if one.passed else 1]
        lead = "" if one.passed else "! "
        yield MarkedText([Piece(f"{lead}{result} "), Piece(one.note, color="quiet")], SANS)
    check = decision.verification.check
    if check:
        yield MarkedText(
            [
                Piece(words.RULINGS[check.ruling]),
                Piece(f" ({check.measured[check.ruling]:.2f})", color="quiet"),
                Piece(f" The case for neutral: {check.case_for_neutral}" if check.case_for_neutral else ""),
            ],
            SANS,
        )
    if decision.verification.overridden:
        yield MarkedText([Piece("! The verifier changed the verdict from biased to neutral.")], SANS)
