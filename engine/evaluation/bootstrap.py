"""How sure a figure is: percentile bootstrap over the items, alone, by group and in pairs."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.evaluation.metrics import METRICS
from engine.evaluation.scored import Floats, Scored

RESAMPLES = 10_000
INTERVAL = (2.5, 97.5)  # percentiles
CELLS = 2_000_000  # of a batch of weights, so that memory stays small


@dataclass(frozen=True)
class Estimate:
    """A metric with its 95 % interval; None where it is undefined."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Difference:
    """First minus second, with its interval. `p` is two-sided: how often a difference as large as this one
    arises where there is none."""

    value: float
    low: float
    high: float
    p: float


@dataclass(frozen=True)
class Group:
    items: int
    estimates: dict[str, Estimate]


@dataclass(frozen=True)
class Bootstrapped:
    """Every metric of METRICS: `points` on the items, `values` (RESAMPLES,) on the resamples; NaN where it is
    undefined."""

    scored: Scored
    points: dict[str, float]
    values: dict[str, Floats]

    def estimates(self) -> dict[str, Estimate]:
        return {name: _estimate(self.points[name], self.values[name]) for name in METRICS}

    def minus(self, other: "Bootstrapped") -> dict[str, Difference]:
        """Paired bootstrap of two configurations, for the metrics that both have; both have to come from the
        same seed, so that their resamples hold the same items.

        The p value shifts the resampled differences to a mean of 0, as Berg-Kirkpatrick et al. (2012) do, and
        counts those that are as far from it as the difference that was seen.

        Raises ValueError where the items are not the same.
        """
        if not np.array_equal(self.scored.truth, other.scored.truth):
            raise ValueError("only two configurations on the same items can be compared")
        seen = {name: self.points[name] - other.points[name] for name in METRICS}
        return {
            name: _difference(value, self.values[name] - other.values[name])
            for name, value in seen.items()
            if not np.isnan(value)
        }


def bootstrap(scored: Scored, seed: int) -> Bootstrapped:
    """Raises ValueError without items."""
    if not len(scored):
        raise ValueError("there are no items to measure")
    once = np.ones((1, len(scored)))
    batches = [_metrics(scored, weights) for weights in resamples(len(scored), seed)]
    return Bootstrapped(
        scored=scored,
        points={name: float(values[0]) for name, values in _metrics(scored, once).items()},
        values={name: np.concatenate([batch[name] for batch in batches]) for name in METRICS},
    )


def estimate(scored: Scored, seed: int) -> dict[str, Estimate]:
    """Every metric with its interval. Raises ValueError without items."""
    return bootstrap(scored, seed).estimates()


def compare(first: Scored, second: Scored, seed: int) -> dict[str, Difference]:
    """How far the first is above the second. Raises ValueError where the items are not the same."""
    return bootstrap(first, seed).minus(bootstrap(second, seed))


def by_group(scored: Scored, groups: Sequence[str], seed: int) -> dict[str, Group]:
    """The metrics of the items of each group, by name."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(groups):
        places[name].append(place)
    return {
        name: Group(len(chosen), estimate(scored.take(np.array(chosen)), seed))
        for name, chosen in sorted(places.items())
    }


def resamples(n: int, seed: int) -> Iterator[Floats]:
    """RESAMPLES times n items drawn with replacement, in batches (B, n): how often each item was drawn."""
    generator = np.random.Generator(np.random.PCG64(seed))
    size = max(1, CELLS // n)
    for start in range(0, RESAMPLES, size):
        batch = min(size, RESAMPLES - start)
        drawn = generator.integers(0, n, size=(batch, n)) + np.arange(batch)[:, None] * n
        yield np.bincount(drawn.ravel(), minlength=batch * n).reshape(batch, n).astype(np.float64)


def _metrics(scored: Scored, weights: Floats) -> dict[str, Floats]:
    return {name: metric(scored, weights) for name, metric in METRICS.items()}


def _estimate(point: float, values: Floats) -> Estimate:
    if np.isnan(point):
        return Estimate(None, None, None)
    low, high = np.percentile(values[~np.isnan(values)], INTERVAL)
    return Estimate(point, float(low), float(high))


def _difference(seen: float, values: Floats) -> Difference:
    values = values[~np.isnan(values)]
    low, high = np.percentile(values, INTERVAL)
    # A resample's difference that equals the shifted one but for its last bits is as large.
    as_far = np.abs(values - seen) >= abs(seen) - 1e-12
    p = (1 + int(as_far.sum())) / (1 + len(values))
    return Difference(seen, float(low), float(high), p)
