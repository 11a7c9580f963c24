import pytest

from engine.bias.consensus import route
from engine.bias.evidence_store import EvidenceStore
from engine.bias.passes import aggregate
from engine.bias.scoring import scorecard

TWO = ["reckless council", "rammed through"]


def path(build, outputs):
    chosen, reason = route(outputs, scorecard(outputs), EvidenceStore.collect(outputs, build.text))
    assert reason
    return chosen


def test_early_exit(build):
    assert path(build, build.outputs(build.bias("neutral", 0.9, 0.96))) == "early_exit"


@pytest.mark.parametrize(
    ("score", "quotes", "chosen"),
    [(0.299, [], "A"), (0.30, [], "C"), (0.299, ["as always"], "C"), (0.0, ["an invented quotation"], "A")],
)
def test_tier_b_needs_a_score_below_0_30_and_no_span(build, score, quotes, chosen):
    assert path(build, build.outputs(build.bias(score=score, quotes=quotes))) == chosen


@pytest.mark.parametrize(
    ("votes", "score", "chosen"),
    [
        ("nnb", 0.399, "A"),  # two thirds are the published 67 %
        ("nnb", 0.40, "C"),
        ("nnbb", 0.30, "C"),
        ("nnnbb", 0.30, "C"),
        ("nnnb", 0.399, "A"),
        ("nnnnb", 0.47, "A"),  # attenuated: 0.47 * 0.85 < 0.40
        ("nnnnb", 0.48, "C"),
        ("n", 0.399, "C"),  # one pass is no agreement
    ],
)
def test_tier_a_needs_a_score_below_0_40_and_neutral_agreement(build, votes, score, chosen):
    names = {"n": "neutral", "b": "biased"}
    passes = [build.one_pass(names[vote], score, quotes=["as always"]) for vote in votes]
    assert path(build, build.outputs(aggregate(passes))) == chosen


@pytest.mark.parametrize(
    ("score", "quotes", "span_confidence", "chosen"),
    [
        (0.85, TWO, 0.6, "B"),
        (0.849, TWO, 0.6, "C"),
        (0.85, TWO, 0.59, "C"),
        (0.85, TWO[:1], 0.9, "C"),
        (0.85, [TWO[0], "reckless"], 0.9, "C"),  # the same words twice
        (0.95, ["an invented quotation", "another invention entirely"], 0.9, "C"),
    ],
)
def test_strong_bias_needs_0_85_and_two_sure_spans_where_others_abstain(
    build, score, quotes, span_confidence, chosen
):
    bias = build.bias(score=score, quotes=quotes, span_confidence=span_confidence)
    assert path(build, build.outputs(bias, build.evidence("uncertain"), build.framing("uncertain"))) == chosen
    assert path(build, build.outputs(bias)) == chosen


@pytest.mark.parametrize(
    ("score", "quotes", "chosen"),
    [(0.65, ["as always"], "B"), (0.649, ["as always"], "C"), (0.7, [], "C"), (0.9, ["as always"], "B")],
)
def test_moderate_bias_needs_0_65_a_span_and_confirmation(build, score, quotes, chosen):
    bias = build.bias(score=score, quotes=quotes, span_confidence=0.2)
    confirming = build.evidence("biased", quotes=["rammed through"])
    assert path(build, build.outputs(bias, confirming, build.framing("uncertain"))) == chosen


def test_abstention_or_a_claim_without_evidence_confirms_nothing(build):
    bias = build.bias(score=0.7, quotes=["as always"])
    assert path(build, build.outputs(bias, build.evidence("uncertain"), build.framing("uncertain"))) == "C"
    assert path(build, build.outputs(bias, build.evidence("biased"), build.framing("biased"))) == "C"


def test_an_objection_means_a_debate(build):
    bias = build.bias(score=0.9, quotes=TWO)
    confirming = build.evidence("biased", quotes=["as always"])
    assert path(build, build.outputs(bias, confirming, build.framing("neutral"))) == "C"
    assert path(build, build.outputs(bias, confirming, build.framing("uncertain"))) == "B"


def test_a_high_score_beside_a_neutral_claim_means_a_debate(build):
    assert path(build, build.outputs(build.bias("neutral", score=0.9, quotes=TWO))) == "C"


def test_a_reading_that_finds_slant_is_neither_vetoed_nor_skipped(build):
    slanted = build.likelihood(1.0, ["rammed through"])
    certain = build.bias("neutral", 0.1, 0.99)
    for secondary in ((None, None), (build.evidence("neutral"), build.framing("neutral"))):
        assert path(build, build.outputs(certain, *secondary)) == "early_exit"
        assert path(build, build.outputs(certain, *secondary, build.likelihood(-1.0))) == "early_exit"
        assert path(build, build.outputs(certain, *secondary, slanted)) == "C"
    unsure = build.bias("neutral", 0.1, 0.5)
    assert path(build, build.outputs(unsure, likelihood=build.likelihood(-0.1))) == "A"  # tier B
    assert path(build, build.outputs(unsure, likelihood=slanted)) == "C"
    passes = aggregate([build.one_pass("neutral", 0.35, quotes=["as always"])] * 3)
    assert path(build, build.outputs(passes, likelihood=build.likelihood(-0.1))) == "A"  # tier A
    assert path(build, build.outputs(passes, likelihood=slanted)) == "C"


def test_a_reading_that_finds_none_objects_to_the_fast_path(build):
    bias = build.bias(score=0.9, quotes=TWO)
    confirming = build.evidence("biased", quotes=["as always"])
    assert path(build, build.outputs(bias, confirming, None, build.likelihood(-1.0))) == "C"
    assert path(build, build.outputs(bias, confirming, None, build.likelihood(1.0, ["as always"]))) == "B"


def test_a_reading_confirms_by_the_words_that_it_cites(build):
    bias = build.bias(score=0.7, quotes=["as always"])
    assert path(build, build.outputs(bias, likelihood=build.likelihood(1.0, ["rammed through"]))) == "B"
    assert (
        path(build, build.outputs(bias, likelihood=build.likelihood(1.0, ["an invented quotation"]))) == "C"
    )
    assert path(build, build.outputs(bias)) == "C"
