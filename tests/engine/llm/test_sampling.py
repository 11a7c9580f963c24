import numpy as np
import pytest

from engine.llm import Sampling
from engine.llm.sampling import Sampler, probabilities


def logits(*weights: float) -> np.ndarray:
    return np.log(np.array(weights, dtype=np.float32))


def test_probabilities_are_a_softmax():
    assert probabilities(logits(1, 2, 5)) == pytest.approx([0.125, 0.25, 0.625])
    assert probabilities(np.float32([1000, 1000])) == pytest.approx([0.5, 0.5])
    assert probabilities(np.float32([-1e30, 0])) == pytest.approx([0, 1])


def test_greedy_takes_the_lowest_id_of_a_tie():
    sampler = Sampler(Sampling())
    assert sampler.pick(np.float32([1, 3, 3, 2])) == 1
    assert sampler.pick(np.float32([0, 0, 0])) == 0


def test_draws_are_those_of_pcg64():
    """Pinned, so that reports stay reproducible over versions of NumPy."""
    row = logits(1, 1, 1, 1, 1, 1, 1, 1)
    sampler = Sampler(Sampling(1.0, 12345))
    drawn = [sampler.pick(row) for _ in range(12)]
    generator = np.random.Generator(np.random.PCG64(12345))
    assert drawn == [int(generator.random() * 8) for _ in range(12)] == [1, 2, 6, 5, 3, 2, 4, 1, 5, 7, 1, 7]


def test_other_entropy_other_draws():
    row = logits(*[1] * 100)
    one, other = Sampler(Sampling(1.0, 1)), Sampler(Sampling(1.0, 2**127))
    assert [one.pick(row) for _ in range(20)] != [other.pick(row) for _ in range(20)]


@pytest.mark.parametrize(
    ("temperature", "expected"), [(1.0, [0.1, 0.2, 0.7]), (0.5, [1 / 54, 4 / 54, 49 / 54])]
)
def test_the_distribution_is_that_of_the_temperature(temperature, expected):
    sampler = Sampler(Sampling(temperature, 7))
    draws = np.bincount([sampler.pick(logits(1, 2, 7)) for _ in range(20_000)], minlength=3) / 20_000
    assert draws == pytest.approx(expected, abs=0.012)  # 3.5 standard deviations


def test_one_option_and_impossible_options():
    sampler = Sampler(Sampling(0.7, 3))
    assert sampler.pick(np.float32([5])) == 0
    assert {sampler.pick(np.float32([-1e30, 0, -1e30])) for _ in range(50)} == {1}
