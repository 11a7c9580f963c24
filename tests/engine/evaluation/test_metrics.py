"""Each metric against values counted by hand or known in closed form."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.evaluation.metrics import (
    METRICS,
    accuracy,
    auc,
    brier,
    calibration_error,
    confusion,
    f1,
    macro_f1,
    precision,
    recall,
)
from engine.evaluation.scored import Scored

ONE = np.ones((1, 8))


def binary(truth, verdict, bias):
    """Letters b and n; probabilities of bias."""
    names = {"b": "biased", "n": "neutral"}
    return Scored.of(
        [names[one] for one in truth],
        [names[one] for one in verdict],
        [{"biased": one, "neutral": 1 - one} for one in bias],
        ("biased", "neutral"),
        "biased",
    )


# 4 biased, of which 3 are found; 4 neutral, of which 2 are called biased
EIGHT = binary("bbbbnnnn", "bbbnbbnn", [0.9, 0.8, 0.6, 0.3, 0.7, 0.6, 0.2, 0.1])


def test_the_counts_and_what_follows_from_them():
    assert confusion(EIGHT, ONE).tolist() == [[[3, 1], [2, 2]]]
    assert accuracy(EIGHT, ONE) == pytest.approx([5 / 8])
    assert precision(EIGHT, ONE) == pytest.approx([3 / 5])
    assert recall(EIGHT, ONE) == pytest.approx([3 / 4])
    assert f1(EIGHT, ONE) == pytest.approx([6 / 9])
    assert macro_f1(EIGHT, ONE) == pytest.approx([(6 / 9 + 4 / 7) / 2])


def test_the_papers_table_12_gives_its_published_figures():
    """The full system on 4,121 sentences: 1,958 TP, 341 FN, 288 FP, 1,534 TN."""
    counts = np.array([[1958.0, 341.0, 288.0, 1534.0]])
    cells = binary("bbnn", "bnbn", [1, 0, 1, 0])
    percent = {
        name: round(100 * float(METRICS[name](cells, counts)[0]), 1)
        for name in ("accuracy", "precision", "recall", "F1", "macro-F1")
    }
    assert percent == {"accuracy": 84.7, "precision": 87.2, "recall": 85.2, "F1": 86.2, "macro-F1": 84.6}


def test_auc_counts_pairs_and_halves_ties():
    # 0.9 and 0.8 beat all 4; 0.6 beats 0.2 and 0.1 and ties with 0.6; 0.3 beats 0.2 and 0.1
    assert auc(EIGHT, ONE) == pytest.approx([(4 + 4 + 2.5 + 2) / 16])


def test_auc_of_a_perfect_a_reversed_and_a_constant_score():
    truth = "bbnn"
    four = np.ones((1, 4))
    assert auc(binary(truth, truth, [0.9, 0.8, 0.2, 0.1]), four) == [1.0]
    assert auc(binary(truth, truth, [0.1, 0.2, 0.8, 0.9]), four) == [0.0]
    assert auc(binary(truth, truth, [0.5] * 4), four) == [0.5]
    assert np.isnan(auc(binary("bbbb", "bbbb", [0.5] * 4), four)[0])


def test_brier():
    gaps = [0.1, 0.2, 0.4, 0.7, 0.7, 0.6, 0.2, 0.1]
    assert brier(EIGHT, ONE) == pytest.approx([sum(gap**2 for gap in gaps) / 8])
    assert brier(binary("bn", "bn", [1.0, 0.0]), np.ones((1, 2))) == [0.0]
    assert brier(binary("bn", "nb", [0.0, 1.0]), np.ones((1, 2))) == [1.0]


def test_calibration_error():
    # bins: 0.9 | 0.8 | 0.6, 0.6 | 0.3 | 0.7 | 0.2 | 0.1, with 1 | 1 | 1 of 2 | 1 | 0 | 0 | 0 biased
    gaps = 0.1 + 0.2 + 2 * 0.1 + 0.7 + 0.7 + 0.2 + 0.1
    assert calibration_error(EIGHT, ONE) == pytest.approx([gaps / 8])
    # 0.75 stated of four items of which three are biased is calibrated
    assert calibration_error(binary("bbbn", "bbbb", [0.75] * 4), np.ones((1, 4))) == pytest.approx([0.0])


def test_certainty_belongs_to_the_last_bin():
    assert calibration_error(binary("bb", "bb", [1.0, 0.95]), np.ones((1, 2))) == pytest.approx([0.025])


def three():
    """Truth f f a a n, verdict f a a a n; the probabilities are those of favor, against and none."""
    names = {"f": "favor", "a": "against", "n": "none"}
    probabilities = [(0.6, 0.3, 0.1), (0.3, 0.5, 0.2), (0.1, 0.8, 0.1), (0.2, 0.7, 0.1), (0.1, 0.1, 0.8)]
    return Scored.of(
        [names[one] for one in "ffaan"],
        [names[one] for one in "faaan"],
        [dict(zip(("favor", "against", "none"), one, strict=True)) for one in probabilities],
        ("favor", "against", "none"),
        None,
    )


def test_three_classes_are_averaged():
    five = np.ones((1, 5))
    assert accuracy(three(), five) == pytest.approx([4 / 5])
    assert precision(three(), five) == pytest.approx([(1 + 2 / 3 + 1) / 3])
    assert recall(three(), five) == pytest.approx([(1 / 2 + 1 + 1) / 3])
    assert macro_f1(three(), five) == f1(three(), five) == pytest.approx([(2 / 3 + 4 / 5 + 1) / 3])
    assert auc(three(), five) == [1.0]  # each class ranks its own first
    squares = [0.26, 0.78, 0.06, 0.14, 0.06]
    assert brier(three(), five) == pytest.approx([sum(squares) / 2 / 5])
    # the verdict's probability: 0.6 right; 0.5 wrong; 0.8 right, 0.8 right; 0.7 right
    assert calibration_error(three(), five) == pytest.approx([(0.4 + 0.5 + 0.4 + 0.3) / 5])


def test_a_class_that_never_occurs_is_left_out_of_the_mean():
    only = binary("bb", "bb", [0.9, 0.9])
    assert macro_f1(only, np.ones((1, 2))) == [1.0]
    assert precision(binary("bn", "nn", [0.1, 0.1]), np.ones((1, 2))) == [0.0]


def test_an_unknown_class_is_refused():
    with pytest.raises(ValueError, match="not in tuple"):
        Scored.of(["slanted"], ["biased"], [{}], ("biased", "neutral"), "biased")


@st.composite
def scored_items(draw):
    n = draw(st.integers(2, 12))
    letters = st.lists(st.sampled_from("bn"), min_size=n, max_size=n)
    tenths = st.lists(st.integers(0, 10), min_size=n, max_size=n)
    return binary(draw(letters), draw(letters), [one / 10 for one in draw(tenths)])


@given(scored_items(), st.data())
def test_a_weight_is_a_number_of_copies(scored, data):
    """What the bootstrap rests on: metrics of weighted items are those of the items repeated."""
    n = len(scored)
    counts = data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any))
    repeated = scored.take(np.repeat(np.arange(n), counts))
    weights = np.vstack([np.array(counts, dtype=float), np.ones(n)])
    for name, metric in METRICS.items():
        expected = metric(repeated, np.ones((1, len(repeated))))[0]
        assert metric(scored, weights)[0] == pytest.approx(expected, nan_ok=True), name


@given(scored_items())
def test_auc_is_the_share_of_pairs_in_order(scored):
    bias = scored.probability[:, 0]
    wins = [
        (bias[i] > bias[j]) + (bias[i] == bias[j]) / 2
        for i in range(len(scored))
        for j in range(len(scored))
        if scored.truth[i] == 0 and scored.truth[j] == 1
    ]
    expected = np.mean(wins) if wins else np.nan
    assert auc(scored, np.ones((1, len(scored))))[0] == pytest.approx(expected, nan_ok=True)
