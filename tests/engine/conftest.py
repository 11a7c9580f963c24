"""The command line as a person meets it: in this process or in one of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from engine import cli
from engine.check import Checker, Options
from engine.evaluation.memory import Memory
from engine.llm import Ask, Client, ModelInfo, Settings
from engine.llm.messages import Prompt, RawAnswer, Scored
from engine.text import read
from tests.engine.running import ALARMING, NEUTRAL, SLANTED, Ran, stay_loaded

ROOT = Path(__file__).parents[2]


@pytest.fixture
def evenhand(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs a command in this process."""

    def run(*words: object) -> Ran:
        capsys.readouterr()
        try:
            code = cli.main([str(word) for word in words])
        except SystemExit as exit:  # argparse
            code = int(exit.code or 0)
        output = capsys.readouterr()
        return Ran(code, output.out, output.err)

    return run


class Remembering:
    """The shared client, which asks the model only what was never asked before: for tests of what is done
    with answers, not of the answers."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._known: dict[Ask, RawAnswer] = {}
        self._scored: dict[tuple[Prompt, str], Scored] = {}

    def __getattr__(self, name: str) -> object:
        return getattr(self._client, name)

    def answer(self, asks: Sequence[Ask]) -> Iterator[tuple[int, RawAnswer]]:
        new = [ask for ask in asks if ask not in self._known]
        for index, answer in self._client.answer(new):
            self._known[new[index]] = answer
        yield from ((index, self._known[ask]) for index, ask in enumerate(asks))

    def score(self, prompt: Prompt, text: str) -> Scored:
        if (prompt, text) not in self._scored:
            self._scored[prompt, text] = self._client.score(prompt, text)
        return self._scored[prompt, text]


@pytest.fixture(scope="session")
def remembering(client: Client) -> Remembering:
    return Remembering(client)


class Known(Memory):
    """The shared client, one passage at a time, which asks and scores only what never was before."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.cancel = client.cancel

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, width=1)


@pytest.fixture(scope="session")
def known(client: Client) -> Known:
    return Known(client)


@pytest.fixture
def warm(client: Client, monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Commands find the test model loaded."""
    return stay_loaded(client, monkeypatch)


@pytest.fixture
def remembered(remembering: Remembering, monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Commands find the test model loaded, and known answers known."""
    return stay_loaded(remembering, monkeypatch)


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a command in a process of its own, which leads a process group like one in a terminal."""
    running: list[subprocess.Popen[str]] = []

    def begin(*words: object, before: tuple[str, ...] = (), **environment: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*before, sys.executable, "-m", "engine.cli", *map(str, words)],
            cwd=ROOT,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        running.append(process)
        return process

    yield begin
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    """One short sentence, and so one passage."""
    path = tmp_path / "draft.txt"
    path.write_text(SLANTED, encoding="utf-8")
    return path


@pytest.fixture
def neutral(tmp_path: Path) -> Path:
    """The same, with nothing slanted in it."""
    path = tmp_path / "neutral.txt"
    path.write_text(NEUTRAL, encoding="utf-8")
    return path


@pytest.fixture
def check(evenhand: Callable[..., Ran]) -> Callable[..., Ran]:
    """`evenhand check` on the test model."""
    return lambda *words: evenhand("check", *words, "--model", "test-model")


@pytest.fixture
def slanted(remembering: Remembering, test_model: Path, tmp_path: Path) -> Path:
    """One that the test model, a poor judge, calls biased."""
    checker = Checker(cast(Client, remembering), test_model.name, "any", Options())
    path = tmp_path / "slanted.txt"
    for text in ALARMING:
        path.write_text(text, encoding="utf-8")
        if checker.check(read(path)).report.verdict.verdict == "biased":
            return path
    pytest.fail("no draft is biased to the test model any more: find another")
