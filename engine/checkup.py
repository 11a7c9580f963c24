"""A model's check-up on this machine: how fast it is, what it takes, and whether its results depend on how
they were computed.

Everything is asked through the public client, as a check of a draft asks it; answers, their probabilities
and scores are compared to the last bit.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import psutil

from engine.llm import (
    Answer,
    Ask,
    Cancelled,
    ChatTemplate,
    Choice,
    Client,
    ModelInfo,
    Part,
    Quote,
    Settings,
    Usage,
    prompt,
)
from engine.llm.answers import longest
from engine.llm.grammar import grammar
from engine.llm.messages import Prompt, Segment, Step
from models.checkups import Checkup, Determinism

SYSTEM = "You are an editor who reads news copy for slanted wording."
INSTRUCTIONS = (
    "Read the passage as its first reader would. Wording is slanted when it takes a side, sneers, flatters "
    "or alarms where a plain word would do. It is neutral when the other side could have written it.\n"
)
PASSAGES = (
    "The reckless council rammed a disastrous budget through and shut the doors on anyone who asked why.",
    "The library opens at nine on weekdays and at ten on Saturdays, according to its website.",
    "Greedy landlords are bleeding honest tenants dry while the mayor looks the other way.",
    "Officials said the bridge would close for repairs in May and open again before the school year.",
)
CONTINUATION = "Nobody had expected the vote to be so close, and both sides claimed to have won it."
PREFILL_TOKENS = 320  # about; more than one compute step of llama.cpp
GENERATED = 120  # characters of the answer by which generation is timed
LEAST_SECONDS = 0.001  # that a difference of two measured times can be told from noise
CANCEL_AFTER = 0.3  # seconds that a job has been running when it is cancelled


class Verdict(Answer):
    surface = "{claim}: {quote}\n"
    claim: Annotated[str, Choice({"slanted": "biased", "neutral": "neutral", "unclear": "uncertain"})]
    quote: Annotated[str, Quote()]


Outcome = tuple[bytes, tuple[Step, ...]]
"""What an answer says, and the probabilities it was chosen by."""


def check_up(
    model: Path,
    sha256: str,
    machine: str,
    *,
    threads: int = 0,
    say: Callable[[str], None] = lambda _sentence: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Checkup:
    """Loads the model, which has that SHA-256, and measures it; loads it again where threads can be compared.
    `threads` 0 leaves their number to the machine. Takes from seconds to many minutes for a large model.

    Raises:
        Cancelled: `stopped` said so.
        ModelUnusable: the file can't be loaded or is no chat model, or memory is short.
        EngineFailed: the inference process failed for good.
    """
    settings = Settings(threads=threads)
    say(f"Loading {model.name}")
    started = time.perf_counter()
    with Client(model, settings, say, stopped) as client:
        load_seconds = time.perf_counter() - started
        info = client.info
        say("Computing the same in different ways")
        reference, determinism = compare(client)
        say("Measuring speed, memory and how fast it stops")
        prefill, generation = _prefill(client), _generation(client)
        assert client.worker_pid is not None
        resident = int(psutil.Process(client.worker_pid).memory_info().rss)
        cancel_seconds = _cancel_seconds(client)
    if (psutil.cpu_count() or 1) > 1:
        other = 1 if info.threads > 1 else 2
        say(f"Loading it again, with {other} {'thread' if other == 1 else 'threads'}")
        with Client(model, replace(settings, threads=other), say, stopped) as client:
            alike = _each(client, asks(info)) == reference
        determinism = determinism.model_copy(update={"threads": alike})
    return Checkup(
        file=model.name,
        sha256=sha256,
        machine=machine,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        evenhand=version("evenhand"),
        llama_cpp=info.llama_cpp,
        backend=info.backend,
        threads=info.threads,
        context=info.context,
        schedule=info.schedule,
        load_seconds=round(load_seconds, 2),
        prefill=round(prefill, 1),
        generation=round(generation, 1),
        resident=resident,
        cancel_seconds=round(cancel_seconds, 3),
        determinism=determinism,
    )


def compare(client: Client) -> tuple[tuple[Outcome, ...], Determinism]:
    """The answers of `asks`, each for itself, and what computing them otherwise changes; threads are left
    open. `client` must be fresh, with nothing kept in its memory."""
    questions, parted = asks(client.info), cuts(client.info)
    fresh = _score(client, parted.in_parts)
    kept = _score(client, parted.in_parts)
    reference = _each(client, questions)
    again = _each(client, questions)
    among_others = _score(client, parted.in_parts)
    together = _together(client, questions) if client.info.width > 1 else None
    return reference, Determinism(
        splitting=_score(client, parted.whole) == fresh,
        token_by_token=_score(client, parted.word_by_word) == fresh,
        batching=None if together is None else together == reference,
        others=among_others == fresh,
        caching=kept == fresh and again == reference,
        threads=None,
    )


def asks(info: ModelInfo) -> tuple[Ask, ...]:
    """A typed question about each of `PASSAGES`."""
    template = ChatTemplate(info)
    return tuple(
        Ask(_reading(template, passage), grammar(Verdict, passage), longest(Verdict)) for passage in PASSAGES
    )


@dataclass(frozen=True)
class Cuts:
    """One prompt, token for token, whose segments are decoded in one call, in a few, or word by word."""

    whole: Prompt
    in_parts: Prompt
    word_by_word: Prompt


def cuts(info: ModelInfo) -> Cuts:
    words = [Part("passage", f" {word}", trusted=False) for word in PASSAGES[0].split()]
    parts = [Part("prefix", INSTRUCTIONS), *words, Part("question", "\nGo on.")]
    in_parts = prompt(ChatTemplate(info), SYSTEM, parts)
    # Pieces are tokenized one by one, so the tokens are the same wherever the segments end.
    pieces = tuple(piece for segment in in_parts for piece in segment.pieces)
    word_by_word = tuple(Segment("question", (piece,)) for piece in pieces)
    return Cuts((Segment("question", pieces),), in_parts, word_by_word)


def _reading(template: ChatTemplate, passage: str) -> Prompt:
    parts = [
        Part("prefix", INSTRUCTIONS),
        Part("passage", passage, trusted=False),
        Part("question", "\nIs it slanted, neutral or unclear? Quote its most telling words."),
    ]
    return prompt(template, SYSTEM, parts)


def _score(client: Client, head: Prompt) -> tuple[float, ...]:
    return client.score(head, CONTINUATION).logprobs


def _each(client: Client, questions: Sequence[Ask]) -> tuple[Outcome, ...]:
    return tuple(_together(client, [ask])[0] for ask in questions)


def _together(client: Client, questions: Sequence[Ask]) -> tuple[Outcome, ...]:
    found = dict(client.answer(questions))
    return tuple((found[index].text, found[index].steps) for index in range(len(questions)))


def _prefill(client: Client) -> float:
    """Tokens a second of reading: what a new prompt takes more than the same one kept."""
    lines = " ".join(PASSAGES)
    copies = -(-PREFILL_TOKENS // client.count_tokens([lines])[0])
    text = "\n".join(f"{number}. {lines}" for number in range(1, copies + 1))
    ask = replace(asks(client.info)[0], prompt=_reading(ChatTemplate(client.info), text))
    (fresh, longer), (kept, shorter) = _timed(client, ask), _timed(client, ask)
    return (fresh.decoded - kept.decoded) / max(longer - shorter, LEAST_SECONDS)


def _generation(client: Client) -> float:
    """Tokens a second of writing: what a long answer takes more than a short one after the same prompt."""
    read = asks(client.info)[0].prompt
    short, shorter = _timed(client, Ask(read, "start: /[a-z]/", 8))
    long, longer = _timed(client, Ask(read, f"start: /[a-z][a-z ]{{{GENERATED}}}/", GENERATED + 8))
    return (long.decoded - short.decoded) / max(longer - shorter, LEAST_SECONDS)


def _timed(client: Client, ask: Ask) -> tuple[Usage, float]:
    """With the seconds that it took."""
    started = time.perf_counter()
    [(_, answer)] = client.answer([ask])
    return answer.usage, time.perf_counter() - started


def _cancel_seconds(client: Client) -> float:
    """From the request to stop to the end of the job, the longer of writing and reading; 0 where both ended
    before the request."""
    endless = Ask(asks(client.info)[0].prompt, "start: /[a-z][a-z ]{1998}[a-z]/", 2000)
    head = cuts(client.info).in_parts
    room = client.info.context - 600  # tokens; the prompt takes far less than 600
    text = CONTINUATION * (room // (client.count_tokens([CONTINUATION])[0] + 1))
    with _cancelled(client) as writing:
        list(client.answer([endless]))
    with _cancelled(client) as reading:
        client.score(head, text)
    return max([*writing, *reading], default=0.0)


@contextmanager
def _cancelled(client: Client) -> Iterator[list[float]]:
    """Cancels what runs in it after a moment; what it gives then holds how many seconds that took, nothing
    where the job was over before."""
    asked: list[float] = []
    took: list[float] = []

    def cancel() -> None:
        asked.append(time.perf_counter())
        client.cancel()

    timer = threading.Timer(CANCEL_AFTER, cancel)
    timer.start()
    try:
        yield took
    except Cancelled:
        if not asked:  # a person ended the whole check-up
            raise
        took.append(time.perf_counter() - asked[0])
    finally:
        timer.cancel()
        timer.join()
