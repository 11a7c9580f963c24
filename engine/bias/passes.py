"""Self-consistency: k passes of the BiasAgent become one output (section 3.2, Wang et al. 2023)."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from engine.bias import constants
from engine.bias.outputs import BiasOutput, BiasPass, BiasSpan, Claim
from engine.bias.spans import distinct

LEAST_ACCUSING_FIRST: tuple[Claim, ...] = ("neutral", "uncertain", "biased")


def aggregate(passes: Sequence[BiasPass]) -> BiasOutput:
    """Majority vote over 1 to 5 passes; among equally frequent claims the least accusing one wins.

    The score is the mean over all passes and `measured` the mean distribution, so that dissent shows. In
    the mean confidence a dissenting pass counts with what its own confidence leaves for the winning claim.
    Spans of all passes are kept, of overlapping ones the most confident, in the order of the text.

    Raises ValueError for any other number of passes.
    """
    if not 1 <= len(passes) <= constants.MAX_PASSES:
        raise ValueError(f"{len(passes)} self-consistency passes: give 1 to {constants.MAX_PASSES}")
    votes = Counter(one.claim for one in passes)
    claim = max(LEAST_ACCUSING_FIRST, key=lambda each: votes[each])  # max keeps the first of equals
    return BiasOutput(
        claim=claim,
        measured={
            each: fmean(one.measured.get(each, 0.0) for one in passes) for each in LEAST_ACCUSING_FIRST
        },
        score=fmean(one.score for one in passes),
        confidence=fmean(one.confidence if one.claim == claim else 1.0 - one.confidence for one in passes),
        spans=_merge(passes),
        passes=tuple(passes),
    )


def bias_agreement(output: BiasOutput) -> float:
    """The share of passes that claim biased, in [0, 1]."""
    return _share(output, "biased")


def neutral_agreement(output: BiasOutput) -> float:
    """The share of passes that claim neutral, in [0, 1]."""
    return _share(output, "neutral")


def early_exit(output: BiasOutput) -> bool:
    """Whether the secondary agents are skipped: a neutral claim at confidence 0.96 or more (section 3.2)."""
    return output.claim == "neutral" and output.confidence >= constants.EARLY_EXIT_CONFIDENCE


def _merge(passes: Sequence[BiasPass]) -> tuple[BiasSpan, ...]:
    spans = distinct((span for one in passes for span in one.spans), rank=lambda span: (span.confidence,))
    return tuple(sorted(spans, key=lambda span: span.start))


def _share(output: BiasOutput, claim: Claim) -> float:
    return sum(one.claim == claim for one in output.passes) / len(output.passes)
