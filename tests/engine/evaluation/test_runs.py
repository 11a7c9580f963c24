import json

import pytest

from engine.evaluation.results import Spent
from engine.evaluation.runs import Run, StoredRun, UnusableRun

MANIFEST = {"task": "bias", "model": {"file": "small.gguf", "sha256": "ab"}, "seed": 1}
SPENT = {"full": Spent(seconds=1.25, usage={"passage": 20})}


@pytest.fixture
def results(panel):
    passage = panel.passage(("biased", 0.8, ["reckless council"]), ("neutral", 0.7, []), ("neutral", 0.6))
    return [panel.result(f"item-{n}", "biased" if n % 2 else "neutral", passage) for n in range(4)]


def make(folder, results):
    with Run(folder, MANIFEST) as run:
        for result in results:
            run.append(result, SPENT)


def test_what_is_stored_is_read_back_whole(tmp_path, results):
    make(tmp_path / "run", results)
    run = StoredRun(tmp_path / "run")
    assert run.items() == results
    assert run.manifest == MANIFEST
    assert run.spent() == {result.id: SPENT for result in results}
    assert len((tmp_path / "run" / "items.jsonl").read_text().splitlines()) == 4


def test_a_run_goes_on_after_a_kill_in_the_middle_of_a_line(tmp_path, results):
    make(tmp_path / "whole", results)
    wanted = (tmp_path / "whole" / "items.jsonl").read_bytes()
    third = wanted.index(b"\n", wanted.index(b"\n") + 1) + 1
    for cut in (third, third + 1, third + 40, len(wanted) - 1):
        folder = tmp_path / f"cut-{cut}"
        make(folder, results)
        (folder / "items.jsonl").write_bytes(wanted[:cut])
        with Run(folder, MANIFEST) as run:
            left = [result for result in results if result.id not in run.done_ids]
            assert [result.id for result in left] == [f"item-{n}" for n in range(4 - len(left), 4)]
            for result in left:
                run.append(result, {"full": Spent(seconds=9.0, usage={})})
        assert (folder / "items.jsonl").read_bytes() == wanted
        assert StoredRun(folder).spent()["item-3"]["full"].seconds == 9.0
        assert StoredRun(folder).spent()["item-0"]["full"].seconds == 1.25


def test_a_cut_line_of_the_timing_file_is_no_harm(tmp_path, results):
    make(tmp_path / "run", results[:2])
    path = tmp_path / "run" / "timing.jsonl"
    path.write_bytes(path.read_bytes()[:-10])
    with Run(tmp_path / "run", MANIFEST) as run:
        run.append(results[2], SPENT)
    assert set(StoredRun(tmp_path / "run").spent()) == {"item-0", "item-2"}


def test_reading_leaves_a_run_that_is_going_on_as_it_is(tmp_path, results):
    make(tmp_path / "run", results)
    path = tmp_path / "run" / "items.jsonl"
    path.write_bytes(path.read_bytes()[:-5])
    before = path.read_bytes()
    assert len(StoredRun(tmp_path / "run").items()) == 3
    assert path.read_bytes() == before


def test_another_manifest_is_refused(tmp_path, results):
    make(tmp_path / "run", results[:1])
    other = MANIFEST | {"seed": 2, "policy": "published"}
    with pytest.raises(UnusableRun, match="run holds a run with another policy, seed: name another folder"):
        Run(tmp_path / "run", other)
    with Run(tmp_path / "run", dict(reversed(MANIFEST.items()))) as run:  # the refusal left the folder free
        assert run.done_ids == {"item-0"}


def test_a_run_in_use_is_refused(tmp_path):
    with Run(tmp_path / "run", MANIFEST), pytest.raises(UnusableRun, match="in use by another evaluation"):
        Run(tmp_path / "run", MANIFEST)


def test_an_item_is_stored_once(tmp_path, results):
    with Run(tmp_path / "run", MANIFEST) as run:
        run.append(results[0], SPENT)
        with pytest.raises(ValueError, match="item-0 is done already"):
            run.append(results[0], SPENT)


def test_a_damaged_line_is_named(tmp_path, results):
    make(tmp_path / "run", results)
    path = tmp_path / "run" / "items.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1][:50], *lines[2:]]) + "\n")
    with pytest.raises(UnusableRun, match=r"run/items\.jsonl, line 2, is damaged"):
        Run(tmp_path / "run", MANIFEST)


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "holds no manifest.json"), ("{", "is damaged"), ("[]", "is no manifest")],
)
def test_a_folder_that_holds_no_run(tmp_path, content, message):
    if content is not None:
        (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(UnusableRun, match=message):
        StoredRun(tmp_path)


def test_items_without_a_manifest_are_not_continued(tmp_path):
    (tmp_path / "items.jsonl").write_text("{}\n")
    with pytest.raises(UnusableRun, match=r"items\.jsonl but no manifest\.json"):
        Run(tmp_path, MANIFEST)


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableRun, match="run can't be written"):
        Run(tmp_path / "file" / "run", MANIFEST)


def test_floats_keep_every_digit(tmp_path, panel):
    exact = panel.result("a", "biased", panel.passage(("biased", 0.1 + 0.2, ["reckless council"])))
    make(tmp_path / "run", [exact])
    [stored] = StoredRun(tmp_path / "run").items()
    assert stored.rulings["full"].passages[0].outputs.bias.confidence == 0.1 + 0.2
    assert json.loads((tmp_path / "run" / "manifest.json").read_text()) == MANIFEST
