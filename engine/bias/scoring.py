"""The ScoringAgent: a scorecard from the agents' outputs, without a model (section 3.3, Eq. 1)."""

from engine.bias import constants
from engine.bias.decision import Scorecard
from engine.bias.outputs import AgentOutputs, BiasOutput, EvidenceOutput, FramingOutput
from engine.bias.passes import bias_agreement, neutral_agreement
from engine.bias.spans import distinct


def scorecard(outputs: AgentOutputs) -> Scorecard:
    """Eq. 1. Agents that were skipped contribute 0."""
    factor = agreement_factor(outputs.bias)
    bias = _bias(outputs.bias, factor)
    evidence = _evidence(outputs.evidence)
    framing = _framing(outputs.framing)
    weights = constants.SCORE_WEIGHTS
    return Scorecard(
        bias=bias,
        evidence=evidence,
        framing=framing,
        overall=weights["bias"] * bias + weights["evidence"] * evidence + weights["framing"] * framing,
        routing=round(min(1.0, outputs.bias.score * factor), constants.DIGITS),
        agreement_factor=factor,
    )


def agreement_factor(output: BiasOutput) -> float:
    """1.15 if at least 80 % of the passes claim biased, 0.85 if at least 80 % claim neutral, else 1.
    A single pass agrees with nobody: 1."""
    if len(output.passes) < 2:
        return 1.0
    if bias_agreement(output) >= constants.AGREEMENT_FLOOR:
        return constants.BIAS_BOOST
    if neutral_agreement(output) >= constants.AGREEMENT_FLOOR:
        return constants.NEUTRAL_ATTENUATION
    return 1.0


def saturation(count: int) -> float:
    """What a number of spans is worth, in [0, 1]: the steps that Eq. 5 gives to evidence for bias."""
    return constants.BIASED_FACTORS[min(count, len(constants.BIASED_FACTORS) - 1)]


def _bias(output: BiasOutput, factor: float) -> float:
    share = constants.SCORE_SHARE
    return min(1.0, factor * (share * output.score + (1.0 - share) * saturation(len(output.spans))))


def _evidence(output: EvidenceOutput | None) -> float:
    if output is None:
        return 0.0
    return saturation(
        len(distinct(output.items, rank=lambda item: (constants.STRENGTH_VALUES[item.strength],)))
    )


def _framing(output: FramingOutput | None) -> float:
    if output is None:
        return 0.0
    us_them, lean = constants.US_THEM_SHARE, constants.LEAN_SHARE
    return (
        us_them * output.us_them
        + lean * (output.lean in ("left", "right"))
        + (1.0 - us_them - lean) * saturation(len(output.spans))
    )
