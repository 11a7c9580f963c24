"""Verdicts beside the truth, as arrays: what every metric is computed from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Scored:
    """n items and k classes. `positive` is the class that precision, recall, F1 and the calibration are
    about; without one they are the mean over the classes, and the calibration is that of the verdict."""

    classes: tuple[str, ...]
    positive: str | None
    truth: Indices  # (n,) positions in `classes`
    verdict: Indices  # (n,)
    probability: Floats  # (n, k) in [0, 1]

    @classmethod
    def of(
        cls,
        truth: Sequence[str],
        verdicts: Sequence[str],
        probabilities: Sequence[Mapping[str, float]],
        classes: tuple[str, ...],
        positive: str | None,
    ) -> Self:
        """From names; a class without a probability has 0. Raises ValueError for an unknown class."""
        return cls(
            classes=classes,
            positive=positive,
            truth=np.array([classes.index(one) for one in truth], dtype=np.intp),
            verdict=np.array([classes.index(one) for one in verdicts], dtype=np.intp),
            probability=np.array(
                [[one.get(name, 0.0) for name in classes] for one in probabilities], dtype=np.float64
            ).reshape(len(truth), len(classes)),
        )

    def __len__(self) -> int:
        return len(self.truth)

    def take(self, chosen: Indices) -> "Scored":
        """The items at these positions."""
        return Scored(
            self.classes,
            self.positive,
            self.truth[chosen],
            self.verdict[chosen],
            self.probability[chosen],
        )

    def stated(self) -> tuple[Floats, Floats]:
        """(n,) the probability that calibration is about, and whether it came true (1 or 0): that of the
        positive class, or of the verdict's."""
        if self.positive is None:
            return self.probability[np.arange(len(self)), self.verdict], (self.truth == self.verdict) * 1.0
        column = self.classes.index(self.positive)
        return self.probability[:, column], (self.truth == column) * 1.0
