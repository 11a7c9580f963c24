"""`evenhand evaluate` on the real test model and two invented sentences."""

import json
import shutil
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.check import Options, Progress, settings
from engine.commands.session import Sayer
from engine.evaluation.runs import StoredRun
from engine.llm import Client, Settings
from tests.engine.running import ACCUSING, NEUTRAL, Ran, stay_loaded

pytestmark = pytest.mark.usefixtures("few_resamples")

SENTENCES = [
    ("item-1", ACCUSING, 1),
    ("item-2", NEUTRAL.strip(), 0),
]


@pytest.fixture
def loads(known: object, monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Commands find the test model loaded; the list fills with how they load one."""
    return stay_loaded(known, monkeypatch)


@pytest.fixture
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the bootstrap says is tested elsewhere."""
    monkeypatch.setattr("engine.evaluation.bootstrap.RESAMPLES", 100)


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("datasets") / "invented.csv"
    rows = [f'{name},"{text}",{label}' for name, text, label in SENTENCES]
    path.write_text("\n".join(["uuid,text,label", *rows]), encoding="utf-8")
    return path


@pytest.fixture
def evaluate(evenhand: Callable[..., Ran], dataset: Path) -> Callable[..., Ran]:
    """A run of two configurations on the test model, in the folder given."""

    def run(out: Path, *words: object) -> Ran:
        return evenhand(
            "evaluate", dataset, "--config", "full", "single", "--model", "test-model", "--out", out, *words
        )

    return run


@pytest.fixture
def ctrl_c(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Presses Ctrl-C, once, while the progress after so many passages is shown."""

    def arrange(passages: int) -> None:
        waiting = [passages]

        class Pressing(Sayer):
            def progress(self, name: str) -> Callable[[Progress], None]:
                def show(progress: Progress) -> None:
                    if progress.done in waiting:
                        waiting.clear()
                        signal.raise_signal(signal.SIGINT)

                return show

        monkeypatch.setattr("engine.commands.evaluate.Sayer", Pressing)

    return arrange


@pytest.fixture(scope="module")
def made() -> dict[str, Path]:
    return {}


@pytest.fixture
def whole(evaluate: Any, loads: list[Settings], tmp_path: Path, made: dict[str, Path]) -> Path:
    """A run that nobody stopped, made once."""
    folder = tmp_path / "whole"
    if made:
        shutil.copytree(made["run"], folder)
    else:
        assert evaluate(folder).code == 0
        made["run"] = folder
    return folder


def test_a_run_is_stored_summarized_and_summarized_again_without_a_model(
    evaluate: Any, evenhand: Any, loads: list[Settings], tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    ran = evaluate(folder)
    assert ran.code == 0
    assert "2 items, 2 of them labelled" in ran.out and f"{folder / 'summary.html'}" in ran.out
    assert "invented.csv: 2 of 2 passages" in ran.err
    results = StoredRun(folder).items()
    assert sorted(result.id for result in results) == ["item-1", "item-2"]
    assert all(set(result.rulings) == {"full", "single"} for result in results)
    stored = json.loads((folder / "manifest.json").read_text())
    assert stored["dataset"]["items"] == 2 and stored["engine"]["seed"] == 0
    assert stored["models"]["likelihood"]["sha256"].startswith("b179c952")
    page = (folder / "summary.html").read_bytes()
    for name in ("summary.html", "summary.md"):
        (folder / name).unlink()
    before = len(loads)
    again = evenhand("evaluate", folder)
    assert (again.code, again.out) == (0, ran.out)
    assert len(loads) == before  # no model was loaded
    assert (folder / "summary.html").read_bytes() == page


def test_a_run_that_was_killed_goes_on_to_the_same_bytes(
    evaluate: Any, whole: Path, tmp_path: Path, ctrl_c: Any
) -> None:
    folder = tmp_path / "run"
    ctrl_c(1)
    ran = evaluate(folder)
    assert ran.code == 130
    assert ran.err.endswith("the same command goes on from there.\nStopped.\n")
    items = folder / "items.jsonl"
    assert items.read_bytes().count(b"\n") == 1
    items.write_bytes(items.read_bytes()[:-100])  # as a kill in the middle of a line leaves it
    assert evaluate(folder).code == 0
    assert items.read_bytes() == (whole / "items.jsonl").read_bytes()


def test_other_threads_and_another_batch_width_give_the_same_bytes(
    evaluate: Any, evenhand: Any, whole: Path, tmp_path: Path, test_model: Path, monkeypatch: Any
) -> None:
    folder = tmp_path / "other"
    with Client(test_model, replace(settings(Options(), threads=1), width=2)) as other:
        stay_loaded(other, monkeypatch)
        assert evaluate(folder).code == 0
    assert (folder / "items.jsonl").read_bytes() == (whole / "items.jsonl").read_bytes()
    assert (folder / "manifest.json").read_bytes() == (whole / "manifest.json").read_bytes()
    ran = evenhand("evaluate", folder, "--against", whole)
    assert (ran.code, ran.out) == (0, "The runs agree in everything that they stored about 2 items.\n")


def test_runs_that_differ_are_told_apart(evenhand: Any, whole: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(whole, other)
    items = other / "items.jsonl"
    first, second = items.read_text().splitlines(keepends=True)
    changed = json.loads(second)
    was = changed["rulings"]["single"]["verdict"]
    changed["rulings"]["single"]["verdict"] = "neutral" if was == "biased" else "biased"
    items.write_text(json.dumps(changed) + "\n")
    ran = evenhand("evaluate", whole, "--against", other)
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "The runs differ: of 1 items in both 1 are stored otherwise, 1 of them with another verdict; "
        "1 are in one run only.",
        f"  {changed['id']}",
        f"  {json.loads(first)['id']}",
    ]


def test_voices_may_speak_with_models_of_their_own(
    evaluate: Any, whole: Path, tmp_path: Path, test_model: Path, loads: list[Settings]
) -> None:
    folder = tmp_path / "several"
    twin = tmp_path / "twin.gguf"
    twin.symlink_to(test_model)
    ran = evaluate(folder, "--models", f"likelihood={twin}")
    assert ran.code == 0
    assert "invented.csv, test-model: 2 of 2 passages" in ran.err
    assert (folder / "heard-b179c9523d0e.jsonl").read_bytes().count(b"\n") == 2
    stored = json.loads((folder / "manifest.json").read_text())
    assert stored["models"]["likelihood"]["file"] == "twin.gguf" != stored["models"]["bias"]["file"]
    by_one = {result.id: result for result in StoredRun(whole).items()}
    for result in StoredRun(folder).items():
        one, several = (every.rulings["full"].passages[0].outputs for every in (by_one[result.id], result))
        assert several.likelihood == one.likelihood
        assert several.bias == one.bias.model_copy(update={"counter": None})
        assert result.rulings["single"] == by_one[result.id].rulings["single"]


def test_a_half_of_the_dataset(evaluate: Any, loads: list[Settings], tmp_path: Path) -> None:
    assert evaluate(tmp_path / "run", "--half", "tune").code == 0
    assert [result.id for result in StoredRun(tmp_path / "run").items()] == ["item-2"]


@pytest.mark.parametrize("task", ["stance", "rumour"])
def test_a_task_without_an_engine_is_said_to_have_none(evenhand: Any, dataset: Path, task: str) -> None:
    ran = evenhand("evaluate", dataset, "--task", task)
    assert ran.code == 2 and ran.says_one_sentence
    assert ran.err.startswith(f"The {task} task has no engine yet")


@pytest.mark.parametrize(
    ("content", "words", "said"),
    [
        (None, [], "data.csv can't be read"),
        ("id,label\n1,1\n", [], "data.csv, line 2: there is no text"),
        ("id,text,label\n1,Yes.,maybe\n", [], "data.csv, line 2: the label is 'maybe'"),
        ("id,text,label\n1,Yes.,1\n", ["--half", "tune"], "data.csv has no item in the half tune"),
        ("id,text,label\n1,Yes.,1\n", ["--models", "judge=x"], '"judge=x" names no voice and its model'),
    ],
)
def test_what_cannot_be_used_is_one_sentence(
    evenhand: Any, tmp_path: Path, content: str | None, words: list[str], said: str
) -> None:
    path = tmp_path / "data.csv"
    if content:
        path.write_text(content, encoding="utf-8")
    ran = evenhand("evaluate", path, "--model", "test-model", "--out", tmp_path / "run", *words)
    assert ran.code == 2 and ran.says_one_sentence
    assert ran.err.startswith(said)
    assert not (tmp_path / "run").exists()


def test_a_folder_with_another_run_and_one_without_any(
    evaluate: Any, evenhand: Any, whole: Path, tmp_path: Path
) -> None:
    ran = evaluate(whole, "--limit", 1)
    assert ran.code == 2
    assert ran.err.endswith("with the options that the run was begun with.\n")
    assert "whole holds a run with another dataset" in ran.err
    ran = evenhand("evaluate", tmp_path)
    assert ran.code == 2 and ran.says_one_sentence
    assert "holds no manifest.json" in ran.err


def test_a_model_that_is_not_there(evenhand: Any, dataset: Path, tmp_path: Path) -> None:
    ran = evenhand("evaluate", dataset, "--model", "nowhere.gguf", "--out", tmp_path / "run")
    assert ran.code == 3 and ran.says_one_sentence
