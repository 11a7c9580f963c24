"""The counterargument that each agent anticipates before a debate (counter_i in Eq. 2)."""

from typing import Annotated

from engine.bias.decision import AgentName
from engine.bias.outputs import Claim
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
    counter: Annotated[str, Text(12)]


def counter_ask(template: ChatTemplate, passage: Passage, agent: AgentName, claim: Claim) -> Ask:
    """What an agent asks itself about its claim; it sees no other agent's."""
    question = (
        f"In at most 12 words: the best argument that the {TOPICS[agent]} of this passage is {OPPOSITE[claim]}."
    )
    return ask(template, passage, question, CounterAnswer)


def interpret(raw: RawAnswer) -> str:
    return read(CounterAnswer, raw).answer.counter
