"""The same asks give the same bytes and the same probabilities, however they are run."""

from dataclasses import replace

import pytest

from engine.llm import Ask, Client, Sampling, Settings
from tests.engine.llm.asking import PASSAGES, Reason, Verdict, ask


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


def test_an_answer_does_not_depend_on_others_that_end_before_it(client):
    """What they leave free in memory must not be filled with its tokens: they would be added up in another
    order there."""
    long = ask(client.info, PASSAGES[0], Reason, sampling=Sampling(1.0, 99))
    long = replace(long, grammar="start: /[a-z ]{60}/")
    short = replace(ask(client.info, PASSAGES[1]), grammar='start: "Yes" | "No"')
    alone = outcomes(client, [long])[0]
    for asks in ([short, long], [short] * 4 + [long], [short, short, long, short, short]):
        assert outcomes(client, asks)[asks.index(long)] == alone


def test_scores_do_not_depend_on_answers(client):
    prompt = ask(client.info, PASSAGES[2]).prompt
    before = client.score(prompt, "Nobody had asked them.").logprobs
    list(client.answer([ask(client.info, passage) for passage in PASSAGES]))
    assert client.score(prompt, "Nobody had asked them.").logprobs == before


def test_asks_that_fit_only_one_by_one(test_model, client):
    """Together they would overflow the context, with what is kept, with their last segments or only while
    they grow: each is answered as if it were alone."""

    def line(passage: str, question: str) -> Ask:
        one = ask(client.info, passage, Reason, question=question)
        return replace(one, grammar="start: /[a-z ]{30}/", max_tokens=31)

    starts = ("One", "Two", "Six")
    kept = [line(f"{start} " + "the harbor was closed again. " * 11, "\nWhy?") for start in starts]
    pending = [line("A draft.", f"\n{start} " + "the harbor was closed again. " * 10) for start in starts]
    growing = [line("A draft.", f"\n{start} " + "the harbor was closed again. " * 6) for start in starts]
    alone = [outcomes(client, [one])[0] for one in kept + pending + growing]
    with Client(test_model, Settings(context=256)) as small:
        assert small.info.context == 256
        found = [outcomes(small, group) for group in (kept, pending, growing)]
    assert [group[index] for group in found for index in range(3)] == alone
