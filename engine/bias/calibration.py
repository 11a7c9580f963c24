"""Where the zero of each voice lies: a small model ranks slanted over neutral wording well, but the margin at
which it changes its word is off, and in another direction for each question and model.

The zero and the slope of each voice are set on sentences that were invented for it (`knowledge/source/
calibration.csv`); no label of an evaluation dataset is involved. The published policy uses none of this.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from engine.bias.outputs import Claim, Record

ROUNDS = 50
PRIOR_SLOPE = 1.0
"""Log-odds per nat of margin that a voice has before any evidence; weighs like one sentence, so that voices
that part the sentences perfectly keep a finite slope."""


class Zero(Record):
    """P(biased) = 1 / (1 + exp(-slope * (margin - zero))); `margin` in nats."""

    zero: float
    slope: float

    def probability(self, margin: float) -> float:
        return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, self.slope * (margin - self.zero)))))


class Calibration(Record):
    """The zeros of one model's voices; `sentences` is the SHA-256 of what they were set on."""

    sentences: str
    zeros: dict[str, Zero]


def margin(measured: Mapping[Claim, float]) -> float:
    """log P(biased) - log P(neutral) of a measured claim, in nats."""
    least = 1e-12
    return math.log(max(measured.get("biased", 0.0), least)) - math.log(
        max(measured.get("neutral", 0.0), least)
    )


def fit(margins: Sequence[float], slanted: Sequence[bool]) -> Zero:
    """Logistic regression of `slanted` on `margins` with a weak prior on the slope, by Newton's method.

    Raises ValueError unless there are both slanted and neutral sentences.
    """
    if len(set(slanted)) < 2:
        raise ValueError("calibration needs slanted and neutral sentences")
    x, y = np.asarray(margins, dtype=np.float64), np.asarray(slanted, dtype=np.float64)
    center, spread = x.mean(), x.std() or 1.0
    design = np.column_stack([np.ones_like(x), (x - center) / spread])
    prior = np.array([0.0, PRIOR_SLOPE * spread])
    precision = np.diag([1e-6, 1.0 / spread**2])
    weights = prior.copy()
    for _ in range(ROUNDS):
        p = 1.0 / (1.0 + np.exp(-design @ weights))
        gradient = design.T @ (y - p) - precision @ (weights - prior)
        curvature = design.T @ (design * (p * (1 - p))[:, None]) + precision
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    intercept, slope = float(weights[0]), float(weights[1])
    return Zero(zero=float(center - spread * intercept / slope), slope=slope / float(spread))
