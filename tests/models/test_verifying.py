import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from models import catalog, links, store
from models.catalog import Entry
from models.errors import ModelError
from models.links import Link, Target
from models.progress import Progress
from models.verifying import verify


@pytest.fixture
def tiny(gguf: bytes, make_entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch) -> Entry:
    entry = make_entry(gguf)
    monkeypatch.setattr(catalog, "entries", lambda: (entry,))
    return entry


def outcome(folder: Path) -> str:
    (model,) = store.here(folder)
    return verify(model).outcome


def test_the_bytes_are_read_and_not_what_is_remembered_of_them(
    tmp_path: Path, gguf: bytes, tiny: Entry
) -> None:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(gguf)
    os.utime(path, ns=(5, 5))
    assert outcome(tmp_path) == "verified"
    path.write_bytes(gguf[:-1] + bytes([gguf[-1] ^ 1]))  # as a disk that rots: same size, same time
    os.utime(path, ns=(5, 5))
    assert store.status(tiny, tmp_path) == "verified"
    assert outcome(tmp_path) == "different"
    assert store.status(tiny, tmp_path) == "different"  # and now it is known


def test_progress_ends_at_the_size(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    (tmp_path / "tiny.gguf").write_bytes(gguf)
    (model,) = store.here(tmp_path)
    seen: list[Progress] = []
    assert verify(model, seen.append).sha256 == hashlib.sha256(gguf).hexdigest()
    assert (seen[-1].done_bytes, seen[-1].total_bytes) == (len(gguf), len(gguf))


def test_a_file_that_nothing_is_known_of(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    (tmp_path / "mine.gguf").write_bytes(gguf + b"more")
    assert outcome(tmp_path) == "unknown"


def test_the_catalogs_file_under_another_name_is_known(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    (tmp_path / "mine.gguf").write_bytes(gguf)
    assert outcome(tmp_path) == "verified"


def test_another_of_the_catalogs_models_under_a_name_of_it_is_damaged(
    tmp_path: Path,
    gguf: bytes,
    tiny: Entry,
    make_entry: Callable[..., Entry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = make_entry(gguf + b"more", name="other", filename="other.gguf")
    monkeypatch.setattr(catalog, "entries", lambda: (tiny, other))
    (tmp_path / "tiny.gguf").write_bytes(gguf + b"more")
    assert outcome(tmp_path) == "different"


def test_a_linked_file_is_compared_with_what_it_was(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    folder, path = tmp_path / "models", tmp_path / "mine.gguf"
    path.write_bytes(gguf + b"more")
    digest = hashlib.sha256(gguf + b"more").hexdigest()
    targets = (Target(path=path, size=len(gguf) + 4, sha256=digest),)
    links.save(folder, "mine.gguf", Link(targets=targets))
    assert outcome(folder) == "unchanged"
    path.write_bytes(gguf + b"else")
    assert outcome(folder) == "different"
    path.unlink()
    assert outcome(folder) == "incomplete"


def test_a_file_that_cannot_be_read_is_a_sentence(
    tmp_path: Path, gguf: bytes, tiny: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(gguf)
    (model,) = store.here(tmp_path)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ModelError, match=r"tiny\.gguf cannot be read"):
        verify(model)
