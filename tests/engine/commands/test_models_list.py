"""`evenhand models list`: split models, and terminals of any width."""

import json
from collections.abc import Callable

import pytest

from models import catalog
from tests.engine.commands.newsroom import FIRST, WHOLE, Newsroom
from tests.engine.running import Ran

Run = Callable[..., Ran]


def test_a_split_model_is_listed_with_all_its_files(room: Newsroom, evenhand: Run) -> None:
    text = evenhand("models", "list", "split").out
    assert "in 2 files" in text and "newsroom/split on the Hugging Face Hub" in text
    assert all(f"{file.sha256}  {file.filename}" in text for file in catalog.entry("split").files)
    row = json.loads(evenhand("models", "list", "split", "--json").out)
    assert (row["status"], row["size"], row["bytes_here"]) == ("incomplete", 192, 96)
    (room.folder / "split-00001-of-00002.gguf").write_bytes(FIRST)
    row = json.loads(evenhand("models", "list", "split", "--json").out)
    assert (row["status"], row["bytes_here"]) == ("verified", 192)


@pytest.mark.parametrize("columns", ["60", "200"])
def test_names_stand_in_full_however_wide_the_terminal(
    room: Newsroom, evenhand: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    name = "a-model-with-a-long-name-Q8_0.gguf"
    (room.folder / name).write_bytes(WHOLE + b"more")
    assert name in evenhand("models", "list").out
