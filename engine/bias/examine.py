"""Asking the panel: passages in, agents' outputs and decisions out. All that reaches the model goes through
here; everything decided is decided by `decide`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.bias import arbitrator, bias_agent, counter, evidence_agent, framing_agent, verifier_agent
from engine.bias.consensus import route
from engine.bias.decide import decide
from engine.bias.decision import AgentName, Arbitration, Argument, Decision, VerifierCheck
from engine.bias.evidence_store import EvidenceStore
from engine.bias.outputs import AgentOutputs
from engine.bias.passes import early_exit
from engine.bias.policy import Policy, guardrails, read_by
from engine.bias.scoring import scorecard
from engine.llm import Ask, ChatTemplate, Client, Usage
from engine.llm.messages import RawAnswer
from engine.text import Passage


@dataclass(frozen=True)
class Examined:
    passage: Passage
    outputs: AgentOutputs
    decision: Decision
    usage: Usage


class Panel:
    """The agents of section 3.2, the arbitrator and the verifier on one loaded model."""

    def __init__(self, client: Client, *, passes: int = 1, seed: int = 0, policy: Policy = "default") -> None:
        self._client = client
        self._template = ChatTemplate(client.info)
        self._passes = passes
        self._seed = seed
        self._policy: Policy = policy
        self._usage = Usage()

    @property
    def template(self) -> ChatTemplate:
        return self._template

    def examine(self, passages: Sequence[Passage]) -> Iterator[Examined]:
        """Passages in order, several at a time where the model's schedule allows.

        Raises:
            DoesNotFit: a passage is too long for the model's context.
            Cancelled, EngineFailed: as the client says.
        """
        width = self._client.info.width
        for start in range(0, len(passages), width):
            group = passages[start : start + width]
            self._usage = Usage()
            outputs = self._ask_panel(group)
            decided = [
                (passage, output, self._decide(passage, output))
                for passage, output in zip(group, outputs, strict=True)
            ]
            for passage, output, decision in decided:
                yield Examined(passage, output, decision, self._usage)
                self._usage = Usage()

    def _ask_panel(self, passages: Sequence[Passage]) -> list[AgentOutputs]:
        asked = self._answers([bias_agent.asks(self._template, p, self._passes, self._seed) for p in passages])
        first = [bias_agent.interpret(raws, p) for p, raws in zip(passages, asked, strict=True)]
        going_on = [i for i, output in enumerate(first) if not early_exit(self._read(AgentOutputs(bias=output, evidence=None, framing=None)).bias)]
        ...
