import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.evaluation.datasets import Item
from engine.evaluation.sampling import half, in_half, sample


def items(biased, neutral, topics=("fees", "roads", "schools")):
    return [
        Item(
            id=f"item-{n}",
            text="A plan.",
            label="biased" if n < biased else "neutral",
            topic=topics[n % len(topics)],
        )
        for n in range(biased + neutral)
    ]


def test_labels_and_topics_keep_their_proportion():
    drawn = sample(items(60, 30), 30, seed=1)
    assert Counter(item.label for item in drawn) == {"biased": 20, "neutral": 10}
    counts = Counter((item.label, item.topic) for item in drawn)
    assert all(6 <= counts["biased", topic] <= 7 for topic in ("fees", "roads", "schools"))
    assert all(3 <= counts["neutral", topic] <= 4 for topic in ("fees", "roads", "schools"))


def test_a_sample_depends_on_the_seed_and_not_on_the_order_of_the_file():
    given_ = items(40, 40)
    assert sample(given_, 20, seed=1) == sample(given_[::-1], 20, seed=1)
    assert sample(given_, 20, seed=1) != sample(given_, 20, seed=2)
    # pinned: another order would make stored runs incomparable
    assert [item.id for item in sample(given_, 4, seed=1)] == ["item-64", "item-33", "item-77", "item-17"]


@given(st.integers(0, 30), st.integers(1, 30), st.integers(0, 70))
def test_a_smaller_sample_begins_a_larger_one_and_stays_in_proportion(biased, neutral, limit):
    given_ = items(biased, neutral)
    everything = sample(given_, None, seed=7)
    assert sorted(item.id for item in everything) == sorted(item.id for item in given_)
    drawn = sample(given_, limit, seed=7)
    assert drawn == everything[:limit]
    share = sum(item.label == "biased" for item in drawn)
    assert share == pytest.approx(len(drawn) * biased / len(given_), abs=1)


def test_the_half_of_an_item_is_that_of_its_id_alone():
    for name in ("item-0", "item-1", "item-2", "item-3"):
        number = int(hashlib.sha256(name.encode()).hexdigest(), 16)
        assert half(name) == ("tune" if number % 2 == 0 else "report")
    # pinned: another split would report on items that prompts were chosen by
    assert [half(f"item-{n}") for n in range(6)] == [
        "report",
        "report",
        "tune",
        "report",
        "report",
        "report",
    ]
    given_ = items(200, 200)
    tune, report = in_half(given_, "tune"), in_half(given_, "report")
    assert {item.id for item in tune} | {item.id for item in report} == {item.id for item in given_}
    assert not {item.id for item in tune} & {item.id for item in report}
    assert 160 <= len(tune) <= 240
    assert in_half(given_[::-1][:50], "tune") == [item for item in given_[::-1][:50] if item in tune]
