"""The counterargument that each agent anticipates before a debate (counter_i in Eq. 2)."""

from collections.abc import Sequence
from typing import Annotated

from engine.bias.decision import AgentName
from engine.bias.outputs import AgentOutputs, Claim
from engine.bias.prompts import ask
from engine.llm import Answer, Ask, ChatTemplate, Text
from engine.llm.messages import RawAnswer
from engine.llm.reading import read
from engine.text import Passage

TOPICS: dict[AgentName, str] = {
    "bias": "wording",
    "evidence": "loaded words and sources",
    "framing": "framing",
}
OPPOSITE: dict[Claim, str] = {"biased": "neutral", "neutral": "biased", "uncertain": "neutral"}


class CounterAnswer(Answer):
    surface = "{counter}"
    counter: Annotated[str, Text(16)]


def disagree(outputs: AgentOutputs) -> bool:
    """Whether anybody is there to make a counterargument: agents of one mind have none to anticipate."""
    return len({claim for _, claim in _claims(outputs)}) > 1


def asks(template: ChatTemplate, passage: Passage, outputs: AgentOutputs) -> list[Ask]:
    """What each agent that was asked answers about its own claim; it sees no other agent's."""
    return [_ask(template, passage, agent, claim) for agent, claim in _claims(outputs)]


def _ask(template: ChatTemplate, passage: Passage, agent: AgentName, claim: Claim) -> Ask:
    question = f"Why could the {TOPICS[agent]} of this passage be called {OPPOSITE[claim]}? In 12 words."
    return ask(template, passage, question, CounterAnswer)


def add(outputs: AgentOutputs, raws: Sequence[RawAnswer]) -> AgentOutputs:
    """`outputs` with the answers to `asks` in their places."""
    counters = {
        agent: {"counter": read(CounterAnswer, raw).answer.counter}
        for (agent, _), raw in zip(_claims(outputs), raws, strict=True)
    }
    return AgentOutputs(
        bias=outputs.bias.model_copy(update=counters["bias"]),
        evidence=outputs.evidence and outputs.evidence.model_copy(update=counters["evidence"]),
        framing=outputs.framing and outputs.framing.model_copy(update=counters["framing"]),
    )


def _claims(outputs: AgentOutputs) -> list[tuple[AgentName, Claim]]:
    claims: list[tuple[AgentName, Claim]] = [("bias", outputs.bias.claim)]
    if outputs.evidence:
        claims.append(("evidence", outputs.evidence.claim))
    if outputs.framing:
        claims.append(("framing", outputs.framing.claim))
    return claims
