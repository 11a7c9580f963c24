import pytest

from engine.bias.passes import aggregate, bias_agreement, early_exit, neutral_agreement


def claims(build, *each):
    return aggregate([build.one_pass(claim) for claim in each])


@pytest.mark.parametrize(
    ("votes", "winner"),
    [
        (["biased"], "biased"),
        (["biased", "neutral", "biased"], "biased"),
        (["biased", "neutral"], "neutral"),
        (["biased", "uncertain"], "uncertain"),
        (["neutral", "uncertain"], "neutral"),
        (["biased", "neutral", "uncertain"], "neutral"),
        (["biased", "biased", "neutral", "neutral", "uncertain"], "neutral"),
    ],
)
def test_majority_wins_and_ties_go_to_the_less_accusing_claim(build, votes, winner):
    assert claims(build, *votes).claim == winner


@pytest.mark.parametrize("count", [0, 6])
def test_number_of_passes_is_1_to_5(build, count):
    with pytest.raises(ValueError, match="1 to 5"):
        aggregate([build.one_pass()] * count)


def test_score_and_measured_are_means_over_all_passes(build):
    output = aggregate([build.one_pass("biased", score=0.9), build.one_pass("neutral", score=0.1)])
    assert output.score == pytest.approx(0.5)
    assert output.measured == pytest.approx({"biased": 0.4, "neutral": 0.4, "uncertain": 0.2})


def test_dissent_lowers_the_confidence(build):
    united = aggregate([build.one_pass("neutral", confidence=0.97)] * 3)
    split = aggregate([*united.passes[:2], build.one_pass("biased", confidence=0.7)])
    assert united.confidence == pytest.approx(0.97)
    assert split.confidence == pytest.approx((0.97 + 0.97 + 0.3) / 3)


def test_overlapping_spans_of_several_passes_merge_to_the_most_confident(build):
    sure = build.one_pass(quotes=["disastrous budget"], span_confidence=0.9)
    unsure = build.one_pass(quotes=["a disastrous", "reckless council"], span_confidence=0.5)
    output = aggregate([unsure, sure])
    assert [(span.quote, span.confidence) for span in output.spans] == [
        ("reckless council", 0.5),
        ("disastrous budget", 0.9),
    ]


def test_spans_of_outvoted_passes_are_kept(build):
    output = aggregate(
        [build.one_pass("neutral"), build.one_pass("neutral"), build.one_pass(quotes=["as always"])]
    )
    assert output.claim == "neutral"
    assert [span.quote for span in output.spans] == ["as always"]


def test_agreement_shares(build):
    output = claims(build, "biased", "biased", "neutral", "uncertain")
    assert bias_agreement(output) == 0.5
    assert neutral_agreement(output) == 0.25


@pytest.mark.parametrize(
    ("claim", "confidence", "exits"),
    [("neutral", 0.96, True), ("neutral", 0.959, False), ("biased", 0.99, False), ("uncertain", 0.99, False)],
)
def test_early_exit_needs_a_neutral_claim_at_0_96(build, claim, confidence, exits):
    assert early_exit(build.bias(claim, confidence=confidence)) is exits
