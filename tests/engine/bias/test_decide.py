import pytest

from engine.bias.decide import decide
from engine.bias.decision import Arbitration
from engine.bias.passes import aggregate

TWO = ["reckless council", "rammed through"]


@pytest.fixture
def ruled(build):
    """`decide` on outputs about the builder's text."""

    def run(bias, evidence=None, framing=None, **options):
        return decide(build.outputs(bias, evidence, framing), build.text, **options)

    return run


def kinds(decision):
    return [flag.kind for flag in decision.flags]


def unasked(*_):
    pytest.fail("the model was asked")


def test_early_exit(build, ruled):
    decision = ruled(build.bias("neutral", score=0.05, confidence=0.97), arbitrate=unasked, check=unasked)
    assert (decision.path, decision.verdict, decision.confidence) == ("early_exit", "neutral", 0.97)
    assert decision.debate is None
    assert [one.agent for one in decision.arguments] == ["bias"]


def test_neutral_veto(build, ruled):
    decision = ruled(
        build.bias("neutral", score=0.1), build.evidence("neutral"), build.framing(), check=unasked
    )
    assert (decision.path, decision.verdict, decision.confidence) == ("A", "neutral", 0.9)
    assert "tier B" in decision.reason


def test_strong_bias_needs_neither_debate_nor_check(build, ruled):
    decision = ruled(build.bias(score=0.9, quotes=TWO), arbitrate=unasked, check=unasked)
    assert (decision.path, decision.verdict, decision.confidence) == ("B", "biased", 0.9)
    assert decision.flags == ()


def debated(build, score=0.6):
    """BiasAgent and EvidenceAgent against the FramingAgent."""
    return (
        build.bias(score=score, quotes=TWO),
        build.evidence(quotes=["as always"]),
        build.framing("neutral", confidence=0.6),
    )


def test_a_debate_decides_the_ambiguous(build, ruled):
    decision = ruled(*debated(build, score=0.66))
    assert (decision.path, decision.verdict) == ("C", "biased")
    assert decision.confidence == decision.debate.scores["biased"]
    assert sum(decision.debate.scores.values()) == pytest.approx(1)


def test_a_weak_verdict_is_put_to_the_verifier(build, ruled):
    author = ruled(*debated(build), check=lambda: build.check("author"))
    assert (author.verdict, author.verification.check.ruling) == ("biased", "author")
    reporting = ruled(*debated(build), check=lambda: build.check("reporting"))
    assert (reporting.verdict, reporting.confidence) == ("neutral", 0.9)
    assert reporting.verification.overridden
    assert reporting.debate.verdict == "biased"
    assert kinds(reporting) == ["override"]


def test_without_a_verifier_the_weak_verdict_stands_and_says_so(build, ruled):
    decision = ruled(*debated(build))
    assert decision.verdict == "biased"
    assert "no verifier could be asked" in decision.reason


def test_a_verdict_far_below_the_score_is_overridden(build, ruled):
    decision = ruled(
        build.bias("uncertain", score=0.1, confidence=0.2, quotes=["as always"]),
        build.evidence(quotes=[*TWO, "honest taxpayers"]),
        build.framing("biased", quotes=["foot the bill"]),
        check=unasked,
    )
    assert decision.debate.verdict == "biased"
    assert (decision.verdict, decision.confidence) == ("neutral", 0.9)
    assert kinds(decision)[:2] == ["inconsistent", "override"]


def test_a_possible_miss_is_flagged_but_stays_neutral(build, ruled):
    decision = ruled(
        build.bias("neutral", score=0.85, quotes=[*TWO, "as always"]),
        build.evidence("neutral"),
        build.framing("neutral"),
        guardrails=False,
    )
    assert decision.verdict == "neutral"
    assert kinds(decision) == ["under_detection"]


def test_hallucinated_quotes_leave_a_confident_panel_without_a_case(build, ruled):
    invented = ["a shameful betrayal of children"]
    decision = ruled(
        build.bias(score=0.99, confidence=1.0, quotes=invented),
        build.evidence(confidence=1.0, quotes=invented),
        build.framing("biased", confidence=1.0, quotes=invented),
        arbitrate=unasked,
        check=unasked,
    )
    assert (decision.verdict, decision.confidence) == ("neutral", 0.5)
    assert decision.debate.resolution == "evidence_requirement"
    assert kinds(decision) == ["uncertain"]


def tie(build):
    """Adjusted confidences 0.55 and 0.65: effective weights 0.165 for biased and 0.1625 for neutral."""
    return (
        build.bias(score=0.7, confidence=0.6, quotes=["as always"], span_confidence=0.5),
        None,
        build.framing("neutral", confidence=0.7, quotes=["foot the bill"]),
    )


def test_a_tie_goes_to_the_arbitrator(build, ruled):
    seen = []

    def arbitrate(arguments):
        seen.extend(one.agent for one in arguments)
        return Arbitration(ruling="neutral", measured={"biased": 0.3, "neutral": 0.7}, reason="Plain facts.")

    decision = ruled(*tie(build), arbitrate=arbitrate)
    assert seen == ["bias", "framing"]
    assert (decision.verdict, decision.confidence) == ("neutral", 0.7)
    assert decision.debate.resolution == "arbitrator"
    assert kinds(decision) == ["uncertain"]
    alone = ruled(*tie(build))
    assert (alone.verdict, alone.debate.resolution) == ("neutral", "majority")
    assert "no arbitrator could be asked" in alone.reason


def test_neutral_by_burden_of_proof_alone_has_confidence_one_half(build, ruled):
    decision = ruled(
        build.bias("uncertain", score=0.5), build.evidence("uncertain"), build.framing("uncertain")
    )
    assert (decision.verdict, decision.confidence) == ("neutral", 0.5)
    assert kinds(decision) == ["uncertain"]
    assert "uncertain" not in kinds(
        ruled(
            build.bias("uncertain", score=0.5),
            build.evidence("uncertain"),
            build.framing("uncertain"),
            guardrails=False,
        )
    )


def confident_split(build, dissent=0.8):
    return (
        build.bias(score=0.8, confidence=0.9, quotes=[*TWO, "as always"]),
        build.evidence(confidence=0.9, quotes=["honest taxpayers", "disastrous budget"]),
        build.framing("neutral", confidence=dissent),
    )


def test_strong_disagreement_under_a_confident_verdict_is_flagged(build, ruled):
    assert kinds(ruled(*confident_split(build))) == ["disagreement"]
    assert kinds(ruled(*confident_split(build, dissent=0.74))) == []  # adjusted 0.69
    assert kinds(ruled(*confident_split(build), guardrails=False)) == []


def test_disagreement_that_the_confidence_shows_needs_no_flag(build, ruled):
    decision = ruled(
        build.bias(score=0.6, confidence=0.8, quotes=["as always"]),
        build.evidence("uncertain"),
        build.framing("neutral", confidence=0.8, quotes=["foot the bill"]),
    )
    assert decision.confidence < 0.7
    assert kinds(decision) == []


def test_guardrails_change_no_verdict(build, ruled):
    for panel in (confident_split(build), debated(build), tie(build)):
        with_, without = ruled(*panel), ruled(*panel, guardrails=False)
        assert with_.model_copy(update={"flags": ()}) == without.model_copy(update={"flags": ()})


def test_self_consistency_moves_the_path(build, ruled):
    passes = [build.one_pass(score=0.75, quotes=TWO)] * 5
    united = ruled(aggregate(passes))  # 0.75 * 1.15 reaches 0.85
    assert (united.path, united.scorecard.agreement_factor) == ("B", 1.15)
    assert ruled(aggregate(passes[:1])).path == "C"


def test_a_decision_survives_its_json(build, ruled):
    decision = ruled(*debated(build))
    assert type(decision).model_validate_json(decision.model_dump_json()) == decision
