from pathlib import Path

import pytest

from models import checkups
from models.checkups import Checkup, Determinism
from models.errors import ModelError

SHA256, MACHINE = "a" * 64, "Linux x86_64, a processor, 2 cores, 8 GB"
ALIKE = dict.fromkeys(Determinism.model_fields, True)


def a_checkup(schedule: str = "independent", **determinism: bool | None) -> Checkup:
    return Checkup(
        file="tiny.gguf",
        sha256=SHA256,
        machine=MACHINE,
        created="2026-01-01T00:00:00+00:00",
        evenhand="1",
        llama_cpp="2",
        backend="AVX2",
        threads=2,
        context=4096,
        schedule=schedule,
        load_seconds=1.5,
        prefill=100.0,
        generation=50.0,
        resident=10**9,
        cancel_seconds=0.1,
        determinism=Determinism.model_validate(ALIKE | determinism),
    )


def test_it_is_kept_beside_the_model(tmp_path: Path) -> None:
    model = tmp_path / "models" / "tiny.gguf"
    path = checkups.save(model.parent, model, a_checkup())
    assert path.parent == model.parent
    assert checkups.of(model.parent, model, SHA256, MACHINE) == a_checkup()


def test_one_of_a_linked_model_is_kept_in_the_models_folder(tmp_path: Path) -> None:
    path = checkups.save(tmp_path / "models", tmp_path / "elsewhere" / "tiny.gguf", a_checkup())
    assert path.parent == tmp_path / "models"
    assert not (tmp_path / "elsewhere").exists()


def test_of_other_bytes_or_another_machine_it_says_nothing(tmp_path: Path) -> None:
    model = tmp_path / "tiny.gguf"
    assert checkups.of(tmp_path, model, SHA256, MACHINE) is None
    checkups.save(tmp_path, model, a_checkup())
    assert checkups.of(tmp_path, model, "b" * 64, MACHINE) is None
    assert checkups.of(tmp_path, model, SHA256, "another") is None


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"file": 3}'])
def test_a_broken_one_is_as_none(tmp_path: Path, content: str) -> None:
    model = tmp_path / "tiny.gguf"
    checkups.save(tmp_path, model, a_checkup()).write_text(content)
    assert checkups.of(tmp_path, model, SHA256, MACHINE) is None


def test_a_later_one_takes_its_place(tmp_path: Path) -> None:
    model = tmp_path / "tiny.gguf"
    checkups.save(tmp_path, model, a_checkup())
    later = a_checkup(threads=False)
    checkups.save(tmp_path, model, later)
    assert checkups.of(tmp_path, model, SHA256, MACHINE) == later
    assert len(list(tmp_path.glob("*.json"))) == 1


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError, match="cannot be written"):
        checkups.save(tmp_path / "file", Path("tiny.gguf"), a_checkup())


def test_what_must_hold_depends_on_the_schedule() -> None:
    assert a_checkup().sound and a_checkup("fixed").sound
    for kind in ("others", "caching", "threads"):
        assert not a_checkup(**{kind: False}).sound
        assert not a_checkup("fixed", **{kind: False}).sound
    for kind in ("splitting", "token_by_token", "batching"):
        assert not a_checkup(**{kind: False}).sound
        assert a_checkup("fixed", **{kind: False}).sound


def test_what_could_not_be_tried_is_held_against_nothing() -> None:
    assert a_checkup(batching=None, threads=None).sound
