import pytest

from engine.bias.decision import Scorecard
from engine.bias.evidence_store import EvidenceStore
from engine.bias.verifier import needs_check, verify

THREE = ("reckless council", "rammed through", "as always")


def card(routing):
    return Scorecard(bias=0, evidence=0, framing=0, overall=0, routing=routing, agreement_factor=1)


def holding(build, quotes):
    return EvidenceStore.collect(build.outputs(build.bias(quotes=quotes)), build.text)


def verified(build, verdict, routing, *, cited=THREE[:1], found=THREE[:1], check=None):
    arguments = [build.argument("bias", "biased", 0.3, cited)]
    return verify(verdict, card(routing), arguments, holding(build, found), check)


def failed(verification):
    return [rule.rule for rule in verification.rules if not rule.passed]


def unasked():
    pytest.fail("the model was asked")


def test_a_biased_verdict_needs_a_supporting_span(build):
    bare = verified(build, "biased", 0.7, cited=(), check=unasked)
    assert (failed(bare), bare.overridden) == (["supported"], True)
    assert verified(build, "biased", 0.7).overridden is False


@pytest.mark.parametrize(("routing", "overridden"), [(0.199, True), (0.20, False)])
def test_a_biased_verdict_below_0_20_is_inconsistent(build, routing, overridden):
    verification = verified(build, "biased", routing)
    assert failed(verification) == (["consistent"] if overridden else [])
    assert verification.overridden is overridden


@pytest.mark.parametrize(
    ("routing", "found", "flagged"),
    [(0.80, THREE, True), (0.799, THREE, False), (0.80, THREE[:2], False)],
)
def test_a_neutral_verdict_at_0_80_with_3_spans_is_flagged_and_stays(build, routing, found, flagged):
    verification = verified(build, "neutral", routing, found=found, check=unasked)
    assert failed(verification) == (["under_detection"] if flagged else [])
    assert verification.overridden is False


def test_no_rule_speaks_against_a_sound_verdict(build):
    assert failed(verified(build, "biased", 0.9, found=THREE)) == []
    assert failed(verified(build, "neutral", 0.1, cited=(), found=())) == []


@pytest.mark.parametrize(
    ("routing", "found", "weak"),
    [(0.65, THREE[:1], False), (0.649, THREE, True), (0.9, (), True)],
)
def test_weak_verdicts_are_checked(build, routing, found, weak):
    assert needs_check(card(routing), holding(build, found)) is weak
    calls = []

    def check():
        calls.append(True)
        return build.check("author")

    verification = verified(build, "biased", routing, found=found, check=check)
    assert len(calls) == weak
    assert (verification.check is not None) is weak
    assert verification.overridden is False


def test_reporting_is_no_bias_of_the_author(build):
    verification = verified(build, "biased", 0.5, check=lambda: build.check("reporting"))
    assert verification.overridden
    assert verification.check.case_for_neutral


def test_a_verdict_that_fails_a_rule_is_not_asked_about(build):
    assert verified(build, "biased", 0.1, check=unasked).check is None
