"""Structured argument debate: one round of weighted scoring under a burden of proof (section 3.3, Eq. 4).

Proposition 1 holds on every way out: without a biased-claiming agent that cites words of the passage the
verdict is neutral, whatever the votes or the arbitrator.
"""

from collections.abc import Callable, Sequence

from engine.bias import constants
from engine.bias.decision import Arbitration, Argument, Debate, Verdict
from engine.bias.evidence_store import EvidenceStore
from engine.bias.outputs import Claim, Strength

Arbitrate = Callable[[Sequence[Argument]], Arbitration]

CLAIMS: tuple[Claim, ...] = ("biased", "neutral", "uncertain")
_RANK: dict[Strength, int] = {"weak": 1, "moderate": 2, "strong": 3}


def debate(arguments: Sequence[Argument], store: EvidenceStore, arbitrate: Arbitrate | None) -> Debate:
    """The winning claim under the three conditions: evidence requirement, threshold, tie-break.

    `arbitrate` is called only for a tie that evidence strength does not break, in a non-trivial conflict
    (Appendix M); without it, or for a trivial conflict, the majority of the agents decides.
    """
    scores = sad_scores(arguments)
    accusers = [one for one in arguments if one.claim == "biased"]
    if accusers and not any(_grounded(one, store) for one in accusers):
        return Debate(scores=scores, verdict="neutral", resolution="evidence_requirement")
    if scores["biased"] < constants.SAD_THRESHOLD:
        return Debate(scores=scores, verdict="neutral", resolution="score")
    if not is_tie(scores):
        return Debate(scores=scores, verdict="biased", resolution="score")
    biased, neutral = _best_strength(arguments, "biased"), _best_strength(arguments, "neutral")
    if biased != neutral:
        verdict: Verdict = "biased" if biased > neutral else "neutral"
        return Debate(scores=scores, verdict=verdict, resolution="evidence_strength")
    if arbitrate and non_trivial(arguments):
        ruling = arbitrate(arguments)
        return Debate(scores=scores, verdict=ruling.ruling, resolution="arbitrator", arbitration=ruling)
    return Debate(scores=scores, verdict=_majority(arguments), resolution="majority")


def sad_scores(arguments: Sequence[Argument]) -> dict[Claim, float]:
    """Eq. 4: each claim's share of the effective weight, summing to 1; all 0 where nothing has weight."""
    total = sum(one.effective for one in arguments)
    return {
        claim: round(sum(one.effective for one in arguments if one.claim == claim) / total, constants.DIGITS)
        if total
        else 0.0
        for claim in CLAIMS
    }


def is_tie(scores: dict[Claim, float]) -> bool:
    """Whether biased and neutral are within 0.05 of each other."""
    return round(abs(scores["biased"] - scores["neutral"]), constants.DIGITS) <= constants.TIE_MARGIN


def non_trivial(arguments: Sequence[Argument]) -> bool:
    """Whether both biased and neutral are claimed with an adjusted confidence of at least 0.50."""
    return _held(arguments, "biased") and _held(arguments, "neutral")


def _grounded(argument: Argument, store: EvidenceStore) -> bool:
    """Whether something besides the agent confirms a span of it: the passage itself, or, where the passage
    holds only part of the quote, another agent or the lexicon."""
    corroborated = store.corroborated()
    return any(span.match in ("exact", "fuzzy") or span in corroborated for span in argument.evidence)


def _best_strength(arguments: Sequence[Argument], claim: Claim) -> int:
    """The rank of the strongest span cited for `claim`; 0 where none is."""
    cited = (span for one in arguments if one.claim == claim for span in one.evidence)
    return max((_RANK[span.strength] for span in cited), default=0)


def _held(arguments: Sequence[Argument], claim: Claim) -> bool:
    return any(one.claim == claim and one.adjusted >= constants.HELD_CLAIM for one in arguments)


def _majority(arguments: Sequence[Argument]) -> Verdict:
    """Biased only if more than half of the agents claim it with evidence."""
    accusing = sum(one.claim == "biased" and one.effective > 0.0 for one in arguments)
    return "biased" if 2 * accusing > len(arguments) else "neutral"
