"""Configurations on outputs that are weighed by hand; the model is asked only where one has to be."""

import pytest

from engine.bias.examine import Panel
from engine.evaluation.configurations import CONFIGURATIONS
from engine.evaluation.ruling import answered, claimed, rule
from engine.text import read_bytes, split

SPAN = ["reckless council"]
TWO = ["reckless council", "disastrous budget"]
OTHERS = ["honest taxpayers"]
DEBATED = (("biased", 0.9, TWO), ("biased", 0.8, OTHERS), ("neutral", 0.4))


@pytest.fixture
def ruled(panel, client):
    """The ruling of a configuration on one passage, read as it is."""
    passages = split(read_bytes(panel.text.encode(), "a.txt"), "passage")
    asking = Panel(client, policy="published")

    def run(name, *said, **options):
        outputs = panel.outputs(*said, **options)
        return rule(CONFIGURATIONS[name], "published", asking, passages, [outputs])

    return run


def test_what_would_be_debated_is_neutral_without_a_debate(ruled):
    debated = ruled("full", *DEBATED, score=0.7)
    assert (debated.verdict, debated.passages[0].decision.path) == ("biased", "C")
    ruling = ruled("no-debate", *DEBATED, score=0.7)
    decision = ruling.passages[0].decision
    assert (ruling.verdict, decision.verdict, decision.path, decision.debate) == (
        "neutral",
        "neutral",
        "C",
        None,
    )
    assert ruling.probabilities["biased"] < 0.5
    assert ruled("no-debate", ("biased", 0.9, TWO), score=0.9).verdict == "biased"  # path B
    assert ruled("no-debate", ("neutral", 0.9, []), ("neutral", 0.9, []), score=0.1).verdict == "neutral"


def test_an_overridden_verdict_stands_where_nobody_verifies(ruled):
    said = (("biased", 0.9, OTHERS), ("biased", 0.9, OTHERS), ("biased", 0.9))
    full = ruled("full", *said, score=0.15)  # a score below 0.20 contradicts the debate
    assert full.verdict == "neutral" and full.passages[0].decision.verification.overridden
    ruling = ruled("no-verifier", *said, score=0.15)
    decision = ruling.passages[0].decision
    assert (ruling.verdict, decision.verdict) == ("biased", "biased")
    assert not decision.verification.overridden
    assert decision.confidence == decision.debate.scores["biased"]


def test_a_weak_verdict_is_not_asked_about_without_a_verifier(ruled):
    assert ruled("full", *DEBATED, score=0.5).passages[0].decision.verification.check
    assert ruled("no-verifier", *DEBATED, score=0.5).passages[0].decision.verification.check is None


@pytest.mark.parametrize(
    ("name", "voices"),
    [
        ("full", ["bias", "evidence", "framing"]),
        ("no-evidence-agent", ["bias", "framing"]),
        ("no-framing-agent", ["bias", "evidence"]),
        ("no-likelihood", ["bias", "evidence", "framing"]),
    ],
)
def test_a_voice_that_is_left_out_argues_no_more(ruled, name, voices):
    [passage] = ruled(name, *DEBATED, score=0.7).passages
    assert [argument.agent for argument in passage.decision.arguments] == voices
    assert passage.outputs.likelihood is None
    assert (passage.outputs.evidence is None) == (name == "no-evidence-agent")


def test_alone_the_bias_agent_decides_without_evidence(ruled):
    for name in ("single", "single-published"):
        assert ruled(name, ("biased", 0.9, []), score=0.9).verdict == "biased"
        assert ruled(name, ("uncertain", 0.9, []), score=0.9).verdict == "neutral"
        assert ruled(name, ("neutral", 0.6, TWO), score=0.9).verdict == "neutral"
    assert ruled("single", ("biased", 0.9, []), score=0.9).probabilities["biased"] == 0.9


def test_what_a_calibration_made_it_say_is_not_its_own_answer(panel):
    said = panel.outputs(("biased", 0.9, SPAN), score=0.8).bias
    raw = said.model_copy(update={"measured": {"biased": 0.3, "neutral": 0.5, "uncertain": 0.2}})
    assert claimed(raw) == ("biased", 0.8)
    assert answered(raw) == ("neutral", pytest.approx(0.4))


def test_one_biased_passage_makes_the_item_biased(panel, client):
    passages = split(read_bytes(f"{panel.text}\n\n{panel.text}".encode(), "a.txt"), "passage")
    asking = Panel(client, policy="published")
    said = [
        panel.outputs(("neutral", 0.9, []), ("neutral", 0.9, []), score=0.1),
        panel.outputs(("biased", 0.9, TWO), score=0.9),
    ]
    ruling = rule(CONFIGURATIONS["full"], "published", asking, passages, said)
    assert (ruling.verdict, ruling.probabilities["biased"], len(ruling.passages)) == ("biased", 0.9, 2)
    alone = rule(CONFIGURATIONS["single"], "published", asking, passages, said)
    assert (alone.verdict, alone.passages) == ("biased", ())
