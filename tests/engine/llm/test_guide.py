"""An answer growing: what is sampled, what is forced, how it is spelled, and when it ends."""

from collections.abc import Iterable

import numpy as np
import pytest

from engine.llm import Ask, Client, EngineFailed
from engine.llm.guide import Guide
from engine.llm.vocabulary import Vocabulary
from tests.engine.llm.asking import BYTES, PASSAGE, Marked, Verdict, ask

LINES = 'start: line{1,3}\nline: ("a" | "b" | "c") "\\n"'


def guided(grammar: str, wanted: Iterable[str], most: int = 50) -> Guide:
    """A guide fed with logits that want one character after another."""
    guide = Guide(Vocabulary(BYTES), Ask((), grammar, most))
    guide.opening()
    for character in wanted:
        assert not guide.done
        logits = np.zeros(BYTES.vocab_size, dtype=np.float32)
        [token] = BYTES.tokenize_str(character)
        logits[token] = 9.0
        guide.advance(logits)
    return guide


def test_a_repeated_line_ends_the_answer_and_is_left_out() -> None:
    guide = guided(LINES, "aa")
    assert (guide.text, guide.done) == (b"a\n", True)


def test_a_last_line_that_repeats_is_left_out_too() -> None:
    assert guided(LINES, "aba").text == b"a\nb\n"


def test_other_lines_run_to_their_number() -> None:
    guide = guided(LINES, "abc")
    assert (guide.text, guide.done) == (b"a\nb\nc\n", True)


def test_a_grammar_that_never_ends_is_stopped_at_its_bound() -> None:
    with pytest.raises(EngineFailed, match="bound"):
        guided('start: ("a" | "b")*', "abababab", most=4)


@pytest.mark.parametrize(
    ("offset", "chosen"), [(0.0, b"neutral"), (1.9, b"neutral"), (2.1, b"slanted"), (-9.0, b"neutral")]
)
def test_an_offset_moves_the_choice_and_not_what_is_recorded(offset: float, chosen: bytes) -> None:
    ask = Ask((), 'start: "slanted" | "neutral"', 10, offsets=(("slanted", offset),))
    guide = Guide(Vocabulary(BYTES), ask)
    guide.opening()
    logits = np.zeros(BYTES.vocab_size, dtype=np.float32)
    [neutral] = BYTES.tokenize_str("n")
    logits[neutral] = 2.0
    guide.advance(logits)
    assert guide.text == chosen
    [step] = guide.steps
    odds = dict(step.options)
    assert np.log(odds[b"n"] / odds[b"s"]) == pytest.approx(2.0, abs=1e-5)


def test_an_offset_is_for_the_beginning_of_an_answer_alone() -> None:
    guide = Guide(Vocabulary(BYTES), Ask((), 'start: ("a" | "b") ("a" | "b")', 10, offsets=(("a", 3.0),)))
    guide.opening()
    logits = np.zeros(BYTES.vocab_size, dtype=np.float32)
    [b] = BYTES.tokenize_str("b")
    logits[b] = 1.0
    while not guide.done:
        guide.advance(logits)
    assert guide.text == b"ab"


@pytest.mark.parametrize("answer", [Verdict, Marked])
def test_an_answer_is_spelled_in_no_more_tokens_than_its_text_has(client: Client, answer: type) -> None:
    [(_, raw)] = client.answer([ask(client.info, PASSAGE, answer)])
    [tokens] = client.count_tokens([raw.text.decode()])
    assert raw.usage.sampled + raw.usage.forced <= tokens
