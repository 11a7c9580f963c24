"""Reasons for a person to look at a passage (section 3.4; Limitations, "Deployment guardrails")."""

from collections.abc import Sequence

from engine.bias import constants
from engine.bias.debate import is_tie
from engine.bias.decision import Argument, Debate, ReviewFlag, RuleCheck, Verdict, Verification
from engine.bias.outputs import Claim


def review_flags(
    verdict: Verdict,
    confidence: float,
    arguments: Sequence[Argument],
    debate: Debate | None,
    verification: Verification,
    *,
    guardrails: bool,
) -> tuple[ReviewFlag, ...]:
    """The flags of the verifier's rules and, with `guardrails`, those for disagreement and uncertainty;
    `verdict` and `confidence` are final."""
    flags = [_rule_flag(rule) for rule in verification.rules] + [_override(verification)]
    if guardrails:
        flags += [_disagreement(verdict, confidence, arguments), _uncertain(debate)]
    return tuple(flag for flag in flags if flag)


def _rule_flag(check: RuleCheck) -> ReviewFlag | None:
    if check.passed:
        return None
    if check.rule == "consistent":
        note = "The agents voted biased although the BiasAgent's score is very low."
        return ReviewFlag(kind="inconsistent", note=note)
    if check.rule == "under_detection":
        note = "The verdict is neutral although the bias score is high and several phrases were found."
        return ReviewFlag(kind="under_detection", note=note)
    return None  # an unsupported verdict is overridden, and flagged as such


def _override(verification: Verification) -> ReviewFlag | None:
    if not verification.overridden:
        return None
    if verification.check:
        note = "The verifier read the passage as reporting, not as the author's own bias."
    else:
        note = "The verifier set aside a biased verdict that its rules did not bear out."
    return ReviewFlag(kind="override", note=note)


def _disagreement(verdict: Verdict, confidence: float, arguments: Sequence[Argument]) -> ReviewFlag | None:
    """Strong claims on both sides, yet a verdict with high confidence."""
    split = _strongly(arguments, "biased") and _strongly(arguments, "neutral")
    if not split or confidence < constants.HIGH_CONFIDENCE:
        return None
    note = f"The agents disagree strongly, yet the verdict is {verdict} with high confidence."
    return ReviewFlag(kind="disagreement", note=note)


def _uncertain(debate: Debate | None) -> ReviewFlag | None:
    if debate is None:
        return None
    scores = debate.scores
    if debate.resolution == "evidence_requirement" and not any(scores.values()):
        note = "The agents suspect bias but quote no words of the passage for it."
    elif scores["uncertain"] > max(scores["biased"], scores["neutral"]):
        note = "The agents are mostly undecided, and bias was not proven."
    elif is_tie(scores):
        note = "The arguments for biased and for neutral weigh almost the same."
    else:
        return None
    return ReviewFlag(kind="uncertain", note=note)


def _strongly(arguments: Sequence[Argument], claim: Claim) -> bool:
    return any(one.claim == claim and one.adjusted >= constants.STRONG_CLAIM for one in arguments)
