"""The same asks give the same bytes and the same probabilities, however they are run."""

from dataclasses import replace

import pytest

from engine.llm import Client, Sampling, Settings
from tests.engine.llm.asking import PASSAGES, Reason, Verdict, ask, endless


def outcomes(client: Client, asks) -> dict[int, tuple]:
    return {index: (answer.text, answer.steps) for index, answer in client.answer(asks)}


@pytest.fixture(scope="module")
def asks(client):
    hot = Sampling(1.0, 99)
    return [ask(client.info, passage, Verdict) for passage in PASSAGES] + [
        ask(client.info, passage, Reason, sampling=hot) for passage in PASSAGES[:2]
    ]


def test_schedule_threads_and_memory_do_not_matter(test_model, client, asks):
    """Another process with one thread, one ask after the other in reverse, nothing kept, against batches of
    four, first as it comes and then with all prefixes kept."""
    assert (client.info.schedule, client.info.width) == ("independent", 4)
    together = outcomes(client, asks)
    assert outcomes(client, asks) == together
    assert len(set(together.values())) > 2
    with Client(test_model, Settings(threads=1, width=1)) as other:
        assert (other.info.threads, other.info.width) == (1, 1)
        alone = {index: outcomes(other, [asks[index]])[0] for index in reversed(range(len(asks)))}
    assert alone == together


def test_order_does_not_matter(client, asks):
    count = len(asks)
    reverse = outcomes(client, asks[::-1])
    assert {count - 1 - index: outcome for index, outcome in reverse.items()} == outcomes(client, asks)


def test_asks_that_fit_only_one_by_one(test_model, client):
    """Several together would overflow the context: each is answered as if it were alone."""
    long = [
        f"{start} " + "the harbor was closed again today. " * 12 for start in ("One", "Two", "Red", "Six")
    ]
    questions = [ask(client.info, passage, Reason) for passage in long]
    wide = [ask(client.info, "A.", Reason, question="\n" + passage) for passage in long]
    growing = [
        replace(endless(client.info, p), grammar="start: /[a-z ]{180}/", max_tokens=180) for p in PASSAGES
    ]
    alone = [outcomes(client, [one])[0] for one in questions + wide + growing]
    with Client(test_model, Settings(context=256)) as small:
        assert small.info.context == 256
        found = [outcomes(small, group) for group in (questions, wide, growing)]
    assert [group[index] for group in found for index in range(4)] == alone
