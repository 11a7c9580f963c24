"""Which items of a dataset are examined, and which half of it they belong to.

Neither depends on the order of the file: an order comes from the seed and the ids alone, a half from the id
alone, so that no limit and no new item moves an item from one half to the other.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from engine.evaluation.datasets import Item

Half = Literal["tune", "report"]


def half(identity: str) -> Half:
    """The half in which to choose (`tune`) or the one to report on, by the SHA-256 of the id: an even
    one is for choosing."""
    return "report" if int(hashlib.sha256(identity.encode()).hexdigest(), 16) % 2 else "tune"


def in_half(items: Iterable[Item], wanted: Half) -> list[Item]:
    """The items of one half, in their order."""
    return [item for item in items if half(item.id) == wanted]


def sample(items: Sequence[Item], limit: int | None, seed: int) -> list[Item]:
    """At most `limit` items, all without it, drawn with a PCG64 of `seed`.

    Labels stand in the proportion of `items`, and so do the topics of each label, up to rounding. A smaller
    sample is the beginning of a larger one, so that a run that was stopped early is a sample too.
    """
    ordered = sorted(items, key=lambda item: item.id)
    draws = np.random.PCG64(seed).random_raw(len(ordered))
    draw = {item.id: int(drawn) for item, drawn in zip(ordered, draws, strict=True)}
    labels: dict[str, dict[str, list[Item]]] = defaultdict(lambda: defaultdict(list))
    for item in ordered:
        labels[item.label or ""][item.topic].append(item)
    by_label = []
    for topics in labels.values():
        shuffled = [sorted(topic, key=lambda item: draw[item.id]) for topic in topics.values()]
        by_label.append(_interleaved(shuffled, draw))
    return _interleaved(by_label, draw)[:limit]


def _interleaved(strata: Iterable[Sequence[Item]], draw: dict[str, int]) -> list[Item]:
    """One order in which every beginning holds each stratum in its proportion: the r-th of n items stands at
    (r + 1/2) / n of the way. Equal places go by the draw."""
    placed = [
        ((rank + 0.5) / len(stratum), draw[item.id], item)
        for stratum in strata
        for rank, item in enumerate(stratum)
    ]
    return [item for _, _, item in sorted(placed, key=lambda each: each[:2])]
