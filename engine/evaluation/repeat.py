"""Two runs of the same items: is everything stored about them the same (Appendix L)?"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.evaluation.results import Result


@dataclass(frozen=True)
class RunDifference:
    """`changed` are the items with anything stored otherwise, `verdicts` those with another verdict of a
    configuration that both runs have; `missing` are in one run only."""

    items: int
    changed: tuple[str, ...]
    verdicts: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def zero(self) -> bool:
        return not self.changed and not self.missing


def difference(first: Sequence[Result], second: Sequence[Result]) -> RunDifference:
    """What two runs stored of the same items, whatever the order in which they were done."""
    ours = {result.id: result for result in first}
    theirs = {result.id: result for result in second}
    shared = sorted(ours.keys() & theirs)
    return RunDifference(
        items=len(shared),
        changed=tuple(one for one in shared if ours[one] != theirs[one]),
        verdicts=tuple(one for one in shared if _verdicts_differ(ours[one], theirs[one])),
        missing=tuple(sorted(ours.keys() ^ theirs)),
    )


def _verdicts_differ(one: Result, other: Result) -> bool:
    return any(
        one.rulings[name].verdict != other.rulings[name].verdict
        for name in one.rulings.keys() & other.rulings
    )
