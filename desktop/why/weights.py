"""The numbers of a decision as stretches of a bar: what a picture shows, without the picture."""

from dataclasses import dataclass
from typing import Literal

from engine.bias import constants
from engine.bias.decision import Argument, Debate
from engine.bias.outputs import AgentOutputs

Fill = Literal["biased", "neutral", "uncertain", "unproven", "doubt"]
LONGEST = max(constants.AGENT_WEIGHTS.values())


@dataclass(frozen=True)
class Stretch:
    """From `start` to `end` of the bar, both in [0, 1]."""

    fill: Fill
    start: float
    end: float


def weight_stretches(argument: Argument) -> tuple[Stretch, ...]:
    """The architectural weight, cut into what counts for the claim, what is lost for want of evidence (the
    evidence factor) and what is lost to doubt (the confidence). The heaviest agent's weight fills the bar."""
    effective, held, whole = (
        value / LONGEST
        for value in (argument.effective, argument.weight * argument.adjusted, argument.weight)
    )
    cuts: list[tuple[Fill, float, float]] = [
        (argument.claim, 0.0, effective),
        ("unproven", effective, held),
        ("doubt", held, whole),
    ]
    return tuple(Stretch(fill, start, end) for fill, start, end in cuts if end - start > 1e-6)


def debate_stretches(debate: Debate) -> tuple[Stretch, ...]:
    """Biased from the left, neutral from the right, what is undecided between them."""
    biased = debate.scores.get("biased", 0.0)
    neutral = debate.scores.get("neutral", 0.0)
    if biased + neutral + debate.scores.get("uncertain", 0.0) == 0.0:
        return ()
    cuts: list[tuple[Fill, float, float]] = [
        ("biased", 0.0, biased),
        ("uncertain", biased, 1.0 - neutral),
        ("neutral", 1.0 - neutral, 1.0),
    ]
    return tuple(Stretch(fill, start, end) for fill, start, end in cuts if end - start > 1e-6)


def self_reported(argument: Argument, outputs: AgentOutputs) -> float | None:
    """The confidence that the agent wrote down itself; None where it was not asked."""
    output = {"bias": outputs.bias, "evidence": outputs.evidence, "framing": outputs.framing}.get(
        argument.agent
    )
    return output.confidence if output else None
