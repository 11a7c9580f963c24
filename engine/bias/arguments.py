"""What each agent submits to the debate, and what it weighs (section 3.3, Eq. 2, 3 and 5)."""

from collections.abc import Sequence
from statistics import fmean

from engine.bias import constants
from engine.bias.decision import AgentName, Argument, CitedEvidence
from engine.bias.evidence import quality
from engine.bias.evidence_store import EvidenceStore
from engine.bias.outputs import (
    AgentOutputs,
    BiasOutput,
    Claim,
    EvidenceOutput,
    FramingOutput,
    LikelihoodOutput,
)

Output = BiasOutput | EvidenceOutput | FramingOutput | LikelihoodOutput


def argue(outputs: AgentOutputs, store: EvidenceStore) -> tuple[Argument, ...]:
    """One argument for each voice that was heard: BiasAgent, EvidenceAgent, FramingAgent, and the reading by
    likelihood."""
    asked: list[tuple[AgentName, Output]] = [("bias", outputs.bias)]
    if outputs.evidence:
        asked.append(("evidence", outputs.evidence))
    if outputs.framing:
        asked.append(("framing", outputs.framing))
    if outputs.likelihood:
        asked.append(("likelihood", outputs.likelihood))
    return tuple(
        _argument(agent, output, [other.claim for name, other in asked if name != agent], store)
        for agent, output in asked
    )


def evidence_factor(claim: Claim, count: int) -> float:
    """Eq. 5: f(e, claim) for `count` evidence spans. An uncertain claim gets 0.60 whatever it cites."""
    if claim == "uncertain":
        return constants.UNCERTAIN_FACTOR
    steps = constants.BIASED_FACTORS if claim == "biased" else constants.NEUTRAL_FACTORS
    return steps[min(count, len(steps) - 1)]


def weight(agent: AgentName) -> float:
    """The architectural weight w_i."""
    return constants.LIKELIHOOD_WEIGHT if agent == "likelihood" else constants.AGENT_WEIGHTS[agent]


def effective_weight(agent: AgentName, adjusted: float, factor: float) -> float:
    """Eq. 3: w_i * c_i * f."""
    return weight(agent) * adjusted * factor


def adjust(
    confidence: float, claim: Claim, evidence: Sequence[CitedEvidence], others: Sequence[Claim]
) -> float:
    """The adjusted confidence c_i: moved by up to 0.05 for the mean quality of the evidence (0 where there
    is none or it is of middling quality) and by up to 0.05 for the other agents' claims (0 where as many
    agree as object), and kept in [0, 1]."""
    grounds = 2.0 * fmean(quality(one) for one in evidence) - 1.0 if evidence else 0.0
    support = fmean(_support(claim, other) for other in others) if others else 0.0
    moved = confidence + constants.QUALITY_STEP * grounds + constants.AGREEMENT_STEP * support
    return min(1.0, max(0.0, moved))


def _argument(agent: AgentName, output: Output, others: Sequence[Claim], store: EvidenceStore) -> Argument:
    # Marks of bias cannot support a neutral claim; a frame can, for neutral reports have frames too.
    cites = output.claim != "neutral" or agent == "framing"
    evidence = store.of(agent)[: constants.MAX_EVIDENCE] if cites else ()
    adjusted = adjust(output.confidence, output.claim, evidence, others)
    factor = evidence_factor(output.claim, len(evidence))
    return Argument(
        agent=agent,
        claim=output.claim,
        evidence=evidence,
        rejected=store.rejected(agent),
        counter=output.counter,
        confidence=output.confidence,
        measured=output.measured.get(output.claim, 0.0),
        adjusted=adjusted,
        weight=weight(agent),
        factor=factor,
        effective=effective_weight(agent, adjusted, factor),
    )


def _support(claim: Claim, other: Claim) -> float:
    if claim == other:
        return 1.0
    return 0.0 if "uncertain" in (claim, other) else -1.0
