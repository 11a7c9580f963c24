"""The record of how one passage was decided (sections 3.3 and 3.4): every number a reader may ask for."""

from typing import Literal

from engine.bias.outputs import Claim, Probability, Record, Span, Strength

AgentName = Literal["bias", "evidence", "framing", "likelihood"]
Verdict = Literal["biased", "neutral"]
Path = Literal["early_exit", "A", "B", "C"]
Match = Literal["exact", "fuzzy", "partial", "none"]
Resolution = Literal["score", "evidence_strength", "majority", "arbitrator", "evidence_requirement"]


class Scorecard(Record):
    """Eq. 1. All values are in [0, 1] but `agreement_factor`: 1.15, 0.85 or 1."""

    bias: Probability  # s_bias
    evidence: Probability  # s_evidence
    framing: Probability  # s_framing
    overall: Probability  # s_overall
    routing: Probability  # the BiasAgent's score after the agreement factor: what paths and rules read
    agreement_factor: float


class CitedEvidence(Span):
    """A span that an argument rests on, as validated against the passage."""

    match: Match
    overlap: Probability
    strength: Strength
    intensity: Probability = 0.0  # as the EvidenceAgent found it: ranks equals


class Argument(Record):
    """Eq. 2 and 3, every factor of the effective weight."""

    agent: AgentName
    claim: Claim
    evidence: tuple[CitedEvidence, ...]  # at most 5, validated
    rejected: tuple[CitedEvidence, ...]  # not found in the passage
    counter: str | None
    confidence: Probability  # as the policy reads it: self-reported or measured
    measured: Probability  # the model's probability of `claim`
    adjusted: Probability  # c_i, after evidence quality and agreement
    weight: Probability  # w_i
    factor: Probability  # f(e, claim), Eq. 5
    effective: Probability  # w_i * c_i * f


class Arbitration(Record):
    ruling: Verdict
    measured: dict[Verdict, Probability]
    reason: str


class Debate(Record):
    """Eq. 4 and its conditions."""

    scores: dict[Claim, Probability]
    verdict: Verdict
    resolution: Resolution
    arbitration: Arbitration | None = None


class RuleCheck(Record):
    rule: Literal["supported", "consistent", "under_detection"]
    passed: bool
    note: str


class VerifierCheck(Record):
    """The VerifierAgent's question to the model about a weak biased verdict."""

    ruling: Literal["author", "reporting"]
    measured: dict[Literal["author", "reporting"], Probability]
    case_for_neutral: str | None  # asked for first under the guardrails policy


class Verification(Record):
    rules: tuple[RuleCheck, ...]
    check: VerifierCheck | None
    overridden: bool  # biased to neutral; the reverse cannot happen


class ReviewFlag(Record):
    """A reason for a person to look, in one sentence."""

    kind: Literal["disagreement", "inconsistent", "under_detection", "override", "uncertain"]
    note: str


class Decision(Record):
    verdict: Verdict
    confidence: Probability
    path: Path
    reason: str  # the rule that fired, in words
    scorecard: Scorecard
    arguments: tuple[Argument, ...]
    debate: Debate | None
    verification: Verification
    flags: tuple[ReviewFlag, ...]
