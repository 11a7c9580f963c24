"""Where the zero of each voice lies: a small model ranks slanted over neutral wording well, but the margin at
which it changes its word is off, and in another direction for each question and model.

Zeros and slopes are set on sentences that were invented for it (`knowledge/source/calibration.csv`); no label
of an evaluation dataset is involved. The published policy uses none of this.
"""

import math
from collections.abc import Mapping

from engine.bias.decision import AgentName
from engine.bias.outputs import Claim
from models.records import Record

LEAST = 1e-12


class Zero(Record):
    """P(biased) = 1 / (1 + exp(-slope * (margin - zero))); `margin` in nats."""

    zero: float
    slope: float

    def probability(self, margin: float) -> float:
        return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, self.slope * (margin - self.zero)))))


class Calibration(Record):
    """The zeros of one model's voices, measured with the prompts of one version of the method; `sentences` is
    the SHA-256 of what they were set on."""

    model: str  # SHA-256 of its file
    method: str
    sentences: str
    zeros: dict[AgentName, Zero]


UNCALIBRATED = Zero(zero=0.0, slope=1.0)


def zero_of(calibration: Calibration | None, agent: AgentName) -> Zero:
    """The voice's zero; where the model was never calibrated, its margin is taken as it is."""
    return calibration.zeros.get(agent, UNCALIBRATED) if calibration else UNCALIBRATED


def margin(measured: Mapping[Claim, float]) -> float:
    """log P(biased) - log P(neutral) of a measured claim, in nats."""
    biased, neutral = (max(measured.get(claim, 0.0), LEAST) for claim in ("biased", "neutral"))
    return math.log(biased) - math.log(neutral)


def calibrated(measured: Mapping[Claim, float], zero: Zero) -> dict[Claim, float]:
    """The measured claim with what it gives to biased and neutral together shared out by `zero`."""
    uncertain = measured.get("uncertain", 0.0)
    biased = zero.probability(margin(measured))
    return {
        "biased": (1.0 - uncertain) * biased,
        "neutral": (1.0 - uncertain) * (1.0 - biased),
        "uncertain": uncertain,
    }
