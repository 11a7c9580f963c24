"""The EvidenceAgent: what the model proposes, less protected terms, plus the lexicon; the claim follows."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.bias.evidence_agent import EvidenceAnswer, interpret
from engine.bias.outputs import EvidenceOutput
from engine.llm.messages import RawAnswer
from engine.text import Passage
from knowledge import matcher

LISTED = "The council rammed through a budget that Mayor Ann Hall had not read."  # "ram through": 0.80
PLAIN = "The council passed a budget of 2 million dollars, and the interest rate stayed the same."
SHARES = {"claim": {"biased": 0.6, "neutral": 0.3, "uncertain": 0.1}}
Said = Callable[..., EvidenceOutput]


@pytest.fixture
def said(passage: Callable[[str], Passage], raw: Callable[..., RawAnswer]) -> Said:
    """What becomes of a claim at confidence 0.7 about a text, with (strength, kind, quote) for evidence."""

    def interpreted(text: str, claim: str, *items: tuple[str, str, str]) -> EvidenceOutput:
        named: list[dict[str, Any]] = [
            dict(zip(("strength", "kind", "quote"), item, strict=True)) for item in items
        ]
        answer = raw(EvidenceAnswer, measured=SHARES, claim=claim, confidence=0.7, items=named)
        return interpret(answer, passage(text), matcher())

    return interpreted


def test_proposals_are_located_with_kind_and_strength(said: Said) -> None:
    output = said(
        PLAIN,
        "biased",
        ("strong", "biased_phrase", "passed a budget"),
        ("weak", "unsupported_claim", "stayed the same"),
    )
    assert (output.claim, output.confidence) == ("biased", 0.7)
    assert [(one.quote, one.kind, one.strength, one.lexicon) for one in output.items] == [
        ("passed a budget", "biased_phrase", "strong", None),
        ("stayed the same", "unsupported_claim", "weak", None),
    ]
    assert all(PLAIN[one.start : one.end] == one.quote for one in output.items)


def test_words_listed_twice_count_once(said: Said) -> None:
    twice = [("strong", "loaded_term", "stayed the same"), ("weak", "loaded_term", "the same")]
    assert [one.quote for one in said(PLAIN, "biased", *twice).items] == ["stayed the same"]


def test_a_protected_term_is_discarded_and_the_claim_with_it(said: Said) -> None:
    output = said(PLAIN, "biased", ("strong", "loaded_term", "interest rate"))
    assert output.items == ()
    assert [(one.quote, one.term, one.domain) for one in output.discarded] == [
        ("interest rate", "interest rate", "economics")
    ]
    assert (output.claim, output.said, output.confidence) == ("neutral", "biased", 0.7)


def test_a_protected_term_among_other_words_stays(said: Said) -> None:
    output = said(PLAIN, "biased", ("strong", "biased_phrase", "interest rate stayed"))
    assert [one.quote for one in output.items] == ["interest rate stayed"]
    assert (output.claim, output.discarded) == ("biased", ())


def test_the_lexicon_adds_what_the_model_overlooked(said: Said) -> None:
    output = said(LISTED, "neutral")
    [listed] = output.items
    assert (listed.quote, listed.kind, listed.strength) == ("rammed through", "loaded_term", "strong")
    assert listed.lexicon and listed.lexicon.term == "ram through"
    assert (output.claim, output.said, output.confidence) == ("biased", "neutral", 0.7)
    assert output.measured == pytest.approx(SHARES["claim"])


def test_the_models_own_claim_stands_where_its_evidence_does(said: Said) -> None:
    output = said(LISTED, "biased", ("strong", "biased_phrase", "Mayor Ann Hall"))
    assert (output.claim, output.confidence) == ("biased", 0.7)
    assert output.measured == pytest.approx(SHARES["claim"])
    assert [one.quote for one in output.items] == ["rammed through", "Mayor Ann Hall"]


def test_the_lexicon_leaves_a_speakers_words_alone(said: Said) -> None:
    output = said('"They rammed through the budget," Mayor Ann Hall said on Monday.', "neutral")
    assert (output.claim, output.confidence, output.items) == ("neutral", 0.7, ())
    [quoted] = output.quoted
    assert (quoted.quote, quoted.lexicon.term) == ("rammed through", "ram through")


def test_a_claim_of_bias_without_any_evidence_is_neutral(said: Said) -> None:
    assert said(PLAIN, "biased").claim == "neutral"


def test_an_uncertain_claim_stays_one(said: Said) -> None:
    assert said(PLAIN, "uncertain").claim == "uncertain"
