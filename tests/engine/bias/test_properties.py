"""What must hold for any outputs: Proposition 1 and the asymmetric override."""

from hypothesis import given
from hypothesis import strategies as st

from engine.bias.arguments import argue
from engine.bias.calibration import Calibration, Zero
from engine.bias.debate import debate
from engine.bias.decide import decide
from engine.bias.decision import Arbitration, VerifierCheck
from engine.bias.evidence_store import EvidenceStore
from engine.bias.outputs import (
    AgentOutputs,
    BiasPass,
    BiasSpan,
    EvidenceItem,
    EvidenceOutput,
    FramingOutput,
    FramingSpan,
    LexiconMatch,
    LikelihoodOutput,
    WordRatio,
)
from engine.bias.passes import aggregate
from engine.bias.policy import read_by

TEXT = "A shameless cabal of so-called experts is wrecking the harbor, and nobody dares to ask why."
QUOTES = [
    "shameless cabal",
    "so-called experts",
    "is wrecking the harbor",
    "nobody dares",
    "shameless cabal of famous bankers",  # fuzzy or partial
    "wrecking our harbor with foreign money, greedy friends, broken promises",  # partial
    "an invented quotation",
    "traitors",
    "of",
]

claims = st.sampled_from(["biased", "neutral", "uncertain"])
units = st.floats(0, 1) | st.sampled_from([0.0, 0.3, 0.5, 0.65, 0.85, 1.0])
strengths = st.sampled_from(["strong", "moderate", "weak"])
hits = st.none() | st.just(
    LexiconMatch(
        term="cabal", category="conspiracy", score=0.9, severity="error", alternative="group", residual=False
    )
)
RULINGS = st.none() | st.sampled_from(["biased", "neutral"])
READINGS = st.none() | st.sampled_from(["author", "reporting"])


def measured():
    return {"biased": 0.5, "neutral": 0.3, "uncertain": 0.2}


@st.composite
def spans(draw, record, **fields):
    quote = draw(st.sampled_from(QUOTES))
    start = max(TEXT.find(quote), 0)
    extra = {name: draw(strategy) for name, strategy in fields.items()}
    return record(start=start, end=start + len(quote), quote=quote, **extra)


bias_spans = spans(
    BiasSpan, type=st.just("loaded_language"), meta=st.just("biased_language"), confidence=units
)
evidence_items = spans(EvidenceItem, kind=st.just("biased_phrase"), strength=strengths, lexicon=hits)
framing_spans = spans(FramingSpan, explanation=st.just("us against them"))
word_spans = spans(WordRatio, ratio=st.floats(0.5, 6))


def several(strategy):
    return st.lists(strategy, max_size=4).map(tuple)


def possible(evidence):
    """Only a term of the lexicon makes a claim of bias that the model did not make."""
    listed = any(item.lexicon for item in evidence.items)
    return (
        evidence if listed or evidence.claim != "biased" else evidence.model_copy(update={"said": "biased"})
    )


passes = st.builds(
    BiasPass,
    claim=claims,
    measured=st.builds(measured),
    score=units,
    confidence=units,
    spans=several(bias_spans),
)
outputs = st.builds(
    AgentOutputs,
    bias=st.lists(passes, min_size=1, max_size=5).map(aggregate),
    evidence=st.none()
    | st.builds(
        EvidenceOutput,
        claim=claims,
        measured=st.builds(measured),
        confidence=units,
        items=several(evidence_items),
        discarded=st.just(()),
        counter=st.none(),
    ).map(possible),
    framing=st.none()
    | st.builds(
        FramingOutput,
        claim=claims,
        measured=st.builds(measured),
        confidence=units,
        frame=st.just("conflict"),
        lean=st.sampled_from(["left", "center", "right", "none"]),
        us_them=st.booleans(),
        spans=several(framing_spans),
        counter=st.none(),
    ),
    likelihood=st.none()
    | st.builds(
        LikelihoodOutput,
        claim=st.sampled_from(["biased", "neutral"]),
        measured=st.builds(measured),
        confidence=units,
        margin=st.floats(-20, 20),
        spans=several(word_spans),
        words=st.just(()),
        counter=st.none(),
    ),
)
calibrations = st.none() | st.builds(
    Calibration,
    model=st.just("m"),
    method=st.just("3"),
    sentences=st.just("s"),
    zeros=st.dictionaries(
        st.sampled_from(["bias", "evidence", "framing", "likelihood"]),
        st.builds(Zero, zero=st.floats(-5, 5), slope=st.floats(0, 5)),
    ),
)


def arbitrator(ruling):
    if ruling is None:
        return None
    return lambda _: Arbitration(ruling=ruling, measured={"biased": 0.5, "neutral": 0.5}, reason="A reason.")


def checker(reading):
    if reading is None:
        return None
    return lambda: VerifierCheck(
        ruling=reading, measured={"author": 0.5, "reporting": 0.5}, case_for_neutral=None
    )


def grounded_accusers(arguments):
    return [one for one in arguments if one.claim == "biased" and one.evidence]


@given(outputs, RULINGS)
def test_proposition_1_no_biased_consensus_without_grounded_evidence(panel, ruling):
    store = EvidenceStore.collect(panel, TEXT)
    arguments = argue(panel, store)
    for one in arguments:
        assert all(span.match != "none" for span in one.evidence)
        assert 0.0 <= one.effective <= one.weight
        if one.claim == "biased" and not one.evidence:
            assert one.effective == 0.0
    debated = debate(arguments, store, arbitrator(ruling))
    if debated.verdict == "biased":
        assert grounded_accusers(arguments)
        assert debated.scores["biased"] >= 0.5


@given(outputs, RULINGS)
def test_an_ungrounded_accusation_cannot_change_the_debate_toward_biased(panel, ruling):
    store = EvidenceStore.collect(panel, TEXT)
    arguments = argue(panel, store)
    rest = [one for one in arguments if one.claim != "biased" or one.evidence]
    if debate(rest, store, arbitrator(ruling)).verdict == "neutral":
        assert debate(arguments, store, arbitrator(ruling)).verdict == "neutral"


@given(outputs, RULINGS, READINGS, st.booleans())
def test_verification_never_turns_neutral_into_biased(panel, ruling, reading, guardrails):
    decision = decide(
        panel, TEXT, guardrails=guardrails, arbitrate=arbitrator(ruling), check=checker(reading)
    )
    proposed = (
        decision.debate.verdict if decision.debate else ("biased" if decision.path == "B" else "neutral")
    )
    if proposed == "neutral":
        assert decision.verdict == "neutral"
        assert not decision.verification.overridden
        assert decision.verification.check is None
    else:
        assert decision.verdict == ("neutral" if decision.verification.overridden else "biased")


@given(outputs, calibrations, RULINGS, READINGS)
def test_proposition_1_holds_however_the_voices_are_calibrated(panel, calibration, ruling, reading):
    read = read_by("default", panel, calibration)
    decision = decide(read, TEXT, guardrails=True, arbitrate=arbitrator(ruling), check=checker(reading))
    for one in decision.arguments:
        assert 0.0 <= one.confidence <= 1.0
        assert 0.0 <= one.effective <= one.weight
    if decision.verdict == "biased":
        assert grounded_accusers(decision.arguments)


@given(outputs, calibrations)
def test_the_published_decision_knows_neither_the_reading_nor_a_calibration(panel, calibration):
    plain = panel.model_copy(update={"likelihood": None})
    published = decide(read_by("published", panel, calibration), TEXT)
    assert published == decide(read_by("published", plain), TEXT)
    assert all(one.agent != "likelihood" for one in published.arguments)


@given(outputs, RULINGS, READINGS)
def test_every_decision_is_grounded_bounded_and_repeatable(panel, ruling, reading):
    decision = decide(panel, TEXT, arbitrate=arbitrator(ruling), check=checker(reading))
    card = decision.scorecard
    for value in (decision.confidence, card.bias, card.evidence, card.framing, card.overall, card.routing):
        assert 0.0 <= value <= 1.0
    for one in decision.arguments:
        assert all(TEXT[span.start : span.end] == span.quote for span in one.evidence)
        assert len(one.evidence) <= 5
    if decision.verdict == "biased":
        assert grounded_accusers(decision.arguments)
    assert decide(panel, TEXT, arbitrate=arbitrator(ruling), check=checker(reading)) == decision
