"""The zero and the slope that are fitted to margins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bias.calibration import Zero, calibrated
from engine.bias.fitting import DIGITS, PRIOR_SLOPE, fit
from engine.bias.policy import certainty


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
