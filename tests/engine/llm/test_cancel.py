import signal
import threading
import time
from contextlib import contextmanager
from dataclasses import replace

import pytest

from engine.llm import Cancelled
from tests.engine.llm.asking import PASSAGE, PASSAGES, ask, endless

SOON = 1.0  # seconds; half a second is promised, test machines are shared


@pytest.fixture
def works(client):
    """The client answers as ever afterwards, in the process it had before: the job ended on being asked."""
    pid = client.worker_pid
    before = [answer.text for _, answer in client.answer([ask(client.info, PASSAGE)])]
    yield
    assert [answer.text for _, answer in client.answer([ask(client.info, PASSAGE)])] == before
    assert client.worker_pid == pid


@contextmanager
def cancelled_soon(cancel, after: float):
    """`cancel` is called from another thread after some seconds; what is run then ends soon, cancelled."""
    called: list[float] = []

    def call() -> None:
        called.append(time.monotonic())
        cancel()

    timer = threading.Timer(after, call)
    timer.start()
    try:
        with pytest.raises(Cancelled):
            yield
        assert time.monotonic() - called[0] < SOON
    finally:
        timer.cancel()
        timer.join()


def test_during_generation(client, works):
    with cancelled_soon(client.cancel, 0.5):
        list(client.answer([endless(client.info), ask(client.info, PASSAGES[1])]))


def test_during_a_long_prefill(client, works):
    with cancelled_soon(client.cancel, 0.5):
        list(client.answer([ask(client.info, "One more word. " * 850)]))
    with cancelled_soon(client.cancel, 0.3):
        client.score(ask(client.info, PASSAGE).prompt, "One more word. " * 850)


def test_from_a_signal_handler(client, works):
    before = signal.signal(signal.SIGINT, lambda _number, _frame: client.cancel())
    try:
        with cancelled_soon(lambda: signal.raise_signal(signal.SIGINT), 0.5):
            list(client.answer([endless(client.info)]))
    finally:
        signal.signal(signal.SIGINT, before)


def test_without_a_job_nothing_happens(client, works):
    client.cancel()
    assert len(list(client.answer([ask(client.info, PASSAGE)]))) == 1
    client.cancel()
    assert client.count_tokens(["a"]) == (1,)


def test_between_two_answers(client, works):
    answers = client.answer([ask(client.info, PASSAGE), endless(client.info)])
    assert next(answers)[0] == 0
    client.cancel()
    with pytest.raises(Cancelled):
        next(answers)


def test_leaving_early_stops_the_rest(client, works):
    started = time.monotonic()
    for index, _ in client.answer([ask(client.info, PASSAGE), endless(client.info)]):
        assert index == 0
        left = time.monotonic()
        break
    assert time.monotonic() - left < SOON
    list(client.answer([ask(client.info, PASSAGE)]))
    assert time.monotonic() - started < 5  # the rest takes longer than that


def test_a_job_begun_while_another_is_open_takes_its_place(client, works):
    open_one = client.answer([ask(client.info, PASSAGE), endless(client.info)])
    next(open_one)
    assert len(list(client.answer([ask(client.info, PASSAGES[1])]))) == 1
    with pytest.raises(Cancelled):
        next(open_one)


def test_no_sequence_is_lost(client, works):
    """More interrupted jobs than there are sequences."""
    quick = replace(ask(client.info, PASSAGE), grammar='start: "Yes" | "No"')
    for _ in range(22):
        next(client.answer([quick, *[endless(client.info)] * 3]))
