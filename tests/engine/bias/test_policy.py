"""The two policies: the published method reads self-reported numbers, the default measured and calibrated
ones."""

from math import exp, tanh
from typing import Any

import pytest

from engine.bias.calibration import Calibration, Zero
from engine.bias.decision import AgentName
from engine.bias.policy import guardrails, read_by, reads_by_likelihood


def calibration(zeros: dict[AgentName, Zero]) -> Calibration:
    return Calibration(model="ab" * 32, method="3", sentences="cd" * 32, zeros=zeros)


def test_the_published_policy_changes_nothing_and_has_no_guardrails(build: Any) -> None:
    outputs = build.outputs(build.bias("biased"), build.evidence("neutral"), build.framing("uncertain"))
    assert read_by("published", outputs) == outputs
    assert not guardrails("published")
    assert guardrails("default")


def test_the_default_reads_what_was_measured_at_the_claim(build: Any) -> None:
    outputs = build.outputs(build.bias("biased"), build.evidence("neutral"), build.framing("uncertain"))
    read = read_by("default", outputs)
    assert read.bias.score == pytest.approx(0.6 + 0.2 / 2)  # biased, and half of uncertain
    # The lead over the other claim; of an uncertain claim its probability.
    confidences = [one.confidence for one in (read.bias, read.evidence, read.framing)]
    assert confidences == pytest.approx([0.4, 0.4, 0.6])
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
        ({"biased": 0.25, "neutral": 0.25, "uncertain": 0.5}, 0.5, 0.0),
        ({"biased": 0.6, "neutral": 0.3, "uncertain": 0.1}, 0.65, 0.3),
    ],
)
def test_the_measured_score_is_the_share_of_bias(
    build: Any, measured: dict[str, float], score: float, confidence: float
) -> None:
    output = build.bias("biased").model_copy(update={"measured": measured})
    read = read_by("default", build.outputs(output)).bias
    assert (read.score, read.confidence) == pytest.approx((score, confidence), abs=1e-9)


def test_a_claim_of_which_nothing_was_measured_weighs_nothing(build: Any) -> None:
    output = build.bias("biased").model_copy(update={"measured": {}})
    assert read_by("default", build.outputs(output)).bias.confidence == 0.0


def test_each_voice_is_read_by_its_own_zero(build: Any) -> None:
    even = {"biased": 0.5, "neutral": 0.5}
    outputs = build.outputs(
        build.bias("biased").model_copy(update={"measured": even}),
        build.evidence("neutral").model_copy(update={"measured": even}),
        build.framing("neutral").model_copy(update={"measured": even}),
        build.likelihood(margin=2.0),
    )
    zeros = {
        "bias": Zero(zero=-1.0, slope=1.0),
        "evidence": Zero(zero=1.0, slope=1.0),
        "framing": Zero(zero=1.0, slope=2.0),
        "likelihood": Zero(zero=0.0, slope=0.5),
    }
    read = read_by("default", outputs, calibration(zeros))
    assert read.bias.score == pytest.approx(1 / (1 + exp(-1)))
    confidences = [one.confidence for one in (read.bias, read.evidence, read.framing, read.likelihood)]
    # 2p - 1 of log-odds x is tanh(x / 2)
    assert confidences == pytest.approx([tanh(0.5), tanh(0.5), tanh(1.0), tanh(0.5)])
    assert read.likelihood.measured == outputs.likelihood.measured  # what was measured stays on record


def test_a_claim_against_its_own_calibrated_margin_has_no_weight(build: Any) -> None:
    outputs = build.outputs(
        build.bias("biased").model_copy(update={"measured": {"biased": 0.6, "neutral": 0.4}})
    )
    read = read_by("default", outputs, calibration({"bias": Zero(zero=2.0, slope=1.0)}))
    assert (read.bias.claim, read.bias.confidence) == ("biased", 0.0)
    assert read.bias.score < 0.5


def test_the_published_policy_knows_no_calibration_and_no_fourth_voice(build: Any) -> None:
    outputs = build.outputs(build.bias("biased"), build.evidence("neutral"), build.framing("uncertain"))
    zeros = dict.fromkeys(("bias", "evidence", "framing", "likelihood"), Zero(zero=3.0, slope=0.1))
    heard = outputs.model_copy(update={"likelihood": build.likelihood(margin=2.0)})
    assert read_by("published", heard, calibration(zeros)) == outputs
    assert reads_by_likelihood("default") and not reads_by_likelihood("published")


def test_a_claim_of_bias_is_at_least_as_sure_as_its_strongest_term(build: Any) -> None:
    unsure = {"measured": {"biased": 0.55, "neutral": 0.45}}
    listed = build.evidence("biased", quotes=["disastrous budget"], lexicon=True).model_copy(update=unsure)
    plain = build.evidence("biased", quotes=["disastrous budget"]).model_copy(update=unsure)
    bias = build.bias("biased")
    assert read_by("default", build.outputs(bias, listed)).evidence.confidence == pytest.approx(0.8)
    assert read_by("default", build.outputs(bias, plain)).evidence.confidence == pytest.approx(0.1)
    neutral = listed.model_copy(update={"claim": "neutral", "said": "neutral"})
    assert read_by("default", build.outputs(bias, neutral)).evidence.confidence == 0.0


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
