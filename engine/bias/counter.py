"""The counterargument that an agent anticipates before a debate (counter_i in Eq. 2).

It is asked of the agents that claim bias, since the burden of proof is theirs, and only where another agent
claims otherwise; what a neutral agent has to expect is the accusers' own argument.
"""

from collections.abc import Mapping
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


class CounterAnswer(Answer):
    surface = "{counter}"
    counter: Annotated[str, Text(10)]


def accusers(outputs: AgentOutputs) -> list[AgentName]:
    """The agents that claim bias against another voice's claim; the reading by likelihood can't be asked."""
    claims: dict[AgentName, Claim] = {"bias": outputs.bias.claim}
    if outputs.evidence:
        claims["evidence"] = outputs.evidence.claim
    if outputs.framing:
        claims["framing"] = outputs.framing.claim
    accusing: list[AgentName] = [agent for agent, claim in claims.items() if claim == "biased"]
    opposed = len(accusing) < len(claims) or (outputs.likelihood and outputs.likelihood.claim != "biased")
    return accusing if opposed else []


def counter_ask(template: ChatTemplate, passage: Passage, agent: AgentName) -> Ask:
    """What an accuser asks itself; it sees no other agent's answer."""
    question = f"In ten words: why could the {TOPICS[agent]} be called neutral?"
    return ask(template, passage, question, CounterAnswer)


def add(outputs: AgentOutputs, raws: Mapping[AgentName, RawAnswer]) -> AgentOutputs:
    """`outputs` with each accuser's counterargument in its place."""
    changes: dict[str, object] = {
        agent: getattr(outputs, agent).model_copy(update={"counter": read(CounterAnswer, raw).answer.counter})
        for agent, raw in raws.items()
    }
    return outputs.model_copy(update=changes)
