"""The FramingAgent: a model's answer becomes an output."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.bias.framing_agent import FramingAnswer, interpret
from engine.bias.outputs import FramingOutput
from engine.llm.messages import RawAnswer
from engine.text import Passage
from knowledge import taxonomy

TEXT = "Ordinary families pay while wealthy corporations hide behind wealthy corporations."
Said = Callable[..., FramingOutput]


@pytest.fixture
def said(passage: Callable[[str], Passage], raw: Callable[..., RawAnswer]) -> Said:
    """What becomes of an answer about TEXT, with (quote, explanation) for spans."""

    def interpreted(*spans: tuple[str, str], **values: Any) -> FramingOutput:
        named = [{"quote": quote, "explanation": why} for quote, why in spans]
        stated = {
            "claim": "biased",
            "confidence": 0.65,
            "frame": "conflict",
            "lean": "left",
            "us_them": "yes",
        }
        return interpret(raw(FramingAnswer, **(stated | values), spans=named), passage(TEXT))

    return interpreted


def test_frame_lean_and_spans_are_read(said: Said) -> None:
    spans = (("Ordinary families", "pits them against the rich."), ("wealthy corporations", "the culprits"))
    output = said(*spans)
    assert (output.claim, output.confidence) == ("biased", 0.65)
    assert (output.frame, output.lean, output.us_them) == ("conflict", "left", True)
    assert tuple((span.quote, span.explanation) for span in output.spans) == spans
    assert all(TEXT[span.start : span.end] == span.quote for span in output.spans)


def test_words_listed_again_go_to_their_next_place_and_then_are_dropped(said: Said) -> None:
    twice = said(("wealthy corporations", "one"), ("wealthy corporations", "two"))
    assert [span.start for span in twice.spans] == [TEXT.index("wealthy"), TEXT.rindex("wealthy")]
    again = said(("Ordinary families", "one"), ("families", "two"))
    assert [span.explanation for span in again.spans] == ["one"]


@pytest.mark.parametrize("frame", [frame.key for frame in taxonomy().frames])
def test_all_twelve_frames_are_told_apart(said: Said, frame: str) -> None:
    output = said(claim="neutral", frame=frame, us_them="no")
    assert (output.frame, output.us_them, output.spans) == (frame, False, ())


@pytest.mark.parametrize("lean", ["left", "center", "right", "none"])
def test_every_lean_is_read(said: Said, lean: str) -> None:
    assert said(lean=lean).lean == lean


def test_the_claim_is_measured_where_it_was_chosen(said: Said) -> None:
    shares = {"biased": 0.4, "neutral": 0.5, "uncertain": 0.1}
    assert said(claim="neutral", measured={"claim": shares}).measured == pytest.approx(shares)
