"""From the agents' outputs to a decision about one passage (sections 3.3 and 3.4).

Pure: the model is reached only through `arbitrate` and `check`, so stored outputs can be decided again
without one, under another policy.
"""

from engine.bias import constants
from engine.bias.arguments import argue
from engine.bias.consensus import route
from engine.bias.debate import Arbitrate, debate, non_trivial
from engine.bias.decision import Debate, Decision, Path, Resolution, Scorecard, Verdict, Verification
from engine.bias.evidence_store import EvidenceStore
from engine.bias.flags import review_flags
from engine.bias.outputs import AgentOutputs
from engine.bias.scoring import scorecard
from engine.bias.verifier import Check, needs_check, verify

_DEBATED: dict[Resolution, str] = {
    "score": "The weighted arguments decide",
    "evidence_strength": "The arguments weigh almost the same, and the stronger evidence decides",
    "majority": "The arguments and their evidence weigh almost the same, and the majority of agents decides",
    "arbitrator": "The arguments and their evidence weigh almost the same, and the arbitrator decides",
    "evidence_requirement": "No claim of bias rests on words of the passage",
}


def decide(
    outputs: AgentOutputs,
    text: str,
    *,
    guardrails: bool = True,
    arbitrate: Arbitrate | None = None,
    check: Check | None = None,
) -> Decision:
    """Decide about the passage `text`, into which the offsets of `outputs` point.

    Without `arbitrate` the majority of the agents settles a tie, without `check` a weak biased verdict
    stands unasked, and `reason` says so. `guardrails` adds the flags that go beyond the published method;
    the case for neutral that they call for is asked by `check`.
    """
    store = EvidenceStore.collect(outputs, text)
    card = scorecard(outputs)
    path, reason = route(outputs, card, store)
    arguments = argue(outputs, store)
    debated = debate(arguments, store, arbitrate) if path == "C" else None
    proposed: Verdict = debated.verdict if debated else ("biased" if path == "B" else "neutral")
    verification = verify(proposed, card, arguments, store, check)
    verdict: Verdict = "neutral" if verification.overridden else proposed
    confidence = _confidence(outputs, path, card, debated, verification)
    notes = [
        reason,
        _debate_note(debated, unasked=arbitrate is None and non_trivial(arguments)),
        _verification_note(proposed, verification, needs_check(card, store)),
    ]
    return Decision(
        verdict=verdict,
        confidence=confidence,
        path=path,
        reason=" ".join(note for note in notes if note),
        scorecard=card,
        arguments=arguments,
        debate=debated,
        verification=verification,
        flags=review_flags(verdict, confidence, arguments, debated, verification, guardrails=guardrails),
    )


def _confidence(
    outputs: AgentOutputs, path: Path, card: Scorecard, debated: Debate | None, verification: Verification
) -> float:
    """The confidence in the final verdict, in [0, 1], from whatever decided it."""
    if verification.check and verification.overridden:
        return verification.check.measured.get("reporting", 0.0)
    if verification.overridden:
        return max(constants.SAD_THRESHOLD, 1.0 - card.routing)
    if debated and debated.arbitration:
        return debated.arbitration.measured.get(debated.verdict, 0.0)
    if debated:  # below the threshold neutral stands by the burden of proof alone
        return max(constants.SAD_THRESHOLD, debated.scores[debated.verdict])
    if path == "early_exit":
        return outputs.bias.confidence
    return card.routing if path == "B" else 1.0 - card.routing


def _debate_note(debated: Debate | None, *, unasked: bool) -> str:
    if debated is None:
        return ""
    shares = f"biased {debated.scores['biased']:.2f}, neutral {debated.scores['neutral']:.2f}"
    missing = "; no arbitrator could be asked" if unasked and debated.resolution == "majority" else ""
    return f"{_DEBATED[debated.resolution]} ({shares}): {debated.verdict}{missing}."


def _verification_note(proposed: Verdict, verification: Verification, weak: bool) -> str:
    if verification.overridden:
        by = "reads it as reporting" if verification.check else "finds it unsupported or inconsistent"
        return f"The verifier {by} and changes biased to neutral."
    if proposed == "biased" and weak:
        return (
            "The verifier confirms this weak verdict."
            if verification.check
            else "The verdict is weak, and no verifier could be asked."
        )
    return ""
