import os
from pathlib import Path

import pytest

from models import records
from models.errors import ModelError
from models.records import Record


class Note(Record):
    text: str


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "note.json"
    records.write(Note(text="“quoted”"), path)
    assert records.read(Note, path) == Note(text="“quoted”")
    records.write(Note(text="again"), path)
    assert records.read(Note, path) == Note(text="again")
    assert [one.name for one in path.parent.iterdir()] == ["note.json"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_others_may_read_it(tmp_path: Path) -> None:
    records.write(Note(text=""), tmp_path / "note.json")
    plain = tmp_path / "plain"
    plain.touch()
    assert (tmp_path / "note.json").stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"text": 3}', b'{"other": ""}', b"\xff"])
def test_a_broken_record_counts_as_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "note.json"
    assert records.read(Note, path) is None
    path.write_bytes(content)
    assert records.read(Note, path) is None


def test_an_unwritable_place_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ModelError, match=r"note\.json cannot be written .*permissions"):
        records.write(Note(text=""), tmp_path / "file" / "note.json")
    (tmp_path / "folder" / "note.json").mkdir(parents=True)
    with pytest.raises(ModelError, match="cannot be written"):
        records.write(Note(text=""), tmp_path / "folder" / "note.json")
    assert [one.name for one in (tmp_path / "folder").iterdir()] == ["note.json"]
