"""Plots as SVG: the same bytes for the same figures, and nothing to load."""

import io
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from engine.evaluation.bootstrap import Estimate, Group
from engine.evaluation.metrics import BINS, bins, confusion
from engine.evaluation.scored import Floats, Scored
from engine.evaluation.sweep import SweepRow
from engine.report.tokens import LIGHT

INK, QUIET, ACCENT, PAPER = LIGHT["ink"], LIGHT["quiet"], LIGHT["accent"], LIGHT["raised"]
SERIES = (ACCENT, *(LIGHT[kind] for kind in ("biased_language", "framing_bias", "unsupported_claims")))
DASHES = ("-", "--", "-.", ":")
STYLE = {
    "svg.hashsalt": "evenhand",  # or ids are random
    "svg.fonttype": "path",  # or the reader's fonts decide the layout
    "text.parse_math": False,  # a topic may hold a dollar sign
    "font.size": 9.0,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": QUIET,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
}


def intervals(estimates: Mapping[str, Mapping[str, Estimate]], metric: str) -> bytes:
    """A metric of each configuration as a point with its interval."""
    return _dots({name: found[metric] for name, found in estimates.items()}, metric)


def groups(found: Mapping[str, Group], metric: str) -> bytes:
    """A metric of each group of items."""
    return _dots(
        {f"{name.strip()} ({group.items})": group.estimates[metric] for name, group in found.items()}, metric
    )


def table(scored: Scored) -> bytes:
    """The confusion matrix."""
    counts = confusion(scored, np.ones((1, len(scored))))[0]

    def draw(axes: Axes) -> None:
        axes.imshow(counts, cmap=LinearSegmentedColormap.from_list("accent", [PAPER, ACCENT]))
        for (row, column), count in np.ndenumerate(counts):
            color = PAPER if count > counts.max() / 2 else INK
            axes.text(column, row, f"{count:.0f}", ha="center", va="center", color=color)
        axes.set_xticks(range(len(scored.classes)), scored.classes)
        axes.set_yticks(range(len(scored.classes)), scored.classes)
        axes.set_xlabel("verdict")
        axes.set_ylabel("truth")

    return _svg(draw, 3.6, 3.2)


def reliability(scored: Scored) -> bytes:
    """The stated probability against the share that came true; a dot's area is its bin's size."""
    stated, true = scored.stated()
    found = bins(stated)
    sizes = np.bincount(found, minlength=BINS)
    filled = sizes > 0
    means = np.bincount(found, stated, BINS)[filled] / sizes[filled]
    rates = np.bincount(found, true, BINS)[filled] / sizes[filled]

    def draw(axes: Axes) -> None:
        axes.plot([0, 1], [0, 1], color=QUIET, linewidth=0.8)
        axes.plot(means, rates, color=ACCENT, linewidth=1.2)
        axes.scatter(means, rates, s=10 + 290 * sizes[filled] / sizes.max(), color=ACCENT, alpha=0.6)
        axes.set_xlabel("stated probability")
        axes.set_ylabel("share that came true")

    return _svg(draw, 4.0, 3.6)


def ranking(scored: Mapping[str, Scored]) -> bytes:
    """The ROC curve of each configuration, for the positive class."""

    def draw(axes: Axes) -> None:
        axes.plot([0, 1], [0, 1], color=QUIET, linewidth=0.8)
        for place, (name, one) in enumerate(scored.items()):
            wrong, right = _roc(one)
            _curve(axes, place, wrong, right, name)
        axes.set_xlabel("neutral items called biased")
        axes.set_ylabel("biased items called biased")
        axes.legend(frameon=False, loc="lower right")

    return _svg(draw, 5.0, 4.4)


def thresholds(rows: Sequence[SweepRow]) -> bytes:
    """F1 and macro-F1 by threshold."""
    at = [row.threshold for row in rows]

    def draw(axes: Axes) -> None:
        _curve(axes, 0, at, [row.macro_f1 for row in rows], "macro-F1")
        _curve(axes, 1, at, [row.f1 for row in rows], "F1")
        axes.axvline(0.5, color=QUIET, linewidth=0.8)
        axes.set_xlabel("threshold")
        axes.legend(frameon=False)

    return _svg(draw, 5.0, 3.2)


def _dots(found: Mapping[str, Estimate], metric: str) -> bytes:
    names = list(found)

    def draw(axes: Axes) -> None:
        for place, one in enumerate(found.values()):
            if one.value is not None and one.low is not None and one.high is not None:
                axes.plot([one.low, one.high], [place, place], color=ACCENT, linewidth=1.4)
                axes.plot([one.value], [place], color=ACCENT, marker="o", markersize=5)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(metric)
        axes.grid(axis="x", color=LIGHT["line"], linewidth=0.6)

    return _svg(draw, 6.4, 0.9 + 0.28 * len(names))


def _curve(axes: Axes, place: int, x: ArrayLike, y: ArrayLike, name: str) -> None:
    shift = place // len(SERIES)  # 16 curves differ in color or dash, and each four of them in both
    color, dash = SERIES[place % len(SERIES)], DASHES[(place + shift) % len(DASHES)]
    axes.plot(x, y, label=name, linewidth=1.4, color=color, linestyle=dash)


def _roc(scored: Scored) -> tuple[Floats, Floats]:
    """False and true positive rates, from (0, 0) to (1, 1), a point for each distinct probability."""
    score, true = scored.stated()
    order = np.argsort(-score, kind="stable")
    last = np.flatnonzero(np.diff(score[order], append=-np.inf))  # of equal scores
    right, wrong = np.cumsum(true[order])[last], np.cumsum(1 - true[order])[last]
    return (
        np.concatenate([[0.0], wrong / max(wrong[-1], 1.0)]),
        np.concatenate([[0.0], right / max(right[-1], 1.0)]),
    )


def _svg(draw: Callable[[Axes], None], width: float, height: float) -> bytes:
    """What `draw` puts on the axes of a figure of so many inches."""
    with style.context(["default", STYLE]):  # whatever the user's own settings are
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure.add_subplot())
        out = io.BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()
