"""`evenhand models import`, `export`, `verify`, `remove` and `scan`: what they do to files, and what not."""

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.commands.codes import DONE, MODEL
from models import catalog
from tests.engine.commands.newsroom import ABSENT, FIRST, SECOND, WHOLE, Newsroom
from tests.engine.running import Ran

Run = Callable[..., Ran]


class Person(io.StringIO):
    """Somebody who sits at the terminal and types these lines."""

    def isatty(self) -> bool:
        return True


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_import_copies_when_asked(room: Newsroom, evenhand: Run) -> None:
    ran = evenhand("models", "import", room.theirs, "--copy")
    assert f"It is here now: {room.folder / 'absent.gguf'}" in ran.out
    assert (room.folder / "absent.gguf").read_bytes() == room.theirs.read_bytes() == ABSENT


def test_import_of_what_is_no_model_leaves_nothing(room: Newsroom, evenhand: Run) -> None:
    room.theirs.write_bytes(b"<html>Sign in</html>")
    before = names(room.folder)
    for path, words in (
        (room.theirs, "is not a GGUF model file"),
        (room.theirs.parent, "models scan"),
        (room.theirs.with_name("gone.gguf"), "There is no file"),
        (room.folder / "split-00002-of-00002.gguf", "split-00001-of-00002.gguf is not in"),
    ):
        ran = evenhand("models", "import", path)
        assert ran.code == MODEL and words in ran.err and ran.out == ""
    assert names(room.folder) == before


def test_a_stick_carries_models_to_a_machine_without_network(
    room: Newsroom, evenhand: Run, tmp_path: Path
) -> None:
    stick, there = tmp_path / "stick", tmp_path / "there"
    (room.folder / "split-00001-of-00002.gguf").write_bytes(FIRST)
    ran = evenhand("models", "export", "whole", "split", "--to", stick)
    assert ran.code == DONE and f"{stick} holds whole, split." in ran.out
    taken = evenhand("models", "import", stick, "--models-dir", there)
    assert taken.code == DONE and "this is Split Q4_1, unmodified" in taken.out
    assert f"All are here and verified, in {there}." in taken.out
    assert (there / "whole.gguf").read_bytes() == WHOLE
    assert (there / "split-00002-of-00002.gguf").read_bytes() == SECOND
    data = json.loads(evenhand("models", "import", stick, "--models-dir", there, "--json").out)
    assert [one["name"] for one in data] == ["whole", "split"]


def test_a_stick_with_a_flipped_byte_is_refused(room: Newsroom, evenhand: Run, tmp_path: Path) -> None:
    stick, there = tmp_path / "stick", tmp_path / "there"
    manifest = json.loads(evenhand("models", "export", "whole", "--to", stick, "--json").out)
    assert manifest["models"][0]["files"][0]["sha256"] == catalog.entry("whole").sha256
    (stick / "whole.gguf").write_bytes(WHOLE[:-1] + b"!")
    ran = evenhand("models", "import", stick, "--models-dir", there)
    assert ran.code == MODEL and "damaged" in ran.err
    assert not (there / "whole.gguf").exists()


def test_a_damaged_model_is_not_exported(room: Newsroom, evenhand: Run, tmp_path: Path) -> None:
    ran = evenhand("models", "export", "spoilt", "--to", tmp_path / "stick")
    assert ran.code == MODEL and "SHA-256 is not the catalog's" in ran.err


def test_verify_reads_all_that_is_here_and_tells_damage(room: Newsroom, evenhand: Run) -> None:
    (room.folder / "mine.gguf").write_bytes(ABSENT + b"more")
    ran = evenhand("models", "verify")
    assert ran.code == MODEL
    assert ran.out.splitlines() == [
        "whole: the catalog's file, bit for bit",
        "spoilt: damaged: its SHA-256 is not the one it should have",
        "split: not all of its files are there",
        "mine.gguf: whole, but there is no SHA-256 to compare with",
    ]
    assert evenhand("models", "verify", "whole").code == DONE
    (found,) = json.loads(evenhand("models", "verify", "spoilt", "--json").out)
    assert found["outcome"] == "different"
    assert found["sha256"] == hashlib.sha256((room.folder / "spoilt.gguf").read_bytes()).hexdigest()
    assert evenhand("models", "verify", "absent").code == MODEL


def test_remove_forgets_a_linked_model_and_keeps_its_file(
    room: Newsroom, evenhand: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = names(room.folder)
    evenhand("models", "import", room.theirs)
    monkeypatch.setattr("sys.stdin", Person("yes\n"))
    ran = evenhand("models", "remove", "absent")
    assert f"Its file stays where it is: {room.theirs}" in ran.err
    assert ran.out == "absent is forgotten; its file was not touched.\n"
    assert room.theirs.read_bytes() == ABSENT and names(room.folder) == before


def test_scan_shows_paths_in_full_and_what_they_look_like(
    room: Newsroom, evenhand: Run, tmp_path: Path
) -> None:
    deep = tmp_path / ("deep " * 20) / "publisher" / "absent.gguf"
    deep.parent.mkdir(parents=True)
    deep.write_bytes(ABSENT)
    ran = evenhand("models", "scan", "--in", tmp_path)
    assert f"{deep}\n" in ran.out and "looks like Absent Q4_1" in ran.out
    assert f"{room.theirs}\n" in ran.out and "models import FILE" in ran.out
    assert str(room.folder) not in ran.out  # those it has already
    found = json.loads(evenhand("models", "scan", "--in", tmp_path, "--json").out)
    assert found["complete"] is True
    assert {one["likely"] for one in found["models"] if one["files"] == [str(deep)]} == {"absent"}
