"""Asking the panel: passages in, agents' outputs and decisions out. All that reaches the model goes through
here; everything decided is decided by `decide`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.bias import (
    arbitrator,
    bias_agent,
    channel,
    counter,
    evidence_agent,
    framing_agent,
    verifier_agent,
)
from engine.bias.calibration import Calibration, zero_of
from engine.bias.consensus import route
from engine.bias.counter import accusers, counter_ask
from engine.bias.decide import decide
from engine.bias.decision import AgentName, Arbitration, Argument, Decision, Path, VerifierCheck
from engine.bias.evidence_store import EvidenceStore
from engine.bias.outputs import AgentOutputs, LikelihoodOutput
from engine.bias.policy import Policy, guardrails, read_by, reads_by_likelihood
from engine.bias.scoring import scorecard
from engine.bias.speech import speech_of
from engine.llm import Ask, Cancelled, ChatTemplate, Client, Usage
from engine.llm.messages import RawAnswer
from engine.text import Passage
from knowledge import Matcher

Stage = Literal["bias", "likelihood", "evidence", "framing", "debate", "verifier"]
"""Who is being asked: an agent, the accusers for their counterarguments or the arbitrator, the verifier."""


@dataclass(frozen=True)
class Examined:
    passage: Passage
    outputs: AgentOutputs
    decision: Decision
    usage: Usage


class Panel:
    """The agents of section 3.2, the reading by likelihood, the arbitrator and the verifier, on one loaded
    model. Its `calibration` counts under the default policy."""

    def __init__(
        self,
        client: Client,
        *,
        passes: int = 1,
        seed: int = 0,
        policy: Policy = "default",
        calibration: Calibration | None = None,
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
        self._calibration = calibration
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
            for passage, outputs in zip(group, self.ask(group, terms), strict=True):
                decision = self.decide(passage, outputs)
                yield Examined(passage, outputs, decision, self.spent())

    def spent(self) -> Usage:
        """What was asked of the model since this was called last."""
        usage, self._usage = self._usage, Usage()
        return usage

    def ask(
        self, passages: Sequence[Passage], terms: Matcher, *, complete: bool = False
    ) -> list[AgentOutputs]:
        """What the agents say of each passage. The BiasAgent and the reading by likelihood first; the others,
        blind to both, where no early exit is taken; then the accusers' counterarguments where a debate
        follows. `complete` asks all agents about every passage, an early exit or not.

        Raises like `examine`.
        """
        zero = self._zero("bias")
        asks = [bias_agent.asks(self.template, p, self._passes, self._seed, zero) for p in passages]
        panel = [
            AgentOutputs(
                bias=bias_agent.interpret(raws, p),
                evidence=None,
                framing=None,
                likelihood=self._read(p),
                speech=speech_of(p),
                one_sided=p.one_sided,
            )
            for p, raws in zip(passages, self._answers(asks, "bias"), strict=True)
        ]
        staying = [
            i for i, one in enumerate(panel) if complete or self._path(passages[i], one) != "early_exit"
        ]
        asks = [
            [
                evidence_agent.evidence_ask(self.template, passages[i], self._zero("evidence")),
                framing_agent.framing_ask(self.template, passages[i], self._zero("framing")),
            ]
            for i in staying
        ]
        for i, (evidence, framing) in zip(staying, self._answers(asks, "evidence", "framing"), strict=True):
            panel[i] = panel[i].model_copy(
                update={
                    "evidence": evidence_agent.interpret(evidence, passages[i], terms),
                    "framing": framing_agent.interpret(framing, passages[i]),
                }
            )
        debating = [i for i in staying if self._path(passages[i], panel[i]) == "C"]
        accusing = {i: accusers(panel[i]) for i in debating}
        asks = [[counter_ask(self.template, passages[i], agent) for agent in accusing[i]] for i in debating]
        for i, raws in zip(debating, self._answers(asks, "debate"), strict=True):
            panel[i] = counter.add(panel[i], dict(zip(accusing[i], raws, strict=True)))
        return panel

    def decide(self, passage: Passage, outputs: AgentOutputs) -> Decision:
        """The decision about what the agents said of the passage; raises like `examine`."""
        return decide(
            self.read(outputs),
            passage.text,
            guardrails=guardrails(self._policy),
            arbitrate=lambda arguments: self.arbitrate(passage, arguments),
            check=lambda: self.check(passage, guardrails(self._policy)),
        )

    def read(self, outputs: AgentOutputs) -> AgentOutputs:
        """The outputs as the policy reads them."""
        return read_by(self._policy, outputs, self._calibration)

    def arbitrate(self, passage: Passage, arguments: Sequence[Argument]) -> Arbitration:
        return arbitrator.interpret(
            self._answer(arbitrator.arbitrator_ask(self.template, passage, arguments), "debate")
        )

    def check(self, passage: Passage, guarded: bool) -> VerifierCheck:
        """The verifier's question; `guarded` asks for the case for neutral first."""
        return verifier_agent.interpret(
            self._answer(verifier_agent.verifier_ask(self.template, passage, guarded), "verifier"), guarded
        )

    def _zero(self, agent: AgentName) -> float:
        return zero_of(self._calibration, agent).zero if self._policy == "default" else 0.0

    def _read(self, passage: Passage) -> LikelihoodOutput | None:
        if not reads_by_likelihood(self._policy):
            return None
        self._asking("likelihood")
        output, usage = channel.read(self._client, self.template, passage, before=self._go_on)
        self._usage += usage
        return output

    def _path(self, passage: Passage, outputs: AgentOutputs) -> Path:
        read = self.read(outputs)
        return route(read, scorecard(read), EvidenceStore.collect(read, passage.text))[0]

    def _go_on(self) -> None:
        if self._stopped():  # a cancel between two jobs would reach neither
            raise Cancelled("stopped on request")

    def _answers(self, asks: Sequence[Sequence[Ask]], *stages: Stage) -> list[list[RawAnswer]]:
        """The answers to each list of asks, in its order; `stages` say who answers each ask of a list, the
        last of them all further ones."""
        self._go_on()
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
