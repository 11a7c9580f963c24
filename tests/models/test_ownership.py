import hashlib
import os
from pathlib import Path

import pytest

from models import ownership

DATA = b"some weights"
SHA256 = hashlib.sha256(DATA).hexdigest()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(DATA)
    return path


def test_only_what_was_claimed_is_ours(file: Path) -> None:
    assert not ownership.is_ours(file)
    ownership.claim(file, SHA256)
    assert ownership.is_ours(file)
    assert not ownership.is_ours(file.with_name("other.gguf"))


def test_a_file_that_was_changed_or_replaced_is_a_persons(file: Path) -> None:
    ownership.claim(file, SHA256)
    for content in (DATA.upper(), DATA + b"!", b""):
        file.write_bytes(content)
        os.utime(file, ns=(7, len(content)))
        assert not ownership.is_ours(file)
    file.write_bytes(DATA)
    assert ownership.is_ours(file)


def test_a_link_is_never_ours(file: Path) -> None:
    ownership.claim(file, SHA256)
    moved = file.with_name("moved.gguf")
    file.rename(moved)
    file.symlink_to(moved)
    assert not ownership.is_ours(file)


def test_a_file_that_is_gone_or_a_note_that_is_broken_is_not_ours(file: Path) -> None:
    ownership.claim(file, SHA256)
    ownership.note(file).write_text("{}")
    assert not ownership.is_ours(file)
    ownership.claim(file, SHA256)
    file.unlink()
    assert not ownership.is_ours(file)
