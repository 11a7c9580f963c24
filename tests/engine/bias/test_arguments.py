import pytest

from engine.bias.arguments import adjust, argue, effective_weight, evidence_factor
from engine.bias.constants import LIKELIHOOD_WEIGHT
from engine.bias.debate import debate
from engine.bias.decision import CitedEvidence
from engine.bias.evidence_store import EvidenceStore


def argued(build, bias, evidence=None, framing=None):
    outputs = build.outputs(bias, evidence, framing)
    store = EvidenceStore.collect(outputs, build.text)
    return argue(outputs, store), store


def cited(*strengths, overlap=1.0):
    return [
        CitedEvidence(start=0, end=1, quote="x", match="exact", overlap=overlap, strength=strength)
        for strength in strengths
    ]


@pytest.mark.parametrize(
    ("claim", "count", "factor"),
    [
        ("neutral", 0, 0.6),
        ("neutral", 1, 1.0),
        ("neutral", 4, 1.0),
        ("biased", 0, 0.0),
        ("biased", 1, 0.6),
        ("biased", 2, 0.85),
        ("biased", 3, 1.0),
        ("biased", 5, 1.0),
        ("uncertain", 0, 0.6),
        ("uncertain", 3, 0.6),
    ],
)
def test_every_row_of_eq_5(claim, count, factor):
    assert evidence_factor(claim, count) == factor


def test_appendix_h_effective_weights():
    weights = [
        effective_weight("bias", 0.80, evidence_factor("biased", 3)),
        effective_weight("evidence", 0.70, evidence_factor("biased", 2)),
        effective_weight("framing", 0.60, evidence_factor("neutral", 1)),
    ]
    assert weights == pytest.approx([0.400, 0.14875, 0.150], abs=1e-12)


def test_appendix_h_end_to_end(build):
    # Self-reported confidences that the adjustment turns into the example's 0.80, 0.70 and 0.60.
    arguments, store = argued(
        build,
        build.bias(confidence=0.75, quotes=["reckless council", "rammed through", "as always"]),
        build.evidence(confidence=0.65, quotes=["disastrous budget", "honest taxpayers"]),
        build.framing(confidence=0.65, quotes=["foot the bill"]),
    )
    assert [one.adjusted for one in arguments] == pytest.approx([0.80, 0.70, 0.60])
    assert [one.effective for one in arguments] == pytest.approx([0.400, 0.14875, 0.150], abs=1e-12)
    debated = debate(arguments, store, None)
    assert round(debated.scores["biased"], 3) == 0.785
    assert round(debated.scores["neutral"], 3) == 0.215
    assert (debated.verdict, debated.resolution) == ("biased", "score")


@pytest.mark.parametrize(
    ("strengths", "others", "moved"),
    [
        ([], [], 0.0),
        (["strong"], [], 0.05),
        (["moderate"], [], 0.0),
        (["weak"], [], -0.05),
        (["strong", "weak"], [], 0.0),
        ([], ["biased", "biased"], 0.05),
        ([], ["biased", "neutral"], 0.0),
        ([], ["neutral", "neutral"], -0.05),
        ([], ["neutral", "uncertain"], -0.025),
        (["strong"], ["biased", "biased"], 0.1),
    ],
)
def test_confidence_moves_with_evidence_quality_and_agreement(strengths, others, moved):
    assert adjust(0.5, "biased", cited(*strengths), others) == pytest.approx(0.5 + moved)


def test_a_loose_match_is_lower_quality():
    assert adjust(0.5, "biased", cited("strong", overlap=0.75), []) == pytest.approx(0.525)


def test_adjusted_confidence_stays_within_0_and_1():
    assert adjust(0.99, "biased", cited("strong"), ["biased"]) == 1.0
    assert adjust(0.02, "biased", cited("weak"), ["neutral"]) == 0.0


def test_an_argument_states_every_factor(build):
    arguments, _ = argued(build, build.bias(confidence=0.8, quotes=["as always"], span_confidence=0.5))
    (argument,) = arguments
    assert (argument.agent, argument.claim, argument.confidence) == ("bias", "biased", 0.8)
    assert (argument.measured, argument.weight, argument.factor) == (0.6, 0.5, 0.6)
    assert argument.effective == pytest.approx(argument.weight * argument.adjusted * argument.factor)


def test_invented_quotes_give_a_biased_claim_no_weight(build):
    arguments, _ = argued(build, build.bias(quotes=["a shameful betrayal of children"]))
    assert arguments[0].evidence == ()
    assert [one.quote for one in arguments[0].rejected] == ["a shameful betrayal of children"]
    assert arguments[0].effective == 0.0


def test_at_most_5_evidence_spans_the_strongest(build):
    words = ["reckless", "council", "rammed", "disastrous", "budget", "honest"]
    arguments, _ = argued(build, build.bias(quotes=words))
    assert len(arguments[0].evidence) == 5


def test_overlapping_quotes_are_one_piece_of_evidence(build):
    arguments, _ = argued(build, build.bias(quotes=["disastrous", "disastrous budget", "budget"]))
    assert [one.quote for one in arguments[0].evidence] == ["disastrous budget"]
    assert arguments[0].factor == 0.6


def test_marks_of_bias_do_not_support_a_neutral_claim_but_frames_do(build):
    arguments, _ = argued(
        build,
        build.bias("neutral", quotes=["as always"]),
        build.evidence("neutral", quotes=["as always"]),
        build.framing("neutral", quotes=["as always"]),
    )
    assert [one.factor for one in arguments] == [0.6, 0.6, 1.0]
    assert [len(one.evidence) for one in arguments] == [0, 0, 1]


def test_skipped_agents_do_not_argue(build):
    arguments, _ = argued(build, build.bias("neutral", confidence=0.97))
    assert [one.agent for one in arguments] == ["bias"]


def test_the_reading_argues_with_a_weight_of_its_own(build):
    outputs = build.outputs(
        build.bias("neutral"), likelihood=build.likelihood(1.0, ["rammed through", "as always"])
    )
    outputs = outputs.model_copy(
        update={"likelihood": outputs.likelihood.model_copy(update={"confidence": 0.6})}
    )
    store = EvidenceStore.collect(outputs, build.text)
    bias, reading = argue(outputs, store)
    assert (reading.agent, reading.claim, reading.weight) == ("likelihood", "biased", LIKELIHOOD_WEIGHT)
    assert [span.quote for span in reading.evidence] == ["rammed through", "as always"]
    assert {span.strength for span in reading.evidence} == {"weak"}
    assert reading.adjusted == pytest.approx(0.6 - 0.10)  # weak evidence, and the other voice objects
    assert reading.effective == pytest.approx(LIKELIHOOD_WEIGHT * 0.50 * 0.85)
    assert bias.weight == 0.5  # the published weights stay


def test_a_reading_that_cites_nothing_of_the_passage_has_no_weight(build):
    outputs = build.outputs(
        build.bias("neutral"), likelihood=build.likelihood(1.0, ["an invented quotation"])
    )
    *_, reading = argue(outputs, EvidenceStore.collect(outputs, build.text))
    assert (reading.claim, reading.evidence, reading.effective) == ("biased", (), 0.0)


def test_a_reading_for_neutral_counts_like_a_neutral_claim_without_evidence(build):
    outputs = build.outputs(build.bias("biased", quotes=["as always"]), likelihood=build.likelihood(-1.0))
    *_, reading = argue(outputs, EvidenceStore.collect(outputs, build.text))
    assert (reading.claim, reading.factor) == ("neutral", 0.6)
