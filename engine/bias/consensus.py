"""The three-path consensus engine: which outputs need no debate (section 3.3)."""

from engine.bias import constants
from engine.bias.decision import AgentName, Path, Scorecard
from engine.bias.evidence_store import EvidenceStore
from engine.bias.outputs import AgentOutputs, Claim
from engine.bias.passes import early_exit, neutral_agreement


def route(outputs: AgentOutputs, scorecard: Scorecard, store: EvidenceStore) -> tuple[Path, str]:
    """The path, and the rule that chose it in words. Early exit and path A mean neutral, path B biased;
    path C means a debate. Spans are the BiasAgent's that the passage holds."""
    if early_exit(outputs.bias) and not _read_as_slanted(outputs):
        return "early_exit", f"The BiasAgent is certain that this is neutral ({outputs.bias.confidence:.2f})."
    ruled = _neutral_veto(outputs, scorecard, store) or _fast_path(outputs, scorecard, store)
    return ruled or (
        "C",
        f"The signals are ambiguous (bias score {scorecard.routing:.2f}): the agents debate.",
    )


def _neutral_veto(
    outputs: AgentOutputs, scorecard: Scorecard, store: EvidenceStore
) -> tuple[Path, str] | None:
    if _read_as_slanted(outputs):
        return None  # a voice that the paper does not have, and that no neutral answer silences
    score = scorecard.routing
    if score < constants.TIER_B_CEILING and not store.of("bias"):
        return "A", f"Neutral veto, tier B: bias score {score:.2f} and no biased span."
    # The published 67 % is two thirds: two of three passes are "a clear majority".
    agreement = round(neutral_agreement(outputs.bias), 2)
    several = len(outputs.bias.passes) > 1
    if several and score < constants.TIER_A_CEILING and agreement >= constants.NEUTRAL_AGREEMENT_FLOOR:
        return "A", f"Neutral veto, tier A: bias score {score:.2f} and {agreement:.0%} of the passes neutral."
    return None


def _fast_path(outputs: AgentOutputs, scorecard: Scorecard, store: EvidenceStore) -> tuple[Path, str] | None:
    secondary = _secondary_positions(outputs, store)
    if outputs.bias.claim != "biased" or "neutral" in secondary:
        return None
    score, spans = scorecard.routing, store.of("bias")
    sure = sum(span.strength == "strong" for span in spans)  # strong: confidence of at least 0.60
    confirmed = "biased" in secondary
    others = "a second agent confirms it" if confirmed else "no other agent objects"
    if score >= constants.STRONG_FLOOR and sure >= constants.STRONG_SPANS:
        return "B", f"Strong bias: score {score:.2f}, {sure} high-confidence spans, and {others}."
    if score >= constants.MODERATE_FLOOR and len(spans) >= constants.MODERATE_SPANS and confirmed:
        return "B", f"Moderate bias: score {score:.2f}, spans found: {len(spans)}, and {others}."
    return None


def _read_as_slanted(outputs: AgentOutputs) -> bool:
    return outputs.likelihood is not None and outputs.likelihood.claim == "biased"


def _secondary_positions(outputs: AgentOutputs, store: EvidenceStore) -> list[Claim]:
    """The secondary agents' claims; a biased claim without evidence is an abstention, as in the debate."""
    positions: list[Claim] = []
    named: list[tuple[AgentName, Claim | None]] = [
        ("evidence", outputs.evidence.claim if outputs.evidence else None),
        ("framing", outputs.framing.claim if outputs.framing else None),
        ("likelihood", outputs.likelihood.claim if outputs.likelihood else None),
    ]
    for agent, claim in named:
        if claim is not None:
            positions.append("uncertain" if claim == "biased" and not store.of(agent) else claim)
    return positions
