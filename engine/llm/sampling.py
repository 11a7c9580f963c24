"""Choosing the next token among those that the grammar allows; reproducible on its own terms."""

import numpy as np
from numpy.typing import NDArray

from engine.llm.messages import Sampling


def probabilities(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Softmax over the given logits, shape kept."""
    shifted = logits.astype(np.float64) - float(logits.max())
    weights = np.exp(shifted)
    result: NDArray[np.float64] = weights / weights.sum()
    return result


class Sampler:
    """Greedy (lowest id on a tie) at temperature 0, else inverse-CDF draws from PCG64(entropy)."""

    def __init__(self, sampling: Sampling) -> None:
        self._temperature = sampling.temperature
        self._random = np.random.Generator(np.random.PCG64(sampling.entropy))

    def pick(self, logits: NDArray[np.float32]) -> int:
        """An index into `logits` (the allowed tokens in ascending id order)."""
        if self._temperature == 0:
            return int(np.argmax(logits))
        cumulative = np.cumsum(probabilities(logits / np.float32(self._temperature)))
        return min(int(np.searchsorted(cumulative, self._random.random(), side="right")), len(logits) - 1)
