"""Asking one loaded model about items, and ruling on them under every configuration.

All configurations of one policy decide what the same voices said, asked once. What a ruling needs beside
that, an arbitrator or a verifier, is asked once too, where the question is the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from engine.bias.calibration import Calibration
from engine.bias.decision import AgentName
from engine.bias.examine import Panel
from engine.bias.policy import Policy
from engine.evaluation.configurations import CONFIGURATIONS, Configuration
from engine.evaluation.drafts import Draft
from engine.evaluation.memory import Memory
from engine.evaluation.results import Asked, Heard, Result, Ruling, Spent, Voices, total
from engine.evaluation.ruling import rule
from engine.evaluation.voices import PASSES, speak
from engine.llm import Client
from engine.text import Passage
from knowledge import Matcher


@dataclass(frozen=True)
class Method:
    """What is the same for all items of a run."""

    configurations: tuple[str, ...]
    policy: Policy
    seed: int
    terms: Matcher

    def policies(self) -> list[Policy]:
        """Those under which the panel has to be asked."""
        return list(dict.fromkeys(self.policy_of(CONFIGURATIONS[name]) for name in self.configurations))

    def policy_of(self, configuration: Configuration) -> Policy:
        return configuration.policy or self.policy


class Evaluator:
    """One loaded model; `stopped` is looked at between two jobs, as a panel does."""

    def __init__(
        self,
        client: Client,
        method: Method,
        calibration: Calibration | None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._method = method
        self._calibration = calibration
        self._memory = Memory(client)
        self._panels = {
            policy: Panel(
                cast(Client, self._memory),
                passes=PASSES,
                seed=method.seed,
                policy=policy,
                calibration=calibration,
                stopped=stopped,
            )
            for policy in method.policies()
        }

    @property
    def width(self) -> int:
        """How many passages the model reads at a time."""
        return self._memory.info.width

    def ask(self, drafts: Sequence[Draft]) -> list[Asked]:
        """What the panel says about each of the items, all of it asked at once; raises as `Panel.ask`."""
        passages = [passage for draft in drafts for passage in draft.passages]
        said = {
            policy: iter(panel.ask(passages, self._method.terms, complete=True))
            for policy, panel in self._panels.items()
        }
        return [
            Asked(
                said={policy: [next(rest) for _ in draft.passages] for policy, rest in said.items()},
                spent={policy: self._deployed(panel, draft) for policy, panel in self._panels.items()},
            )
            for draft in drafts
        ]

    def hear(self, drafts: Sequence[Draft], voices: Sequence[AgentName]) -> list[Heard]:
        """What these voices alone say about each of the items; raises as `Panel.ask`."""
        found = []
        for draft in drafts:
            said: dict[Policy, tuple[Voices, ...]] = {}
            spent: dict[Policy, Spent] = {}
            for policy, panel in self._panels.items():
                bill = self._memory.bill()
                said[policy] = tuple(
                    self._voices(policy, panel, passage, voices) for passage in draft.passages
                )
                spent[policy] = bill.total
            texts = tuple(passage.text for passage in draft.passages)
            found.append(Heard(id=draft.item.id, texts=texts, said=said, spent=spent))
        return found

    def rule(self, draft: Draft, asked: Asked) -> tuple[Result, dict[str, Spent]]:
        """The item's rulings, and what each configuration spends alone, where that is known: without one of
        the voices, others might have had to answer more."""
        item = draft.item
        rulings: dict[str, Ruling] = {}
        spent: dict[str, Spent] = {}
        for name in self._method.configurations:
            configuration = CONFIGURATIONS[name]
            policy = self._method.policy_of(configuration)
            panel, bill = self._panels[policy], self._memory.bill()
            rulings[name] = rule(configuration, policy, panel, draft.passages, asked.said[policy])
            if configuration.whole:
                spent[name] = total([asked.spent[policy], bill.total])
            elif configuration.alone == "read":
                spent[name] = self._alone(panel, policy, draft.passages)
        result = Result(id=item.id, text=item.text, label=item.label, topic=item.topic, rulings=rulings)
        return result, spent

    def forget(self) -> None:
        """Other items follow."""
        self._memory.forget()

    def _deployed(self, panel: Panel, draft: Draft) -> Spent:
        """What asking costs where nothing is asked that the policy would skip; all of it is known by now."""
        bill = self._memory.bill()
        panel.ask(draft.passages, self._method.terms)
        return bill.total

    def _alone(self, panel: Panel, policy: Policy, passages: Sequence[Passage]) -> Spent:
        """What the BiasAgent's answers cost."""
        bill = self._memory.bill()
        for passage in passages:
            self._voices(policy, panel, passage, ["bias"])
        return bill.total

    def _voices(self, policy: Policy, panel: Panel, passage: Passage, voices: Sequence[AgentName]) -> Voices:
        return speak(
            voices,
            passage,
            client=cast(Client, self._memory),
            template=panel.template,
            terms=self._method.terms,
            seed=self._method.seed,
            policy=policy,
            calibration=self._calibration,
        )
