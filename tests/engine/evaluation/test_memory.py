"""The memory in front of the real test model: nothing is asked twice, and each pays for what it asks."""

import pytest

from engine.bias import bias_agent, evidence_agent
from engine.evaluation.memory import Memory
from engine.llm import ChatTemplate
from engine.text import read_bytes, split

TEXT = "The vote was 5-4."


class Counting:
    """A client that counts what reaches the model."""

    def __init__(self, client):
        self._client, self.asked, self.scored = client, [], []

    def __getattr__(self, name):
        return getattr(self._client, name)

    def answer(self, asks):
        self.asked += asks
        yield from self._client.answer(asks)

    def score(self, prompt, text):
        self.scored.append((prompt, text))
        return self._client.score(prompt, text)


@pytest.fixture
def counting(remembering):
    return Counting(remembering)


@pytest.fixture(scope="module")
def asks(client):
    template = ChatTemplate(client.info)
    [passage] = split(read_bytes(TEXT.encode(), "a.txt"), "passage")
    return [*bias_agent.asks(template, passage, 1, 0), evidence_agent.evidence_ask(template, passage)]


def test_a_question_reaches_the_model_once(counting, asks):
    memory = Memory(counting)
    first = dict(memory.answer([asks[0], asks[0]]))
    assert first[0] is first[1]
    both = dict(memory.answer([asks[1], asks[0]]))
    assert both[1] is first[0] and both[0] is not first[0]
    assert counting.asked == asks
    assert dict(counting.answer([asks[1]]))[0] == both[0]
    memory.forget()
    list(memory.answer(asks))
    assert counting.asked == [*asks, asks[1], *asks]


def test_a_text_is_scored_once(counting, asks):
    memory = Memory(counting)
    once = memory.score(asks[0].prompt, TEXT)
    assert memory.score(asks[0].prompt, TEXT) is once
    assert memory.score(asks[0].prompt, "No.") != once
    assert len(counting.scored) == 2


def test_a_bill_holds_each_question_once_whoever_asked_it_first(counting, asks):
    memory = Memory(counting)
    before = memory.bill()
    answers = dict(memory.answer(asks))
    bill = memory.bill()
    list(memory.answer([asks[0], asks[0]]))
    usage = vars(answers[0].usage)
    assert bill.total.usage == {kind: count for kind, count in usage.items() if kind != "milliseconds"}
    assert 0.0 <= bill.total.seconds <= before.total.seconds
    assert before.total.usage["sampled"] == sum(answer.usage.sampled for answer in answers.values())
    assert memory.bill().total.usage["prompt"] == 0
