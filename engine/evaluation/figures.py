"""Every figure of a run, from what is stored and without a model."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from engine.evaluation.aggregation import RULES, by_rules
from engine.evaluation.bootstrap import Difference, Estimate, Group, bootstrap, by_group
from engine.evaluation.cost import Cost, costs
from engine.evaluation.datasets import CLASSES, POSITIVE, Task
from engine.evaluation.disagreement import Disagreement, disagreement
from engine.evaluation.results import Result
from engine.evaluation.runs import StoredRun, UnusableRun
from engine.evaluation.scored import Scored
from engine.evaluation.sweep import SweepRow, sweep

LENGTHS = (15, 30, 60, 120, 500)  # words
REFERENCE_RULE = "structured debate"


@dataclass(frozen=True)
class Comparison:
    """Configurations on the same labelled items: the metrics of each, and how far `reference` is above each
    of the others. All are empty where no item has a label."""

    reference: str
    scored: dict[str, Scored]
    estimates: dict[str, dict[str, Estimate]]
    above: dict[str, dict[str, Difference]]


@dataclass(frozen=True)
class Figures:
    """`topics`, `lengths`, `sweep` and `disagreement` are those of the reference configuration; what only the
    bias task has is empty or None in the others. `rules` and `routed` compare rules on the reference's
    outputs, for every passage and for the debated ones alone."""

    manifest: dict[str, JsonValue]
    items: int
    labelled: int
    verdicts: dict[str, dict[str, int]]
    paths: dict[str, dict[str, int]]  # of passages
    configurations: Comparison
    rules: Comparison | None
    routed: Comparison | None
    topics: dict[str, Group]
    lengths: dict[str, Group]
    sweep: list[SweepRow]
    disagreement: Disagreement | None
    costs: dict[str, Cost]


def figures(run: StoredRun, reference: str = "full", seed: int = 0) -> Figures:
    """All figures of the stored items; `seed` is that of the bootstrap. Where the run has no configuration
    `reference`, its first by name takes that place.

    Raises UnusableRun where no item is finished, or the task is none of ours.
    """
    task, results = _task(run), sorted(run.items(), key=lambda result: result.id)
    if not results:
        raise UnusableRun(f"{run.folder.name} holds no finished item: run the evaluation first.")
    names = sorted(set.intersection(*(set(result.rulings) for result in results)))
    if reference not in names:
        reference = names[0]
    labelled = [result for result in results if result.label is not None]
    configurations = _comparison(task, labelled, [reference, *(n for n in names if n != reference)], seed)
    groups = configurations.scored.get(reference)
    panel = task == "bias" and all(result.rulings[reference].passages for result in results)
    return Figures(
        manifest=run.manifest,
        items=len(results),
        labelled=len(labelled),
        verdicts={name: _counts(result.rulings[name].verdict for result in results) for name in names},
        paths={name: found for name in names if (found := _paths(results, name))},
        configurations=configurations,
        rules=_rules(labelled, reference, seed, routed=False) if panel else None,
        routed=_rules(labelled, reference, seed, routed=True) if panel else None,
        topics=by_group(groups, [result.topic or "none" for result in labelled], seed) if groups else {},
        lengths=by_group(groups, [length_band(result.text) for result in labelled], seed) if groups else {},
        sweep=sweep(groups) if groups and task == "bias" else [],
        disagreement=disagreement(results, reference) if panel else None,
        costs=costs(run.spent()),
    )


def length_band(text: str) -> str:
    """The band of words that a text falls in; the names sort by length."""
    words, low = len(text.split()), 0
    for high in LENGTHS:
        if words <= high:
            return f"{low + 1:>3}–{high} words"
        low = high
    return f"{low + 1:>3} words or more"


def _task(run: StoredRun) -> Task:
    for task in CLASSES:
        if run.manifest.get("task") == task:
            return task
    raise UnusableRun(f"{run.folder.name} is a run of another task than {', '.join(CLASSES)}: name another.")


def _comparison(task: Task, results: Sequence[Result], names: Sequence[str], seed: int) -> Comparison:
    measured = {name: bootstrap(_scored(task, results, name), seed) for name in names} if results else {}
    first = names[0]
    return Comparison(
        reference=first,
        scored={name: one.scored for name, one in measured.items()},
        estimates={name: one.estimates() for name, one in measured.items()},
        above={name: measured[first].minus(one) for name, one in measured.items() if name != first},
    )


def _rules(results: Sequence[Result], configuration: str, seed: int, *, routed: bool) -> Comparison:
    names = [REFERENCE_RULE, *(name for name in RULES if name != REFERENCE_RULE)]
    return _comparison("bias", by_rules(results, configuration, routed=routed), names, seed)


def _scored(task: Task, results: Sequence[Result], name: str) -> Scored:
    rulings = [result.rulings[name] for result in results]
    return Scored.of(
        [str(result.label) for result in results],
        [ruling.verdict for ruling in rulings],
        [ruling.probabilities for ruling in rulings],
        CLASSES[task],
        POSITIVE[task],
    )


def _paths(results: Sequence[Result], name: str) -> dict[str, int]:
    rulings = (result.rulings[name] for result in results)
    return _counts(passage.decision.path for ruling in rulings for passage in ruling.passages)


def _counts(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))
