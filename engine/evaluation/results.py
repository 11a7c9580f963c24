"""What is stored of one item: enough to compute every figure again without a model."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from pydantic import JsonValue

from engine.bias.decision import AgentName, Decision
from engine.bias.outputs import (
    AgentOutputs,
    BiasOutput,
    EvidenceOutput,
    FramingOutput,
    LikelihoodOutput,
    Record,
)
from engine.bias.policy import Policy

VOICES: tuple[AgentName, ...] = get_args(AgentName)


class PassageResult(Record):
    """One examined passage. `outputs` are what the agents said, before the policy read them; `decision`
    holds the arguments as the policy read them."""

    text: str
    outputs: AgentOutputs
    decision: Decision


class Ruling(Record):
    """What one configuration made of one item. `verdict` and the keys of `probabilities` are classes of the
    task."""

    verdict: str
    probabilities: dict[str, float]
    passages: tuple[PassageResult, ...] = ()  # of the bias task
    detail: JsonValue = None  # what other tasks say


class Spent(Record):
    """What a ruling cost. Stored apart: a prefix that is still in memory, or the width of a batch, changes
    the tokens of an item, and the machine its seconds, but neither changes what was said."""

    seconds: float
    usage: dict[str, int]  # tokens by kind


def total(spent: Iterable[Spent]) -> Spent:
    seconds, usage = 0.0, Counter[str]()
    for one in spent:
        seconds += one.seconds
        usage.update(one.usage)
    return Spent(seconds=seconds, usage=dict(usage))


class Voices(Record):
    """What those voices of a panel said about a passage that one model speaks with."""

    bias: BiasOutput | None = None
    evidence: EvidenceOutput | None = None
    framing: FramingOutput | None = None
    likelihood: LikelihoodOutput | None = None


class Heard(Record):
    """What one model of several said about an item, kept until the others have spoken: by the policy under
    which it was asked, about each passage of `texts`."""

    id: str
    texts: tuple[str, ...]
    said: dict[Policy, tuple[Voices, ...]]
    spent: dict[Policy, Spent]


@dataclass(frozen=True)
class Asked:
    """What the panel said about an item: by the policy under which it was asked, about each passage; and what
    that cost where nothing is asked that the policy would skip."""

    said: Mapping[Policy, Sequence[AgentOutputs]]
    spent: Mapping[Policy, Spent]


class Result(Record):
    """One item, and the ruling of each configuration by its name."""

    id: str
    text: str
    label: str | None
    topic: str
    rulings: dict[str, Ruling]

    def with_rulings(self, more: Mapping[str, Ruling]) -> "Result":
        return self.model_copy(update={"rulings": self.rulings | dict(more)})
