import math

import numpy as np
import pytest

from engine.evaluation.bootstrap import RESAMPLES, by_group, compare, estimate, resamples
from engine.evaluation.metrics import METRICS
from engine.evaluation.scored import Scored


def scored(right, wrong, biased_share=0.5):
    """So many right and wrong verdicts, in a fixed order."""
    n = right + wrong
    truth = np.arange(n) % 2 if biased_share == 0.5 else np.zeros(n, dtype=int)
    verdict = np.where(np.arange(n) < right, truth, 1 - truth)
    bias = np.where(verdict == 0, 0.8, 0.2)
    return Scored(("biased", "neutral"), "biased", truth, verdict, np.stack([bias, 1 - bias], axis=1))


def test_ten_thousand_resamples_of_all_items():
    batches = list(resamples(300, seed=3))
    assert len(batches) > 1
    weights = np.concatenate(batches)
    assert weights.shape == (RESAMPLES, 300)
    assert np.all(weights.sum(axis=1) == 300)
    assert weights.mean(axis=0) == pytest.approx(1, abs=0.05)
    assert weights.var() == pytest.approx(1 - 1 / 300, abs=0.01)  # of a multinomial
    assert np.all(weights == np.concatenate(list(resamples(300, seed=3))))
    assert np.any(weights != np.concatenate(list(resamples(300, seed=4))))


def test_the_interval_of_an_accuracy_is_that_of_a_binomial():
    found = estimate(scored(240, 60), seed=1)["accuracy"]
    half = 1.96 * math.sqrt(0.8 * 0.2 / 300)
    assert found.value == pytest.approx(0.8)
    assert found.low == pytest.approx(0.8 - half, abs=0.006)
    assert found.high == pytest.approx(0.8 + half, abs=0.006)


def test_every_metric_has_an_interval_around_it_and_a_seed_decides_it():
    found = estimate(scored(80, 20), seed=1)
    assert set(found) == set(METRICS)
    for name in set(METRICS) - {"ECE"}:  # resampling can only add to an ECE of 0
        assert found[name].low <= found[name].value <= found[name].high, name
    assert found["ECE"].value == pytest.approx(0) and found["ECE"].low > 0
    assert found == estimate(scored(80, 20), seed=1)
    assert found != estimate(scored(80, 20), seed=2)


def test_what_is_undefined_is_none():
    found = estimate(scored(9, 1, biased_share=1.0), seed=1)["AUC"]
    assert (found.value, found.low, found.high) == (None, None, None)


def test_no_items_are_refused():
    with pytest.raises(ValueError, match="no items"):
        estimate(scored(0, 0), seed=1)


def test_a_configuration_against_itself():
    same = compare(scored(80, 20), scored(80, 20), seed=1)["accuracy"]
    assert (same.value, same.low, same.high, same.p) == (0.0, 0.0, 0.0, 1.0)


def test_the_p_value_of_a_paired_difference_is_that_of_a_z_test():
    # Of 200 items the second is wrong about 16 that the first gets right, and the other way about 4.
    # So the mean difference is 12 / 200 and its variance (20 - 12^2 / 200) / 200^2. Differences come in steps
    # of 1 / 200, and one of 12 / 200 counts itself, so half a step is taken off before z.
    truth = np.arange(200) % 2
    first = np.where(np.arange(200) < 4, 1 - truth, truth)
    second = np.where((np.arange(200) >= 4) & (np.arange(200) < 20), 1 - truth, truth)
    bias = np.full((200, 2), 0.5)
    pair = [Scored(("biased", "neutral"), "biased", truth, one, bias) for one in (first, second)]
    found = compare(*pair, seed=5)["accuracy"]
    deviation = math.sqrt(20 - 144 / 200) / 200
    z = (11.5 / 200) / deviation
    assert found.value == pytest.approx(0.06)
    assert found.p == pytest.approx(math.erfc(z / math.sqrt(2)), abs=0.002)
    assert found.low == pytest.approx(0.06 - 1.96 * deviation, abs=0.006)
    assert found.high == pytest.approx(0.06 + 1.96 * deviation, abs=0.006)
    turned = compare(pair[1], pair[0], seed=5)["accuracy"]
    assert (turned.value, turned.p) == (-found.value, found.p)


def test_a_clear_difference_has_the_smallest_p_value():
    assert compare(scored(290, 10), scored(100, 200), seed=1)["macro-F1"].p == 1 / (RESAMPLES + 1)


def test_only_the_same_items_can_be_compared():
    with pytest.raises(ValueError, match="same items"):
        compare(scored(8, 2), scored(8, 3), seed=1)
    with pytest.raises(ValueError, match="same items"):
        compare(scored(8, 2), scored(8, 2, biased_share=1.0), seed=1)


def test_groups_are_measured_apart():
    found = by_group(scored(6, 2), ["fees"] * 4 + ["roads"] * 4, seed=1)
    assert {name: group.items for name, group in found.items()} == {"fees": 4, "roads": 4}
    assert found["fees"].estimates["accuracy"].value == 1.0
    assert found["roads"].estimates["accuracy"].value == 0.5
