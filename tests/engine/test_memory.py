"""An edited draft costs only what changed, and its report has the bytes of a check from the start."""

from pathlib import Path

import pytest

from engine.bias.examine import Stage
from engine.bias.memory import Memory
from engine.check import Checker, Options, Progress
from engine.llm import Client
from engine.report.canonical import canonical_bytes
from engine.text import Document, read_bytes
from knowledge.house_style import HouseStyle
from models import store
from tests.engine.running import NEUTRAL, SLANTED

LAST = "Residents may speak at the next meeting, on Thursday.\n"
BEFORE = [NEUTRAL, SLANTED, LAST]
AFTER = ["The vote was 3-2, after an hour.\n", NEUTRAL, SLANTED, LAST]


def draft(paragraphs: list[str]) -> Document:
    return read_bytes("\n".join(paragraphs).encode(), "draft.txt")


@pytest.fixture(scope="module")
def digest(test_model: Path) -> str:
    return store.sha256(test_model)


@pytest.mark.parametrize("options", [Options(), Options(seed=3, passes=2)], ids=["greedy", "sampled"])
def test_only_changed_passages_are_asked_about_and_the_bytes_are_those_of_a_fresh_check(
    client: Client, digest: str, options: Options
) -> None:
    told: list[Progress] = []
    remembering = Checker(client, "m.gguf", digest, options, memory=Memory())
    remembering.check(draft(BEFORE))
    again = remembering.check(draft(AFTER), told.append)
    fresh = Checker(client, "m.gguf", digest, options).check(draft(AFTER))
    assert canonical_bytes(again.report) == canonical_bytes(fresh.report)
    assert [one.passage.text for one in _latest(told)] == [text.strip() for text in AFTER]
    assert told[0].to_ask == 2  # the new one, and the one whose neighbor it now is
    assert [one.to_ask for one in told[1:]] == [1, 0, 0, 0]


def test_an_unchanged_draft_is_not_asked_about_at_all(client: Client, digest: str) -> None:
    asked: list[Stage] = []
    checker = Checker(client, "m.gguf", digest, Options(), memory=Memory(), asking=asked.append)
    first = checker.check(draft(BEFORE))
    assert set(asked) >= {"bias"}
    asked.clear()
    second = checker.check(draft(BEFORE))
    assert asked == []
    assert second.sha256 == first.sha256


def test_another_house_style_is_another_question(client: Client, digest: str) -> None:
    told: list[Progress] = []
    checker = Checker(client, "m.gguf", digest, Options(), memory=Memory())
    checker.check(draft([SLANTED]))
    accepting = HouseStyle(accept=("radical",))
    styled = checker.check(draft([SLANTED]), told.append, style=accepting)
    assert told[0].to_ask == 1
    fresh = Checker(client, "m.gguf", digest, Options()).check(draft([SLANTED]), style=accepting)
    assert styled.sha256 == fresh.sha256


def _latest(told: list[Progress]) -> list:
    return [one.latest for one in told if one.latest]
