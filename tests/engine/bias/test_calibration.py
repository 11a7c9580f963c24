"""Where a voice's zero is set, and what a measured claim is worth after it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bias.calibration import (
    UNCALIBRATED,
    Calibration,
    Zero,
    calibrated,
    margin,
    zero_of,
)
from engine.bias.policy import certainty

margins = st.floats(-30, 30)
zeros = st.builds(Zero, zero=st.floats(-10, 10), slope=st.floats(0.01, 10))
shares = st.tuples(*[st.floats(0, 1)] * 3).filter(sum).map(lambda raw: [one / sum(raw) for one in raw])
measured_claims = shares.map(lambda one: dict(zip(("biased", "neutral", "uncertain"), one, strict=True)))


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
