import numpy as np
import pytest

from engine.evaluation.scored import Scored
from engine.evaluation.sweep import THRESHOLDS, sweep


def test_each_threshold_is_counted_from_the_probabilities():
    bias = [0.9, 0.6, 0.4, 0.6, 0.2]
    truth = ["biased", "biased", "biased", "neutral", "neutral"]
    probabilities = [{"biased": one, "neutral": 1 - one} for one in bias]
    scored = Scored.of(truth, truth, probabilities, ("biased", "neutral"), "biased")
    rows = sweep(scored, (0.30, 0.50, 0.60, 0.61, 0.95))
    counted = [(row.true_positives, row.false_positives, row.false_negatives) for row in rows]
    assert counted == [(3, 1, 0), (2, 1, 1), (2, 1, 1), (1, 0, 2), (0, 0, 3)]
    assert rows[0].f1 == pytest.approx(6 / 7)
    assert rows[0].macro_f1 == pytest.approx((6 / 7 + 2 / 3) / 2)
    assert rows[-1].f1 == 0


def test_the_papers_range():
    assert (THRESHOLDS[0], THRESHOLDS[-1]) == (0.30, 0.80)
    assert 0.50 in THRESHOLDS


def test_only_two_classes_have_a_threshold():
    scored = Scored(("a", "b", "c"), None, np.array([0]), np.array([0]), np.ones((1, 3)))
    with pytest.raises(ValueError, match="two classes"):
        sweep(scored)
