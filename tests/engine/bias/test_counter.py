"""Counterarguments: asked of the agents that claim bias, where another agent claims otherwise."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.bias.counter import CounterAnswer, accusers, add, counter_ask
from engine.llm import ChatTemplate
from engine.llm.messages import RawAnswer
from engine.text import Passage


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        (("biased", "neutral", "neutral"), ["bias"]),
        (("neutral", "biased", "uncertain"), ["evidence"]),
        (("uncertain", "biased", "biased"), ["evidence", "framing"]),
        (("biased", "biased", "biased"), []),
        (("neutral", "neutral", "neutral"), []),
        (("neutral", "uncertain", "neutral"), []),
    ],
)
def test_accusers_have_somebody_to_convince(build: Any, claims: tuple[str, ...], expected: list[str]) -> None:
    bias, evidence, framing = claims
    outputs = build.outputs(build.bias(bias), build.evidence(evidence), build.framing(framing))
    assert accusers(outputs) == expected


def test_an_agent_alone_has_nobody_against_it(build: Any) -> None:
    assert accusers(build.outputs(build.bias("biased"))) == []


def test_the_question_follows_the_same_reading_and_names_the_agents_own_matter(
    chatml: ChatTemplate, passage: Callable[[str], Passage], build: Any
) -> None:
    asked = {agent: counter_ask(chatml, passage(build.text), agent) for agent in ("bias", "framing")}
    assert asked["bias"].prompt[:-1] == asked["framing"].prompt[:-1]
    assert "wording" in str(asked["bias"].prompt[-1])
    assert "framing" in str(asked["framing"].prompt[-1])


def test_answers_go_to_their_agents_and_change_nothing_else(
    raw: Callable[..., RawAnswer], build: Any
) -> None:
    outputs = build.outputs(build.bias("biased"), build.evidence("neutral"), build.framing("biased"))
    said = {
        "framing": raw(CounterAnswer, counter="It names a loser."),
        "bias": raw(CounterAnswer, counter="The vote was close."),
    }
    added = add(outputs, said)
    assert (added.bias.counter, added.framing.counter) == ("The vote was close.", "It names a loser.")
    without = {"bias": {"counter"}, "framing": {"counter"}}
    assert added.model_dump(exclude=without) == outputs.model_dump(exclude=without)
