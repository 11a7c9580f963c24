"""Asking the panel: passages in, agents' outputs and decisions out. All that reaches the model goes through
here; everything decided is decided by `decide`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.bias import arbitrator, bias_agent, counter, evidence_agent, framing_agent, verifier_agent
from engine.bias.consensus import route
from engine.bias.counter import accusers, counter_ask
from engine.bias.decide import decide
from engine.bias.decision import Arbitration, Argument, Decision, Path, VerifierCheck
from engine.bias.evidence_store import EvidenceStore
from engine.bias.outputs import AgentOutputs
from engine.bias.passes import early_exit
from engine.bias.policy import Policy, guardrails, read_by
from engine.bias.scoring import scorecard
from engine.llm import Ask, Cancelled, ChatTemplate, Client, Usage
from engine.llm.messages import RawAnswer
from engine.text import Passage
from knowledge import Matcher

Stage = Literal["bias", "evidence", "framing", "debate", "verifier"]
"""Who is being asked: an agent, the accusers for their counterarguments or the arbitrator, the verifier."""


@dataclass(frozen=True)
class Examined:
    passage: Passage
    outputs: AgentOutputs
    decision: Decision
    usage: Usage


class Panel:
    """The agents of section 3.2, the arbitrator and the verifier on one loaded model."""

    def __init__(
        self,
        client: Client,
        *,
        passes: int = 1,
        seed: int = 0,
        policy: Policy = "default",
        stopped: Callable[[], bool] = lambda: False,
        asking: Callable[[Stage], None] = lambda _stage: None,
    ) -> None:
        self._client = client
        self._stopped = stopped
        self._asking = asking
        self.template = ChatTemplate(client.info)
        self._passes = passes
        self._seed = seed
        self._policy: Policy = policy
        self._usage = Usage()

    def examine(self, passages: Sequence[Passage], terms: Matcher) -> Iterator[Examined]:
        """Passages in order, several at a time where the model's schedule allows; the usage of a group is
        told with its first. `terms` finds lexicon and protected terms.

        Raises:
            DoesNotFit: a passage is too long for the model's context.
            Cancelled, EngineFailed: as the client says.
        """
        width = self._client.info.width
        for start in range(0, len(passages), width):
            group = passages[start : start + width]
            panel = self._ask_panel(group, terms)
            for passage, outputs in zip(group, panel, strict=True):
                decision = self._decide(passage, outputs)
                usage, self._usage = self._usage, Usage()
                yield Examined(passage, outputs, decision, usage)

    def _ask_panel(self, passages: Sequence[Passage], terms: Matcher) -> list[AgentOutputs]:
        """The BiasAgent first; the others, blind to its answer, where no early exit is taken; then the
        accusers' counterarguments where a debate follows."""
        asks = [bias_agent.asks(self.template, p, self._passes, self._seed) for p in passages]
        panel = [
            AgentOutputs(bias=bias_agent.interpret(raws, p), evidence=None, framing=None)
            for p, raws in zip(passages, self._answers(asks, "bias"), strict=True)
        ]
        staying = [i for i, one in enumerate(panel) if not early_exit(read_by(self._policy, one).bias)]
        asks = [
            [
                evidence_agent.evidence_ask(self.template, passages[i]),
                framing_agent.framing_ask(self.template, passages[i]),
            ]
            for i in staying
        ]
        for i, (evidence, framing) in zip(staying, self._answers(asks, "evidence", "framing"), strict=True):
            panel[i] = AgentOutputs(
                bias=panel[i].bias,
                evidence=evidence_agent.interpret(evidence, passages[i], terms),
                framing=framing_agent.interpret(framing, passages[i]),
            )
        debating = [i for i in staying if self._path(passages[i], panel[i]) == "C"]
        accusing = {i: accusers(panel[i]) for i in debating}
        asks = [[counter_ask(self.template, passages[i], agent) for agent in accusing[i]] for i in debating]
        for i, raws in zip(debating, self._answers(asks, "debate"), strict=True):
            panel[i] = counter.add(panel[i], dict(zip(accusing[i], raws, strict=True)))
        return panel

    def _path(self, passage: Passage, outputs: AgentOutputs) -> Path:
        read = read_by(self._policy, outputs)
        return route(read, scorecard(read), EvidenceStore.collect(read, passage.text))[0]

    def _decide(self, passage: Passage, outputs: AgentOutputs) -> Decision:
        def arbitrate(arguments: Sequence[Argument]) -> Arbitration:
            return arbitrator.interpret(
                self._answer(arbitrator.arbitrator_ask(self.template, passage, arguments), "debate")
            )

        def check() -> VerifierCheck:
            guarded = guardrails(self._policy)
            return verifier_agent.interpret(
                self._answer(verifier_agent.verifier_ask(self.template, passage, guarded), "verifier"),
                guarded,
            )

        return decide(
            read_by(self._policy, outputs),
            passage.text,
            guardrails=guardrails(self._policy),
            arbitrate=arbitrate,
            check=check,
        )

    def _answers(self, asks: Sequence[Sequence[Ask]], *stages: Stage) -> list[list[RawAnswer]]:
        """The answers to each list of asks, in its order; `stages` say who answers each ask of a list, the
        last of them all further ones."""
        if self._stopped():  # a cancel between two jobs would reach neither
            raise Cancelled("stopped on request")
        flat = [ask for group in asks for ask in group]
        asked = [stages[min(i, len(stages) - 1)] for group in asks for i in range(len(group))]
        answers: dict[int, RawAnswer] = {}
        if flat:
            self._asking(asked[0])
        for index, answer in self._client.answer(flat):
            answers[index] = answer
            self._usage += answer.usage
            if waiting := next((i for i in range(len(flat)) if i not in answers), 0):
                self._asking(asked[waiting])
        in_order = iter([answers[i] for i in range(len(flat))])
        return [[next(in_order) for _ in group] for group in asks]

    def _answer(self, ask: Ask, stage: Stage) -> RawAnswer:
        return self._answers([[ask]], stage)[0][0]
