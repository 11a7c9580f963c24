"""The passages of a draft as a row of tiles: which there are, and where each stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from engine.report.schema import PassageReport
from engine.report.words import State, state

_WIDE, _NARROW = 12.0, 5.0  # pixels a tile, from which it can spare a gap of 4 or of 1


@dataclass(frozen=True)
class Tile:
    """A passage: how much room it asks for, and how it was found; None where it was not examined."""

    weight: float
    state: State | None


def tiles(passages: Sequence[PassageReport], total: int) -> tuple[Tile, ...]:
    """A tile for each of the draft's `total` passages, of which the first ones are examined. The others are
    as wide as those on average, since nothing is known of them."""
    known = [Tile(len(one.text), state(one.decision)) for one in passages]
    usual = fmean(one.weight for one in known) if known else 1.0
    return (*known, *(Tile(usual, None) for _ in range(total - len(known))))


def edges(weights: Sequence[float], width: float) -> tuple[tuple[float, float], ...]:
    """Left and right of each tile in a row of `width` pixels; a tile takes room by the root of its weight, so
    that a headline stays wide enough to be hit."""
    if not weights:
        return ()
    each = width / len(weights)
    gap = 4.0 if each >= _WIDE else 1.0 if each >= _NARROW else 0.0
    roots = [max(weight, 1.0) ** 0.5 for weight in weights]
    scale = (width - gap * (len(weights) - 1)) / sum(roots)
    found, left = [], 0.0
    for root in roots:
        found.append((left, left + root * scale))
        left += root * scale + gap
    return tuple(found)
