"""Asking some voices of the panel by themselves, where the others speak with another model."""

from collections.abc import Sequence

from engine.bias import bias_agent, channel, evidence_agent, framing_agent
from engine.bias.calibration import Calibration, zero_of
from engine.bias.decision import AgentName
from engine.bias.policy import Policy, reads_by_likelihood
from engine.evaluation.results import Voices
from engine.llm import Ask, ChatTemplate, Client
from engine.llm.messages import RawAnswer
from engine.text import Passage
from knowledge import Matcher

PASSES = 1  # as in the paper's own runs


def speak(
    voices: Sequence[AgentName],
    passage: Passage,
    *,
    client: Client,
    template: ChatTemplate,
    terms: Matcher,
    seed: int,
    policy: Policy,
    calibration: Calibration | None,
) -> Voices:
    """What these voices say about the passage, as they do in a panel; raises as the client does."""

    def zero(voice: AgentName) -> float:
        return zero_of(calibration, voice).zero if policy == "default" else 0.0

    said = Voices()
    if "bias" in voices:
        asks = bias_agent.asks(template, passage, PASSES, seed, zero("bias"))
        said = said.model_copy(update={"bias": bias_agent.interpret(_answers(client, asks), passage)})
    if "evidence" in voices:
        [raw] = _answers(client, [evidence_agent.evidence_ask(template, passage, zero("evidence"))])
        said = said.model_copy(update={"evidence": evidence_agent.interpret(raw, passage, terms)})
    if "framing" in voices:
        [raw] = _answers(client, [framing_agent.framing_ask(template, passage, zero("framing"))])
        said = said.model_copy(update={"framing": framing_agent.interpret(raw, passage)})
    if "likelihood" in voices and reads_by_likelihood(policy):
        said = said.model_copy(update={"likelihood": channel.read(client, template, passage)[0]})
    return said


def _answers(client: Client, asks: Sequence[Ask]) -> list[RawAnswer]:
    answers = dict(client.answer(asks))
    return [answers[place] for place in range(len(asks))]
