import pytest

from engine.bias.passes import aggregate
from engine.bias.scoring import scorecard


def several(build, biased, neutral, score=0.5):
    passes = [build.one_pass("biased", score)] * biased + [build.one_pass("neutral", score)] * neutral
    return build.outputs(aggregate(passes))


def test_eq_1_weighs_the_three_parts(build):
    card = scorecard(
        build.outputs(
            build.bias(score=0.8, quotes=["reckless council", "as always"]),
            build.evidence(quotes=["rammed through"]),
            build.framing(quotes=["honest taxpayers"], lean="right", us_them=True),
        )
    )
    assert card.bias == pytest.approx(0.8 * 0.8 + 0.2 * 0.85)
    assert card.evidence == pytest.approx(0.6)
    assert card.framing == pytest.approx(0.4 + 0.3 + 0.3 * 0.6)
    assert card.overall == pytest.approx(0.5 * card.bias + 0.25 * card.evidence + 0.25 * card.framing)


def test_all_parts_reach_0_and_1(build):
    least = scorecard(build.outputs(build.bias(score=0.0), build.evidence(), build.framing()))
    most = scorecard(
        build.outputs(
            build.bias(score=1.0, quotes=build.quotes),
            build.evidence(quotes=build.quotes),
            build.framing(quotes=build.quotes, lean="left", us_them=True),
        )
    )
    assert (least.bias, least.evidence, least.framing, least.overall) == (0, 0, 0, 0)
    assert [most.bias, most.evidence, most.framing, most.overall] == pytest.approx([1, 1, 1, 1])


def test_a_centrist_lean_is_no_sign_of_bias(build):
    center = build.outputs(build.bias(), framing=build.framing(lean="center"))
    assert scorecard(center).framing == 0


def test_the_same_words_count_once(build):
    evidence = build.evidence(quotes=["disastrous budget", "disastrous"])
    assert scorecard(build.outputs(build.bias(), evidence)).evidence == pytest.approx(0.6)


def test_skipped_agents_contribute_nothing(build):
    card = scorecard(build.outputs(build.bias(score=0.5)))
    assert (card.evidence, card.framing) == (0, 0)
    assert card.overall == pytest.approx(0.5 * card.bias)


@pytest.mark.parametrize(
    ("biased", "neutral", "factor"),
    [(4, 1, 1.15), (5, 0, 1.15), (1, 4, 0.85), (0, 2, 0.85), (3, 1, 1.0), (3, 2, 1.0), (2, 3, 1.0)],
)
def test_agreement_of_80_percent_boosts_or_attenuates(build, biased, neutral, factor):
    card = scorecard(several(build, biased, neutral))
    assert card.agreement_factor == factor
    assert card.routing == pytest.approx(0.5 * factor)
    assert card.bias == pytest.approx(0.5 * 0.8 * factor)


@pytest.mark.parametrize(("biased", "neutral"), [(1, 0), (0, 1)])
def test_a_single_pass_is_no_agreement(build, biased, neutral):
    assert scorecard(several(build, biased, neutral)).agreement_factor == 1.0


def test_a_boosted_score_stays_within_1(build):
    card = scorecard(several(build, 5, 0, score=0.95))
    assert card.routing == 1.0
    assert card.bias <= 1.0
