"""How often the agents disagree before they debate (Appendix O)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.bias.decision import Argument
from engine.evaluation.results import Result


@dataclass(frozen=True)
class Disagreement:
    """Over the passages that more than one agent examined. An uncertain claim is one of no bias: the rate is
    about the binary label. `with_errors` is Pearson's r between disagreement on an item and a wrong verdict
    about it; None where one of the two does not vary."""

    passages: int
    disagreeing: int
    pairs: dict[str, float]  # "bias/evidence": the share of passages on which the two differ
    with_errors: float | None

    @property
    def rate(self) -> float:
        return self.disagreeing / self.passages if self.passages else 0.0


def disagreement(results: Sequence[Result], configuration: str) -> Disagreement:
    """Of one configuration's stored arguments."""
    rulings = [result.rulings[configuration] for result in results]
    panels = [passage.decision.arguments for ruling in rulings for passage in ruling.passages]
    panels = [panel for panel in panels if len(panel) > 1]
    differing = [
        float(any(_disagree(passage.decision.arguments) for passage in ruling.passages)) for ruling in rulings
    ]
    labelled = [place for place, result in enumerate(results) if result.label is not None]
    wrong = [float(results[place].label != rulings[place].verdict) for place in labelled]
    return Disagreement(
        passages=len(panels),
        disagreeing=sum(map(_disagree, panels)),
        pairs=_pairs(panels),
        with_errors=_pearson([differing[place] for place in labelled], wrong),
    )


def _accuses(argument: Argument) -> bool:
    return argument.claim == "biased"


def _disagree(panel: Sequence[Argument]) -> bool:
    return len({_accuses(argument) for argument in panel}) > 1


def _pairs(panels: Sequence[Sequence[Argument]]) -> dict[str, float]:
    differing: dict[str, list[bool]] = {}
    for panel in panels:
        for one, other in combinations(panel, 2):
            name = f"{one.agent}/{other.agent}"
            differing.setdefault(name, []).append(_accuses(one) != _accuses(other))
    return {name: sum(values) / len(values) for name, values in sorted(differing.items())}


def _pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    return float(np.corrcoef(first, second)[0, 1])
