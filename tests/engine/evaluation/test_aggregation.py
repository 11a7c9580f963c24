"""The rules on one passage with three agents, weighed by hand; see Eq. 3 to 5."""

import pytest

from engine.bias.evidence_store import EvidenceStore
from engine.evaluation.aggregation import RULES, aggregate, by_rules, decided

TWO = ["reckless council", "disastrous budget"]
OTHERS = ["honest taxpayers"]


@pytest.fixture
def ruled(panel):
    """The verdict of each rule, in the order of RULES."""

    def run(*said, routed=False, **options):
        passage = panel.passage(*said, **options)
        return [aggregate(rule, [passage], routed).verdict for rule in RULES.values()]

    return run


def test_an_accusation_without_evidence_counts_only_where_evidence_does_not(ruled):
    # two accusers without a quote: votes 2 to 1, w_i c_i (0.40 + 0.20) to 0.15, but f = 0
    assert ruled(("biased", 0.8, []), ("biased", 0.8, []), ("neutral", 0.6)) == [
        "biased",
        "neutral",
        "biased",
        "neutral",
    ]


def test_one_sure_accuser_of_great_weight_against_two(ruled):
    # majority 1 of 3; unweighted f 0.85 to 0.6 + 0.6; with weights 0.5 * 0.9 against 0.25 * (0.6 + 0.6)
    assert ruled(("biased", 0.9, TWO), ("neutral", 0.6, []), ("neutral", 0.6)) == [
        "neutral",
        "neutral",
        "biased",
        "biased",
    ]


def test_two_light_accusers_against_the_heavy_one(ruled):
    # votes 2 to 1, unweighted f 0.6 + 0 to 0.6 is a tie that evidence breaks, with weights neutral is ahead
    assert ruled(("neutral", 0.9, []), ("biased", 0.5, OTHERS), ("biased", 0.5)) == [
        "biased",
        "biased",
        "neutral",
        "neutral",
    ]


def test_the_probabilities_are_the_shares(panel):
    passage = panel.passage(("biased", 0.8, TWO), ("biased", 0.6, OTHERS), ("neutral", 0.6))
    store = EvidenceStore.collect(passage.outputs, passage.text)
    votes = passage.decision.arguments
    bias, evidence, framing = (vote.adjusted for vote in votes)
    found = {name: rule(votes, store).bias for name, rule in RULES.items()}
    assert found["majority"] == pytest.approx(2 / 3)
    assert found["unweighted"] == pytest.approx((0.85 + 0.6) / (0.85 + 0.6 + 0.6))
    weights = (0.5 * bias, 0.25 * evidence, 0.25 * framing)
    assert found["confidence-weighted without evidence factor"] == pytest.approx(
        (weights[0] + weights[1]) / sum(weights)
    )
    factored = (0.5 * bias * 0.85, 0.25 * evidence * 0.6, 0.25 * framing * 0.6)
    assert found["structured debate"] == pytest.approx((factored[0] + factored[1]) / sum(factored))
    assert found["structured debate"] == decided(passage.decision).bias


def test_an_even_vote_is_no_majority_and_doubt_is_no_accusation(ruled):
    assert ruled(("biased", 0.8, TWO), ("neutral", 0.8, []))[0] == "neutral"
    assert ruled(("biased", 0.8, TWO), ("uncertain", 0.8, []), ("uncertain", 0.8))[0] == "neutral"


def test_equal_weights_are_neutral_without_evidence_to_break_the_tie(ruled):
    # 0.25 * 0.575 for each side: 0.60, moved by half a step for the other's objection
    verdicts = ruled(("uncertain", 0.0, []), ("biased", 0.6, []), ("neutral", 0.6))
    assert verdicts[2] == "neutral"


def test_the_probability_follows_the_verdict_across_a_tie_break(panel):
    # f 0.6 and 0.6: SAD is 0.5 for both, and only the accuser quotes anything
    passage = panel.passage(("neutral", 0.9, []), ("biased", 0.5, OTHERS), ("biased", 0.5))
    ruling = aggregate(RULES["unweighted"], [passage])
    assert (ruling.verdict, ruling.probabilities["biased"]) == ("biased", 0.5)


def test_routed_rules_leave_the_clear_cases_to_the_paths(ruled):
    said = (("neutral", 0.8, []), ("biased", 0.9, OTHERS), ("biased", 0.9))
    assert ruled(*said, score=0.1) == ["biased", "biased", "biased", "neutral"]
    assert ruled(*said, score=0.1, routed=True) == ["neutral"] * 4  # path A
    strong = (("biased", 0.9, TWO), ("uncertain", 0.9, []), ("uncertain", 0.9))
    assert ruled(*strong, score=0.9)[0] == "neutral"
    assert ruled(*strong, score=0.9, routed=True) == ["biased"] * 4  # path B


def test_decisions_as_probabilities(panel):
    early = panel.passage(("neutral", 0.97, []), score=0.05)
    assert (early.decision.path, decided(early.decision).bias) == ("early_exit", pytest.approx(0.03))
    veto = panel.passage(("neutral", 0.8, []), ("neutral", 0.8, []), ("neutral", 0.8), score=0.1)
    assert (veto.decision.path, decided(veto.decision).bias) == ("A", 0.1)
    fast = panel.passage(("biased", 0.8, TWO), score=0.9)
    assert (fast.decision.path, decided(fast.decision).bias) == ("B", 0.9)


def test_an_overridden_verdict_is_improbable(panel):
    # the debate finds bias, but a score below 0.20 contradicts it, and the verifier rules neutral
    said = (("biased", 0.9, OTHERS), ("biased", 0.9, OTHERS), ("biased", 0.9))
    found = panel.passage(*said, score=0.15).decision
    assert found.verification.overridden
    assert decided(found) == ("neutral", pytest.approx(1 - found.confidence))


def test_one_biased_passage_makes_an_item_biased(panel):
    biased = panel.passage(("biased", 0.8, TWO), score=0.9)
    neutral = panel.passage(("neutral", 0.8, []), ("neutral", 0.8, []), ("neutral", 0.8), score=0.1)
    [found] = by_rules([panel.result("a", "biased", neutral, biased, neutral)], "full", routed=True)
    assert set(found.rulings) == {"full", *RULES}
    for name in RULES:
        assert found.rulings[name].probabilities["biased"] == 0.9
        assert found.rulings[name].verdict == "biased"
    with pytest.raises(ValueError, match="at least one passage"):
        aggregate(RULES["majority"], [])
