"""The zero and the slope of one voice, fitted to the margins of sentences whose slant is known."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.bias.calibration import Zero

ROUNDS = 50
PRIOR_SLOPE = 1.0
"""Log-odds per nat of margin that a voice has before any evidence; weighs like one sentence, so that voices
that part the sentences perfectly keep a finite slope."""
DIGITS = 4
"""To which zeros and slopes are kept: two machines that measure the same model agree."""
LEAST = 1e-12  # a step shorter than that changes nothing


def fit(margins: Sequence[float], slanted: Sequence[bool], free: bool = True) -> Zero:
    """Logistic regression of `slanted` on `margins` with a weak prior on the slope, by Newton's method.
    Without `free` the zero stays at 0 and only the slope is set. The zero is among the margins that were
    seen; a voice that ranks the wrong way gets the slope 0, with which it is sure of nothing.

    Raises ValueError unless there are both slanted and neutral sentences.
    """
    if len(set(slanted)) < 2:
        raise ValueError("calibration needs slanted and neutral sentences")
    x, y = np.asarray(margins, dtype=np.float64), np.asarray(slanted, dtype=np.float64)
    center, spread = (float(x.mean()) if free else 0.0), float(x.std() or 1.0)
    design = np.column_stack([np.full_like(x, free), (x - center) / spread])
    prior = np.array([0.0, PRIOR_SLOPE * spread])
    precision = np.diag([1e-6, 1.0 / spread**2])

    def likelihood(weights: NDArray[np.float64]) -> float:
        odds, away = design @ weights, weights - prior
        return float((y * odds - np.logaddexp(0.0, odds)).sum() - away @ precision @ away / 2)

    weights = np.zeros(2)  # where the curvature is greatest, so that the first step falls short
    for _ in range(ROUNDS):
        p = np.exp(-np.logaddexp(0.0, -design @ weights))
        gradient = design.T @ (y - p) - precision @ (weights - prior)
        curvature = design.T @ (design * (p * (1 - p))[:, None]) + precision
        step = np.linalg.solve(curvature, gradient)
        while np.abs(step).max() >= LEAST and likelihood(weights + step) < likelihood(weights):
            step /= 2
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    intercept, slope = float(weights[0]), float(weights[1])
    if slope <= 0.0:
        return Zero(zero=round(center, DIGITS), slope=0.0)
    zero = center - spread * intercept / slope
    zero = min(max(zero, float(x.min())), float(x.max())) if free else 0.0
    return Zero(zero=round(zero, DIGITS), slope=round(slope / spread, DIGITS))
