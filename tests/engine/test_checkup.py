"""The check-up of a real model; how its parts are told apart is tested on answers that are made to differ."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import psutil
import pytest

from engine.checkup import CONTINUATION, asks, check_up, compare, cuts
from engine.llm import Ask, Cancelled, Client, Scored
from engine.llm.messages import Prompt, RawAnswer
from models import checkups, hardware
from models.checkups import Checkup


@pytest.fixture(scope="module")
def said() -> list[str]:
    return []


@pytest.fixture(scope="module")
def checkup(test_model: Path, said: list[str]) -> Checkup:
    return check_up(test_model, "a" * 64, hardware.identity(), say=said.append)


def test_the_test_model_depends_on_nothing(checkup: Checkup) -> None:
    """As measured for Q4_1 with flash attention and a q8_0 cache."""
    assert checkup.schedule == "independent"
    found = checkup.determinism
    assert (found.splitting, found.token_by_token, found.batching) == (True, True, True)
    assert (found.others, found.caching) == (True, True)
    assert found.threads is (True if (psutil.cpu_count() or 1) > 1 else None)
    assert checkup.sound


def test_what_was_measured_is_plausible(checkup: Checkup, test_model: Path) -> None:
    assert 1 < checkup.generation < 100_000
    assert 1 < checkup.prefill < 1_000_000
    assert test_model.stat().st_size / 2 < checkup.resident < 50 * test_model.stat().st_size
    assert 0 < checkup.cancel_seconds < 1
    assert 0 < checkup.load_seconds < 300


def test_it_says_what_it_was_made_on(checkup: Checkup, test_model: Path, client: Client) -> None:
    assert (checkup.file, checkup.sha256) == (test_model.name, "a" * 64)
    assert checkup.machine == hardware.identity()
    assert (checkup.llama_cpp, checkup.backend) == (client.info.llama_cpp, client.info.backend)


def test_it_tells_what_it_does(checkup: Checkup, said: list[str], test_model: Path) -> None:
    assert said[0] == f"Loading {test_model.name}"
    assert len(said) == 4 if (psutil.cpu_count() or 1) > 1 else 3


def test_it_can_be_kept(checkup: Checkup, tmp_path: Path, test_model: Path) -> None:
    checkups.save(tmp_path, test_model, checkup)
    assert checkups.of(tmp_path, test_model, "a" * 64, hardware.identity()) == checkup


@pytest.mark.parametrize("when", ["Loading", "Computing", "Measuring"])
def test_it_can_be_stopped_at_any_time(test_model: Path, when: str) -> None:
    said: list[str] = []
    with pytest.raises(Cancelled):
        check_up(
            test_model,
            "0" * 64,
            "a machine",
            say=said.append,
            stopped=lambda: any(sentence.startswith(when) for sentence in said),
        )
    assert said[-1].startswith(when)


def test_the_cuts_are_of_one_prompt_and_kept_prefixes_are_used(client: Client) -> None:
    """Or equal scores would show nothing."""
    three = cuts(client.info)
    ways = (three.whole, three.in_parts, three.word_by_word)
    scored = [(client.score(way, CONTINUATION).usage, client.score(way, CONTINUATION).usage) for way in ways]
    assert len({usage.prompt for twice in scored for usage in twice}) == 1
    assert len({len(way) for way in ways}) == 3
    assert [again.kept > 0 for _, again in scored] == [False, True, True]
    assert len({ask.prompt for ask in asks(client.info)}) == len(asks(client.info)) >= client.info.width


class Remembered:
    """What the real client answered, asked once: a comparison of seven cases would take minutes."""

    def __init__(self, client: Client) -> None:
        self.info = client.info
        self._client = client
        self._scores: dict[Prompt, Scored] = {}
        self._answers: dict[Ask, RawAnswer] = {}

    def score(self, prompt: Prompt, text: str) -> Scored:
        if prompt not in self._scores:
            self._scores[prompt] = self._client.score(prompt, text)
        return self._scores[prompt]

    def answer(self, questions: Sequence[Ask]) -> Iterator[tuple[int, RawAnswer]]:
        new = [ask for ask in questions if ask not in self._answers]
        self._answers |= {new[index]: answer for index, answer in self._client.answer(new)}
        yield from ((index, self._answers[ask]) for index, ask in enumerate(questions))


@pytest.fixture(scope="module")
def remembered(client: Client) -> Remembered:
    return Remembered(client)


class Wavering:
    """Answers that differ by the least of bits in one case."""

    def __init__(self, client: Remembered, case: str, width: int = 4) -> None:
        self._client = client
        self._case = case
        self._scored: list[Prompt] = []
        self._asked: set[Ask] = set()
        self.info = replace(client.info, width=width)

    def score(self, prompt: Prompt, text: str) -> Scored:
        three = cuts(self.info)
        self._scored.append(prompt)
        hit = {
            "splitting": prompt == three.whole,
            "token_by_token": prompt == three.word_by_word,
            "others": prompt == three.in_parts and len(self._scored) == 3,
            "caching": prompt == three.in_parts and len(self._scored) == 2,
        }
        found = self._client.score(prompt, text)
        if not hit.get(self._case):
            return found
        return replace(found, logprobs=(*found.logprobs[:-1], found.logprobs[-1] * (1 - 2**-50)))

    def answer(self, questions: Sequence[Ask]) -> Iterator[tuple[int, RawAnswer]]:
        hit = {
            "batching": len(questions) > 1,
            "caching of answers": len(questions) == 1 and questions[0] in self._asked,
        }
        self._asked |= set(questions)
        for index, answer in self._client.answer(questions):
            if hit.get(self._case):
                step = answer.steps[0]
                token, chance = step.options[0]
                options = ((token, chance * (1 - 2**-50) or 2**-50), *step.options[1:])
                answer = replace(answer, steps=(replace(step, options=options), *answer.steps[1:]))
            yield index, answer


@pytest.mark.parametrize(
    "case", ["none", "splitting", "token_by_token", "others", "caching", "caching of answers", "batching"]
)
def test_one_bit_is_found_and_told_for_what_it_is(remembered: Remembered, case: str) -> None:
    _, found = compare(cast(Client, Wavering(remembered, case)))
    differ = {name for name, alike in found if alike is False}
    assert differ == ({case.removesuffix(" of answers")} - {"none"})
    assert found.threads is None


def test_a_model_that_is_never_batched_has_no_batching_to_compare(remembered: Remembered) -> None:
    _, found = compare(cast(Client, Wavering(remembered, "batching", width=1)))
    assert found.batching is None
