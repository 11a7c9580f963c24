import os
from collections.abc import Callable
from pathlib import Path

import pytest

from models import catalog, checkups, ownership, removal, store
from models.beside import KINDS, beside
from models.catalog import Entry
from models.errors import ModelError
from models.importing import import_file
from models.partial import Partial
from tests.models.test_checkups import a_checkup


@pytest.fixture
def tiny(gguf: bytes, make_entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch) -> Entry:
    entry = make_entry(gguf)
    monkeypatch.setattr(catalog, "entries", lambda: (entry,))
    return entry


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


@pytest.fixture
def theirs(tmp_path: Path, gguf: bytes) -> Path:
    path = tmp_path / "theirs.gguf"
    path.write_bytes(gguf)
    return path


def left(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.endswith(".lock")}


def test_what_evenhand_brought_goes_with_all_its_records(folder: Path, theirs: Path, tiny: Entry) -> None:
    copy = import_file(theirs, folder, copy=True).path
    checkups.save(folder, copy, a_checkup())
    for kind in KINDS:
        beside(folder, copy, kind).write_text("{}")
    (folder / "other.gguf").write_bytes(b"another model")
    plan = removal.plan("tiny", folder)
    assert (plan.files, plan.kept, plan.size) == ((copy,), (), theirs.stat().st_size)
    assert copy.exists()  # asking is the caller's
    removal.carry_out(plan)
    assert left(folder) == {"other.gguf"}
    assert theirs.exists()


def test_a_linked_file_is_only_unlinked(folder: Path, theirs: Path) -> None:
    import_file(theirs, folder)
    checkups.save(folder, theirs, a_checkup())
    beside(folder, theirs, "calibration").write_text("{}")
    plan = removal.plan("theirs.gguf", folder)
    assert (plan.files, plan.kept, plan.size) == ((), (theirs,), 0)
    removal.carry_out(plan)
    assert left(folder) == set()
    assert theirs.exists()


def test_a_link_to_a_file_that_is_gone_can_be_forgotten(folder: Path, theirs: Path) -> None:
    import_file(theirs, folder)
    theirs.unlink()
    removal.carry_out(removal.plan("theirs.gguf", folder))
    assert left(folder) == set()


@pytest.mark.parametrize("name", ["tiny", "tiny.gguf"])
def test_a_file_that_a_person_put_there_stays(folder: Path, gguf: bytes, tiny: Entry, name: str) -> None:
    folder.mkdir()
    (folder / "tiny.gguf").write_bytes(gguf)
    with pytest.raises(ModelError, match=r"tiny\.gguf was not put there by Evenhand.*delete it yourself"):
        removal.plan(name, folder)
    assert left(folder) == {"tiny.gguf"}


def test_a_file_that_took_the_place_of_evenhands_stays(folder: Path, theirs: Path) -> None:
    copy = import_file(theirs, folder, copy=True).path
    copy.write_bytes(b"x" * copy.stat().st_size)
    os.utime(copy, ns=(1, 1))
    with pytest.raises(ModelError, match="has changed since"):
        removal.plan("theirs.gguf", folder)
    assert copy.exists()


def test_a_link_in_place_of_evenhands_file_stays(folder: Path, theirs: Path) -> None:
    copy = import_file(theirs, folder, copy=True).path
    copy.unlink()
    copy.symlink_to(theirs)
    with pytest.raises(ModelError, match="not put there by Evenhand"):
        removal.plan("theirs.gguf", folder)
    assert theirs.exists() and copy.is_symlink()


def test_a_file_that_changes_while_a_person_is_asked_stays(folder: Path, theirs: Path) -> None:
    copy = import_file(theirs, folder, copy=True).path
    plan = removal.plan("theirs.gguf", folder)
    copy.write_bytes(b"my own")
    with pytest.raises(ModelError, match="has just changed, so it stays"):
        removal.carry_out(plan)
    assert copy.read_bytes() == b"my own"


def test_all_parts_of_a_split_model_go_or_none(folder: Path, tmp_path: Path, gguf: bytes) -> None:
    parts = [tmp_path / f"big-0000{number}-of-00002.gguf" for number in (1, 2)]
    for number, path in enumerate(parts):
        path.write_bytes(gguf + bytes([number]))
    import_file(parts[0], folder, copy=True)
    note = ownership.note(folder / parts[1].name)
    noted = note.read_bytes()
    note.unlink()
    with pytest.raises(ModelError, match=r"big-00002-of-00002\.gguf was not put there"):
        removal.plan(parts[0].name, folder)
    note.write_bytes(noted)
    removal.carry_out(removal.plan(parts[0].name, folder))
    assert left(folder) == set()


def test_a_stopped_removal_can_be_repeated(folder: Path, tmp_path: Path, gguf: bytes) -> None:
    parts = [tmp_path / f"big-0000{number}-of-00002.gguf" for number in (1, 2)]
    for number, path in enumerate(parts):
        path.write_bytes(gguf + bytes([number]))
    import_file(parts[0], folder, copy=True)
    (folder / parts[0].name).unlink()  # as far as it came
    removal.carry_out(removal.plan(parts[1].name, folder))
    assert left(folder) == set()


def test_a_download_that_was_begun_goes_and_another_programs_stays(
    folder: Path, theirs: Path, tiny: Entry
) -> None:
    copy = import_file(theirs, folder, copy=True).path
    begun = store.part(copy)
    begun.write_bytes(b"of another program")
    assert begun not in removal.plan("tiny", folder).files
    begun.unlink()
    with Partial(copy, tiny.size, tiny.sha256) as partial:
        partial.begin(0)
        partial.write(b"half")
    plan = removal.plan("tiny", folder)
    assert begun in plan.files
    removal.carry_out(plan)
    assert left(folder) == set()


def test_a_name_that_is_not_here(folder: Path, tiny: Entry) -> None:
    for name in ("tiny", "no-such", "../theirs.gguf", ""):
        with pytest.raises(ModelError, match="There is no model"):
            removal.plan(name, folder)


def test_a_broken_ownership_note_proves_nothing(folder: Path, theirs: Path) -> None:
    copy = import_file(theirs, folder, copy=True).path
    ownership.note(copy).write_text("{}")
    with pytest.raises(ModelError, match="not put there by Evenhand"):
        removal.plan("theirs.gguf", folder)
