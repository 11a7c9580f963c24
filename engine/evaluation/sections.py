"""The parts of a summary, in the order in which a reader wants them; how they look is up to the writer."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from engine.evaluation import plots
from engine.evaluation.bootstrap import Difference, Estimate, Group
from engine.evaluation.figures import Comparison, Figures
from engine.evaluation.metrics import METRICS, confusion

SHORT = ("accuracy", "macro-F1", "AUC")


@dataclass(frozen=True)
class Plot:
    name: str  # of the file, without its ending
    title: str
    svg: bytes


@dataclass(frozen=True)
class Section:
    title: str
    note: str = ""
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    plots: tuple[Plot, ...] = ()


def sections(found: Figures) -> Iterator[Section]:
    """Sections without anything to show are left out."""
    yield _asked(found)
    yield _verdicts(found)
    configurations = found.configurations
    if configurations.scored:
        yield _metrics("Metrics", configurations, plot="configurations")
        yield _confusion(configurations)
        yield _calibration(configurations)
    if len(configurations.above) > 0:
        yield _above("Paired comparison", configurations)
    for title, rules, name in (
        ("Aggregation rules, every passage", found.rules, "rules"),
        ("Aggregation rules, debated passages only", found.routed, "rules-routed"),
    ):
        if rules and rules.scored:
            yield _metrics(title, rules, plot=name)
            yield _above(f"{title}: paired comparison", rules)
    if found.sweep:
        yield _sweep(found)
    if found.disagreement:
        yield _disagreement(found)
    for title, group, name in (("By topic", found.topics, "topics"), ("By length", found.lengths, "lengths")):
        if len(group) > 1:
            yield _groups(title, group, name)
    if found.costs:
        yield _costs(found)


def _asked(found: Figures) -> Section:
    rows = [("items", str(found.items)), ("with a label", str(found.labelled)), *_flat("", found.manifest)]
    return Section("What was run", header=("", ""), rows=tuple(rows))


def _flat(prefix: str, values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in sorted(values.items()):
        if isinstance(value, Mapping):
            yield from _flat(f"{prefix}{name}.", value)
        else:
            shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            yield prefix + name, shown


def _verdicts(found: Figures) -> Section:
    names = sorted({verdict for counts in found.verdicts.values() for verdict in counts})
    paths = sorted({path for counts in found.paths.values() for path in counts})
    rows = tuple(
        (
            configuration,
            *(_share(counts.get(name, 0), found.items) for name in names),
            *(str(found.paths.get(configuration, {}).get(path, 0)) for path in paths),
        )
        for configuration, counts in found.verdicts.items()
    )
    header = ("configuration", *names, *(f"path {path}" for path in paths))
    return Section("Verdicts", "Items by verdict, and passages by path.", header, rows)


def _metrics(title: str, comparison: Comparison, plot: str) -> Section:
    rows = tuple(
        (name, *(_estimate(estimates[metric]) for metric in METRICS))
        for name, estimates in comparison.estimates.items()
    )
    shown = Plot(plot, f"{title}: macro-F1", plots.intervals(comparison.estimates, "macro-F1"))
    note = (
        "In brackets the 95 % interval of 10,000 bootstrap resamples of the items. "
        "Brier and ECE (expected calibration error) are better the smaller they are; "
        "an interval of ECE lies high, since resampling adds noise and noise adds to it."
    )
    return Section(title, note, ("", *METRICS), rows, (shown,))


def _confusion(comparison: Comparison) -> Section:
    rows = []
    for name, scored in comparison.scored.items():
        table = confusion(scored, np.ones((1, len(scored))))[0]
        rows += [
            (name, truth, *(f"{count:.0f}" for count in counts))
            for truth, counts in zip(scored.classes, table, strict=True)
        ]
    reference = comparison.scored[comparison.reference]
    header = ("configuration", "truth", *(f"called {one}" for one in reference.classes))
    shown = Plot("confusion", f"Confusion matrix of {comparison.reference}", plots.table(reference))
    return Section("Confusion matrix", "", header, tuple(rows), (shown,))


def _calibration(comparison: Comparison) -> Section:
    reference = comparison.scored[comparison.reference]
    shown = [Plot("calibration", f"Calibration of {comparison.reference}", plots.reliability(reference))]
    if reference.positive is not None:
        shown.append(Plot("ranking", "ROC curves", plots.ranking(comparison.scored)))
    return Section("Calibration and ranking", plots=tuple(shown))


def _above(title: str, comparison: Comparison) -> Section:
    rows = tuple(
        (name, *(_difference(differences.get(metric)) for metric in METRICS))
        for name, differences in comparison.above.items()
    )
    note = (
        f"How far {comparison.reference} is above each other one on the same items, with the 95 % interval "
        "and the two-sided p value of the paired bootstrap."
    )
    return Section(title, note, (f"{comparison.reference} minus", *METRICS), rows)


def _sweep(found: Figures) -> Section:
    rows = tuple(
        (
            f"{row.threshold:.2f}",
            str(row.true_positives),
            str(row.false_positives),
            str(row.false_negatives),
            f"{row.f1:.3f}",
            f"{row.macro_f1:.3f}",
        )
        for row in found.sweep
    )
    note = (
        f"The stored probabilities of {found.configurations.reference} cut elsewhere (Appendix K): "
        "no passage is routed again."
    )
    header = ("threshold", "TP", "FP", "FN", "F1", "macro-F1")
    shown = Plot("thresholds", "F1 by threshold", plots.thresholds(found.sweep))
    return Section("Threshold", note, header, rows, (shown,))


def _disagreement(found: Figures) -> Section:
    measured = found.disagreement
    assert measured is not None
    rows = [("the panel", _share(measured.disagreeing, measured.passages))]
    rows += [(pair, f"{share:.0%}") for pair, share in measured.pairs.items()]
    if measured.with_errors is not None:
        rows.append(("correlation with a wrong verdict (r)", f"{measured.with_errors:.2f}"))
    note = (
        f"How often the agents of {found.configurations.reference} differ about bias before they debate "
        "(Appendix O), over the passages that more than one of them examined."
    )
    return Section("Disagreement", note, ("", "passages"), tuple(rows))


def _groups(title: str, group: Mapping[str, Group], name: str) -> Section:
    rows = tuple(
        (one.strip(), str(found.items), *(_estimate(found.estimates[metric]) for metric in SHORT))
        for one, found in group.items()
    )
    shown = Plot(name, f"{title}: accuracy", plots.groups(group, "accuracy"))
    return Section(title, "", ("", "items", *SHORT), rows, (shown,))


def _costs(found: Figures) -> Section:
    kinds = _ordered(kind for cost in found.costs.values() for kind in cost.tokens)
    rows = tuple(
        (
            name,
            f"{cost.seconds:.2f}",
            f"{cost.median:.2f}",
            f"{cost.p95:.2f}",
            *(f"{cost.tokens.get(kind, 0.0):.1f}" for kind in kinds),
        )
        for name, cost in found.costs.items()
    )
    note = "Per item: seconds (mean, median, 95th percentile) and tokens by kind (mean)."
    return Section("Cost", note, ("", "seconds", "median", "p95", *kinds), rows)


def _ordered(values: Iterable[str]) -> list[str]:
    return sorted(set(values))


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.0%})" if whole else "0"


def _estimate(one: Estimate) -> str:
    if one.value is None:
        return "–"
    return f"{one.value:.3f} [{one.low:.3f}, {one.high:.3f}]"


def _difference(one: Difference | None) -> str:
    if one is None:
        return "–"
    p = "p < 0.001" if one.p < 0.001 else f"p = {one.p:.3f}"
    return f"{one.value:+.3f} [{one.low:+.3f}, {one.high:+.3f}], {p}"
