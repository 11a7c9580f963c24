"""The VerifierAgent: three rules, then a question about weak biased verdicts (section 3.4).

The override is asymmetric: a biased verdict may become neutral, a neutral one stays.
"""

from collections.abc import Callable, Sequence

from engine.bias import constants
from engine.bias.decision import Argument, RuleCheck, Scorecard, Verdict, Verification, VerifierCheck
from engine.bias.evidence_store import EvidenceStore

Check = Callable[[], VerifierCheck]


def verify(
    verdict: Verdict,
    scorecard: Scorecard,
    arguments: Sequence[Argument],
    store: EvidenceStore,
    check: Check | None,
) -> Verification:
    """Check `verdict`; `overridden` means that it is neutral now. `check` asks the model, at most once, and
    only about a biased verdict that passed the rules and `needs_check`."""
    rules = (
        _supported(verdict, arguments),
        _consistent(verdict, scorecard),
        _under_detection(verdict, scorecard, store),
    )
    if verdict == "neutral":
        return Verification(rules=rules, check=None, overridden=False)
    if not all(rule.passed for rule in rules):
        return Verification(rules=rules, check=None, overridden=True)
    answer = check() if check and needs_check(scorecard, store) else None
    reporting = answer is not None and answer.ruling == "reporting"
    return Verification(rules=rules, check=answer, overridden=reporting)


def needs_check(scorecard: Scorecard, store: EvidenceStore) -> bool:
    """Whether the primary evidence for a biased verdict is weak: a bias score below 0.65 or no span of the
    BiasAgent."""
    return (
        scorecard.routing < constants.WEAK_VERDICT_CEILING
        or len(store.of("bias")) < constants.WEAK_VERDICT_SPANS
    )


def _supported(verdict: Verdict, arguments: Sequence[Argument]) -> RuleCheck:
    spans = sum(len(one.evidence) for one in arguments if one.claim == "biased")
    passed = verdict == "neutral" or spans >= constants.SUPPORTING_SPANS
    note = f"Spans that support a biased verdict: {spans}."
    return RuleCheck(rule="supported", passed=passed, note=note)


def _consistent(verdict: Verdict, scorecard: Scorecard) -> RuleCheck:
    score = scorecard.routing
    passed = verdict == "neutral" or score >= constants.INCONSISTENT_CEILING
    return RuleCheck(rule="consistent", passed=passed, note=f"The bias score is {score:.2f}.")


def _under_detection(verdict: Verdict, scorecard: Scorecard, store: EvidenceStore) -> RuleCheck:
    score, spans = scorecard.routing, len(store.of("bias"))
    missed = score >= constants.UNDER_DETECTION_FLOOR and spans >= constants.UNDER_DETECTION_SPANS
    note = f"The bias score is {score:.2f}, and the BiasAgent's spans are {spans}."
    return RuleCheck(rule="under_detection", passed=verdict == "biased" or not missed, note=note)
