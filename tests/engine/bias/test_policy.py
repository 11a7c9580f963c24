"""The two policies: the published method reads self-reported numbers, the default measured ones."""

from typing import Any

import pytest

from engine.bias.policy import guardrails, read_by


def test_the_published_policy_changes_nothing_and_has_no_guardrails(build: Any) -> None:
    outputs = build.outputs(build.bias("biased"), build.evidence("neutral"), build.framing("uncertain"))
    assert read_by("published", outputs) == outputs
    assert not guardrails("published")
    assert guardrails("default")


def test_the_default_reads_what_was_measured_at_the_claim(build: Any) -> None:
    outputs = build.outputs(build.bias("biased"), build.evidence("neutral"), build.framing("uncertain"))
    read = read_by("default", outputs)
    assert read.bias.score == pytest.approx(0.6 + 0.2 / 2)  # biased, and half of uncertain
    assert [one.confidence for one in (read.bias, read.evidence, read.framing)] == [0.6, 0.6, 0.6]
    kept = {"bias": {"score", "confidence"}, "evidence": {"confidence"}, "framing": {"confidence"}}
    assert read.model_dump(exclude=kept) == outputs.model_dump(exclude=kept)


def test_agents_that_were_not_asked_stay_absent(build: Any) -> None:
    read = read_by("default", build.outputs(build.bias("neutral")))
    assert (read.evidence, read.framing) == (None, None)


@pytest.mark.parametrize(
    ("measured", "score", "confidence"),
    [
        ({"biased": 1.0, "neutral": 0.0, "uncertain": 0.0}, 1.0, 1.0),
        ({"biased": 0.0, "neutral": 1.0, "uncertain": 0.0}, 0.0, 0.0),
        ({"biased": 0.25, "neutral": 0.25, "uncertain": 0.5}, 0.5, 0.25),
        ({}, 0.0, 0.0),
    ],
)
def test_the_measured_score_is_the_share_of_bias(
    build: Any, measured: dict[str, float], score: float, confidence: float
) -> None:
    output = build.bias("biased").model_copy(update={"measured": measured})
    read = read_by("default", build.outputs(output)).bias
    assert (read.score, read.confidence) == (score, confidence)


@pytest.mark.parametrize("policy", ["default", "published"])
def test_a_claim_that_the_lexicon_made_is_as_sure_as_its_strongest_term(build: Any, policy: Any) -> None:
    evidence = build.evidence("biased", quotes=["hoard record profits"], lexicon=True)
    evidence = evidence.model_copy(update={"said": "neutral"})
    read = read_by(policy, build.outputs(build.bias("biased"), evidence)).evidence
    assert read.confidence == evidence.items[0].lexicon.score
    assert read.measured == evidence.measured


def test_a_claim_whose_evidence_was_discarded_is_as_sure_as_the_model_was_not(build: Any) -> None:
    evidence = build.evidence("neutral").model_copy(update={"said": "biased", "confidence": 0.7})
    read = read_by("published", build.outputs(build.bias("biased"), evidence)).evidence
    assert read.confidence == pytest.approx(0.3)
