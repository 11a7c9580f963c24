"""What is stored of one item: enough to compute every figure again without a model."""

from collections.abc import Mapping

from pydantic import JsonValue

from engine.bias.decision import Decision
from engine.bias.outputs import AgentOutputs, Record


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


class Result(Record):
    """One item, and the ruling of each configuration by its name."""

    id: str
    text: str
    label: str | None
    topic: str
    rulings: dict[str, Ruling]

    def with_rulings(self, more: Mapping[str, Ruling]) -> "Result":
        return self.model_copy(update={"rulings": self.rulings | dict(more)})
