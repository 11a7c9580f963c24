"""The decision threshold moved over stored probabilities (Appendix K): no passage is routed again."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.evaluation.metrics import confusion, f1, macro_f1
from engine.evaluation.scored import Scored

THRESHOLDS = tuple(percent / 100 for percent in range(30, 85, 5))


@dataclass(frozen=True)
class SweepRow:
    """One row of Table 14."""

    threshold: float
    true_positives: int
    false_positives: int
    false_negatives: int
    f1: float
    macro_f1: float


def sweep(scored: Scored, thresholds: Sequence[float] = THRESHOLDS) -> list[SweepRow]:
    """The verdict is the positive class from each threshold on.

    Raises ValueError unless there are two classes and one of them is positive.
    """
    if scored.positive is None or len(scored.classes) != 2:
        raise ValueError("a threshold parts two classes, one of them positive")
    return [_row(scored, threshold) for threshold in thresholds]


def _row(scored: Scored, threshold: float) -> SweepRow:
    positive = scored.classes.index(str(scored.positive))
    verdict = np.where(scored.probability[:, positive] >= threshold, positive, 1 - positive)
    cut = Scored(scored.classes, scored.positive, scored.truth, verdict.astype(np.intp), scored.probability)
    once = np.ones((1, len(cut)))
    table = confusion(cut, once)[0]
    return SweepRow(
        threshold=threshold,
        true_positives=int(table[positive, positive]),
        false_positives=int(table[1 - positive, positive]),
        false_negatives=int(table[positive, 1 - positive]),
        f1=float(f1(cut, once)[0]),
        macro_f1=float(macro_f1(cut, once)[0]),
    )
