"""What a configuration costs: tokens and seconds per item (section 5.9, Appendix M)."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.evaluation.results import Spent


@dataclass(frozen=True)
class Cost:
    """Means per item, and the median and 95th percentile of the seconds. `tokens` are by kind, as the engine
    counts them."""

    items: int
    tokens: dict[str, float]
    seconds: float
    median: float
    p95: float


def costs(spent: Mapping[str, Mapping[str, Spent]]) -> dict[str, Cost]:
    """By configuration, from what was spent by item and configuration."""
    names = sorted({name for item in spent.values() for name in item})
    return {name: _cost([item[name] for item in spent.values() if name in item]) for name in names}


def _cost(spent: list[Spent]) -> Cost:
    kinds = sorted({kind for one in spent for kind in one.usage})
    seconds = [one.seconds for one in spent]
    return Cost(
        items=len(spent),
        tokens={kind: sum(one.usage.get(kind, 0) for one in spent) / len(spent) for kind in kinds},
        seconds=float(np.mean(seconds)),
        median=float(np.median(seconds)),
        p95=float(np.percentile(seconds, 95)),
    )
