"""A client that asks its model nothing twice, so that configurations share what they have in common."""

import time
from collections.abc import Iterator, Sequence

from engine.evaluation.results import Spent
from engine.llm import Ask, Client, ModelInfo, Scored, Usage
from engine.llm.messages import Prompt, RawAnswer

Question = Ask | tuple[Prompt, str]
Spending = tuple[float, Usage]  # seconds, tokens by kind


class Memory:
    """A client for a panel, on top of a real one; raises as that does.

    What an answer cost is known as long as the answer is, and is billed to whoever asks: a configuration pays
    for what it would have asked alone. Tokens that were in memory already count as kept.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._answers: dict[Question, RawAnswer | Scored] = {}
        self._cost: dict[Question, Spending] = {}
        self._bill: dict[Question, Spending] = {}

    @property
    def info(self) -> ModelInfo:
        return self._client.info

    def count_tokens(self, texts: Sequence[str]) -> tuple[int, ...]:
        return self._client.count_tokens(texts)

    def answer(self, asks: Sequence[Ask]) -> Iterator[tuple[int, RawAnswer]]:
        """The answers in the order of their asks."""
        new = list(dict.fromkeys(ask for ask in asks if ask not in self._answers))
        started = time.perf_counter()
        answers = {new[index]: answer for index, answer in self._client.answer(new)} if new else {}
        seconds = time.perf_counter() - started
        # Answers that grew at once took their time together.
        busy = sum(answer.usage.milliseconds for answer in answers.values()) or 1
        for ask, answer in answers.items():
            self._learn(ask, answer, seconds * answer.usage.milliseconds / busy)
        for index, ask in enumerate(asks):
            found = self._recall(ask)
            assert isinstance(found, RawAnswer)
            yield index, found

    def score(self, prompt: Prompt, text: str) -> Scored:
        question = (prompt, text)
        if question not in self._answers:
            started = time.perf_counter()
            scored = self._client.score(prompt, text)
            self._learn(question, scored, time.perf_counter() - started)
        found = self._recall(question)
        assert isinstance(found, Scored)
        return found

    def forget(self) -> None:
        """What is known is of no use any more: other passages follow."""
        self._answers.clear()
        self._cost.clear()

    def bill(self) -> "Bill":
        """What is asked from here on, until the next bill, known or not; each question once."""
        self._bill = {}
        return Bill(self._bill)

    def _learn(self, question: Question, answer: RawAnswer | Scored, seconds: float) -> None:
        self._answers[question] = answer
        self._cost[question] = (seconds, answer.usage)

    def _recall(self, question: Question) -> RawAnswer | Scored:
        self._bill[question] = self._cost[question]
        return self._answers[question]


class Bill:
    def __init__(self, entries: dict[Question, Spending]) -> None:
        self._entries = entries

    @property
    def total(self) -> Spent:
        usage = sum((usage for _, usage in self._entries.values()), Usage())
        seconds = sum(seconds for seconds, _ in self._entries.values())
        tokens = {kind: count for kind, count in vars(usage).items() if kind != "milliseconds"}
        return Spent(seconds=seconds, usage=tokens)
