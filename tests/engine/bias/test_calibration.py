"""Where a voice's zero is set, and what a measured claim is worth after it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bias.calibration import (
    DIGITS,
    PRIOR_SLOPE,
    UNCALIBRATED,
    Calibration,
    Zero,
    calibrated,
    fit,
    margin,
    zero_of,
)
from engine.bias.policy import certainty

margins = st.floats(-30, 30)
zeros = st.builds(Zero, zero=st.floats(-10, 10), slope=st.floats(0.01, 10))
shares = st.tuples(*[st.floats(0, 1)] * 3).filter(sum).map(lambda raw: [one / sum(raw) for one in raw])
measured_claims = shares.map(lambda one: dict(zip(("biased", "neutral", "uncertain"), one, strict=True)))


def drawn(zero: float, slope: float, size: int = 4000) -> tuple[list[float], list[bool]]:
    """Margins and the labels that a voice with that zero and slope would go with."""
    random = np.random.default_rng(7)
    x = random.normal(zero, 2.0, size)
    return x.tolist(), (random.random(size) < 1 / (1 + np.exp(-slope * (x - zero)))).tolist()


@pytest.mark.parametrize(("zero", "slope"), [(0.0, 1.0), (-3.5, 0.6), (4.0, 2.0)])
def test_the_fit_finds_the_zero_and_the_slope_that_made_the_labels(zero: float, slope: float) -> None:
    found = fit(*drawn(zero, slope))
    assert found.zero == pytest.approx(zero, abs=0.15)
    assert found.slope == pytest.approx(slope, rel=0.1)


def test_a_zero_that_is_not_free_stays_at_0() -> None:
    found = fit(*drawn(0.8, 1.5), free=False)
    assert found.zero == 0.0
    assert 0.5 < found.slope < 1.5  # what the misplaced zero costs, the slope has to say


@pytest.mark.parametrize("free", [True, False])
@pytest.mark.parametrize("apart", [0.1, 5.0, 28.0])
def test_a_voice_that_parts_the_sentences_perfectly_keeps_a_finite_slope(free: bool, apart: float) -> None:
    found = fit([-apart, -apart, apart, apart], [False, False, True, True], free=free)
    assert found.zero == 0.0
    assert 0.0 < found.slope < 3.0


def test_a_voice_that_says_the_same_of_all_is_left_at_the_prior() -> None:
    assert fit([1.0, 1.0], [True, False]) == Zero(zero=1.0, slope=PRIOR_SLOPE)


def test_a_voice_that_ranks_the_wrong_way_is_sure_of_nothing() -> None:
    found = fit([-3.0, -2.0, 2.0, 4.0] * 5, [True, True, False, False] * 5)
    assert found == Zero(zero=0.25, slope=0.0)
    assert certainty(calibrated({"biased": 0.9, "neutral": 0.1}, found), "biased") == 0.0


@given(st.lists(st.tuples(st.floats(-28, 28), st.booleans()), min_size=2, max_size=60))
def test_whatever_the_margins_the_zero_is_among_them(sentences: list[tuple[float, bool]]) -> None:
    found, slanted = zip(*sentences, strict=True)
    if len(set(slanted)) == 2:
        zero = fit(found, slanted)
        assert min(found) - 1e-4 <= zero.zero <= max(found) + 1e-4
        assert 0.0 <= zero.slope < 1000.0
        assert fit(found, slanted, free=False).zero == 0.0


def test_zeros_are_rounded_so_that_machines_agree() -> None:
    found = fit(*drawn(0.123456, 1.0, 60))
    assert found == Zero(zero=round(found.zero, DIGITS), slope=round(found.slope, DIGITS))


@pytest.mark.parametrize("slanted", [[True, True], [False, False], []])
def test_the_sentences_must_be_of_both_kinds(slanted: list[bool]) -> None:
    with pytest.raises(ValueError, match="slanted and neutral"):
        fit([0.0] * len(slanted), slanted)


@given(zeros, margins, margins)
def test_a_larger_margin_is_never_less_probable_and_the_zero_is_a_coin_flip(
    zero: Zero, one: float, other: float
) -> None:
    low, high = sorted((one, other))
    assert 0.0 <= zero.probability(low) <= zero.probability(high) <= 1.0
    assert zero.probability(zero.zero) == 0.5


@given(measured_claims, zeros)
def test_a_calibrated_claim_is_a_distribution_with_the_same_doubt(
    measured: dict[str, float], zero: Zero
) -> None:
    shared = calibrated(measured, zero)
    assert sum(shared.values()) == pytest.approx(1.0)
    assert all(0.0 <= share <= 1.0 for share in shared.values())
    assert shared["uncertain"] == measured["uncertain"]


@given(measured_claims)
def test_a_model_that_was_never_calibrated_is_taken_at_its_word(measured: dict[str, float]) -> None:
    assert calibrated(measured, zero_of(None, "bias")) == pytest.approx(measured, abs=1e-9)


@given(measured_claims, zeros)
def test_certainty_is_a_lead_between_0_and_1(measured: dict[str, float], zero: Zero) -> None:
    shared = calibrated(measured, zero)
    biased, neutral = certainty(shared, "biased"), certainty(shared, "neutral")
    assert 0.0 <= biased <= 1.0 and 0.0 <= neutral <= 1.0
    assert min(biased, neutral) == 0.0  # nobody is sure of both
    assert max(biased, neutral) == pytest.approx(abs(shared["biased"] - shared["neutral"]))
    assert certainty(shared, "uncertain") == shared["uncertain"]


def test_the_margin_is_in_nats_and_finite() -> None:
    assert margin({"biased": 0.8, "neutral": 0.2}) == pytest.approx(math.log(4))
    assert margin({"biased": 1.0, "neutral": 0.0}) == pytest.approx(12 * math.log(10))
    assert margin({}) == 0.0


def test_a_voice_that_a_calibration_does_not_name_is_taken_as_it_is() -> None:
    known = Zero(zero=1.0, slope=2.0)
    one = Calibration(model="m", method="3", sentences="s", zeros={"framing": known})
    assert zero_of(one, "framing") == known
    assert zero_of(one, "bias") == zero_of(None, "framing") == UNCALIBRATED
