"""The same agents' outputs decided by other rules, without a model: what the debate itself contributes.

The paper calls this its most informative missing comparison (Limitations): the outputs stay fixed and only
the rule that aggregates them varies. The rules read the arguments of Eq. 2 as the policy read them.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.bias import constants
from engine.bias.debate import debate, sad_scores
from engine.bias.decision import Argument, Decision, Verdict
from engine.bias.evidence_store import EvidenceStore
from engine.evaluation.results import PassageResult, Result, Ruling

Votes = Sequence[Argument]


class Aggregated(NamedTuple):
    """`bias` is the probability of bias, at least 0.50 for a biased verdict and below for a neutral one."""

    verdict: Verdict
    bias: float


Rule = Callable[[Votes, EvidenceStore], Aggregated]


def majority(votes: Votes, store: EvidenceStore) -> Aggregated:
    """One agent, one vote: biased if more than half of the agents claim it. Confidence and evidence count
    for nothing."""
    return _plain([vote.model_copy(update={"effective": 1.0}) for vote in votes], more_than=True)


def unweighted(votes: Votes, store: EvidenceStore) -> Aggregated:
    """The structured debate among agents of equal weight and confidence: only the evidence factor of Eq. 5
    tells their arguments apart, and the conditions of the debate hold."""
    return _debated([vote.model_copy(update={"effective": vote.factor}) for vote in votes], store)


def confidence_weighted(votes: Votes, store: EvidenceStore) -> Aggregated:
    """Votes of weight w_i c_i: Eq. 3 without the evidence factor, and so without burden of proof. Biased from
    a share of 0.50, unless neutral has as much."""
    return _plain([vote.model_copy(update={"effective": vote.weight * vote.adjusted}) for vote in votes])


def structured_debate(votes: Votes, store: EvidenceStore) -> Aggregated:
    """Eq. 3 to 5 with their conditions, for every passage; a tie that only the arbitrator could break goes
    to the majority."""
    return _debated(votes, store)


RULES: dict[str, Rule] = {
    "majority": majority,
    "unweighted": unweighted,
    "confidence-weighted without evidence factor": confidence_weighted,
    "structured debate": structured_debate,
}


def by_rules(results: Sequence[Result], configuration: str, *, routed: bool = False) -> list[Result]:
    """The results with a ruling of each rule beside the stored ones, from the outputs of one configuration.

    By default the rule alone decides every passage. `routed` leaves those to paths A and B and the early exit
    that took them, so that the rule only stands in for the debate. The verifier, who would have to ask the
    model, has no say in either.
    """
    found = []
    for result in results:
        passages = result.rulings[configuration].passages
        found.append(
            result.with_rulings({name: aggregate(rule, passages, routed) for name, rule in RULES.items()})
        )
    return found


def aggregate(rule: Rule, passages: Sequence[PassageResult], routed: bool = False) -> Ruling:
    """An item's ruling: biased when one of its passages is, as probable as in the most probable one."""
    return of_passages([_passage(rule, passage, routed) for passage in passages])


def decided(decision: Decision) -> Aggregated:
    """A stored decision as a verdict and a probability: the SAD score where the agents debated (or the
    arbitrator's), the score that routed the passage where they did not."""
    if decision.verification.overridden or decision.path == "early_exit":
        return consistent(decision.verdict, 1.0 - decision.confidence)
    if decision.debate and decision.debate.arbitration:
        return consistent(decision.verdict, decision.debate.arbitration.measured.get("biased", 0.0))
    if decision.debate:
        return consistent(decision.verdict, decision.debate.scores["biased"])
    return consistent(decision.verdict, decision.scorecard.routing)


def consistent(verdict: Verdict, bias: float) -> Aggregated:
    """A tie-break may go against the score; the probability follows the verdict."""
    threshold = constants.SAD_THRESHOLD
    below = threshold - 10.0**-constants.DIGITS
    return Aggregated(verdict, max(bias, threshold) if verdict == "biased" else min(bias, below))


def of_passages(passages: Sequence[Aggregated]) -> Ruling:
    """The ruling on an item with these passages. Raises ValueError for none."""
    if not passages:
        raise ValueError("an item has at least one passage")
    bias = max(passage.bias for passage in passages)
    verdict: Verdict = "biased" if any(passage.verdict == "biased" for passage in passages) else "neutral"
    return Ruling(verdict=verdict, probabilities={"biased": bias, "neutral": 1.0 - bias})


def _passage(rule: Rule, passage: PassageResult, routed: bool) -> Aggregated:
    decision = passage.decision
    if routed and decision.path == "B":
        return consistent("biased", decision.scorecard.routing)
    if routed and decision.path != "C":
        return decided(decision)
    return rule(decision.arguments, EvidenceStore.collect(passage.outputs, passage.text))


def _debated(votes: Votes, store: EvidenceStore) -> Aggregated:
    found = debate(votes, store, None)
    return consistent(found.verdict, found.scores["biased"])


def _plain(votes: Votes, *, more_than: bool = False) -> Aggregated:
    scores = sad_scores(votes)
    half = scores["biased"] > 0.5 if more_than else scores["biased"] >= constants.SAD_THRESHOLD
    verdict: Verdict = "biased" if half and scores["biased"] > scores["neutral"] else "neutral"
    return consistent(verdict, scores["biased"])
