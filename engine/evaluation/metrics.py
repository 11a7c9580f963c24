"""Metrics of weighted items, many weightings at a time.

Every metric maps weights (B, n) to values (B,). With weights of 1 that is the metric itself; with the counts
of bootstrap resamples it is the metric of each resample, without a loop. A value that is undefined, such as
the AUC of a single class, is NaN.
"""

from collections.abc import Callable

import numpy as np

from engine.evaluation.scored import Floats, Indices, Scored

BINS = 10  # of equal width, for the expected calibration error

Metric = Callable[[Scored, Floats], Floats]


def confusion(scored: Scored, weights: Floats) -> Floats:
    """(B, k, k): how much weight has truth i and verdict j."""
    k = len(scored.classes)
    cells = np.eye(k * k)[scored.truth * k + scored.verdict]
    return _sums(weights, cells).reshape(-1, k, k)


def accuracy(scored: Scored, weights: Floats) -> Floats:
    return _mean(weights, (scored.truth == scored.verdict) * 1.0)


def precision(scored: Scored, weights: Floats) -> Floats:
    """0 where the class is never the verdict."""
    table = confusion(scored, weights)
    return _of_classes(scored, table, _ratio(_diagonal(table), table.sum(axis=1)))


def recall(scored: Scored, weights: Floats) -> Floats:
    """0 where the class does not occur."""
    table = confusion(scored, weights)
    return _of_classes(scored, table, _ratio(_diagonal(table), table.sum(axis=2)))


def f1(scored: Scored, weights: Floats) -> Floats:
    table = confusion(scored, weights)
    return _of_classes(scored, table, _f1(table))


def macro_f1(scored: Scored, weights: Floats) -> Floats:
    """The mean F1 of the classes that are a truth or a verdict."""
    table = confusion(scored, weights)
    return _mean_of_present(table, _f1(table))


def auc(scored: Scored, weights: Floats) -> Floats:
    """The probability that an item of a class gets a higher probability for it than another item, ties
    counting half: for the positive class, or the mean over the classes."""
    if scored.positive is not None:
        return _auc(scored, weights, scored.classes.index(scored.positive))
    columns = [_auc(scored, weights, column) for column in range(len(scored.classes))]
    return _total(np.stack(columns, axis=1)) / len(columns)


def brier(scored: Scored, weights: Floats) -> Floats:
    """Half the squared distance of the probabilities to the truth, in [0, 1]: (p - y)^2 for two classes."""
    distance = ((scored.probability - np.eye(len(scored.classes))[scored.truth]) ** 2).sum(axis=1) / 2
    return _mean(weights, distance)


def calibration_error(scored: Scored, weights: Floats) -> Floats:
    """The expected calibration error over BINS bins: how far the stated probability lies from the share that
    came true, weighted by the size of the bin. Resamples overstate it, since noise never lowers it."""
    stated, true = scored.stated()
    members = np.eye(BINS)[bins(stated)]
    gaps = np.abs(_sums(weights, members * (stated - true)[:, None]))
    return _total(gaps) / _total(weights)


def bins(stated: Floats) -> Indices:
    """(n,) the bin of each probability: [0, 0.1), [0.1, 0.2), ... [0.9, 1]."""
    return np.minimum((stated * BINS).astype(np.intp), BINS - 1)


METRICS: dict[str, Metric] = {
    "accuracy": accuracy,
    "precision": precision,
    "recall": recall,
    "F1": f1,
    "macro-F1": macro_f1,
    "AUC": auc,
    "Brier": brier,
    "ECE": calibration_error,
}


def _auc(scored: Scored, weights: Floats, column: int) -> Floats:
    score = scored.probability[:, column]
    order = np.argsort(score, kind="stable")
    starts = np.flatnonzero(np.diff(score[order], prepend=-np.inf))  # where a new score begins
    member = scored.truth[order] == column
    sorted_weights = weights[:, order]
    inside = np.add.reduceat(sorted_weights * member, starts, axis=1)
    outside = np.add.reduceat(sorted_weights * ~member, starts, axis=1)
    below = np.cumsum(outside, axis=1) - outside / 2
    pairs, wins = _total(inside) * _total(outside), _total(inside * below)
    undefined: Floats = np.full(len(weights), np.nan)
    return np.asarray(np.divide(wins, pairs, out=undefined, where=pairs > 0), dtype=np.float64)


def _f1(table: Floats) -> Floats:
    return _ratio(2 * _diagonal(table), table.sum(axis=1) + table.sum(axis=2))


def _diagonal(table: Floats) -> Floats:
    return np.diagonal(table, axis1=1, axis2=2)


def _ratio(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def _of_classes(scored: Scored, table: Floats, values: Floats) -> Floats:
    """The value of the positive class, or the mean. `values` is (B, k)."""
    if scored.positive is None:
        return _mean_of_present(table, values)
    return values[:, scored.classes.index(scored.positive)]


def _mean_of_present(table: Floats, values: Floats) -> Floats:
    present = (table.sum(axis=1) + table.sum(axis=2)) > 0
    return _total(values * present) / _total(present * 1.0)


def _sums(weights: Floats, values: Floats) -> Floats:
    """(B, n) weights of values (n, m): their weighted sums (B, m)."""
    return np.asarray(weights @ values, dtype=np.float64)


def _mean(weights: Floats, values: Floats) -> Floats:
    return _sums(weights, values) / _total(weights)


def _total(values: Floats) -> Floats:
    """The sums of the rows."""
    return np.asarray(values.sum(axis=1), dtype=np.float64)
