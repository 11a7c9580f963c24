"""Drafts go back to their files as they came, or not at all."""

import json
from pathlib import Path

import pytest

from desktop.check import aside, recent
from desktop.check.aside import Kept
from desktop.check.files import Unsaved, open_all, save, saves_in_place


@pytest.mark.parametrize(
    "data",
    [
        "One.\nCafé “two”.\n".encode(),
        "One.\r\nCafé “two”.\r\n".encode(),
        "One.\r\nCafé “two”, and then some more of it.\r\n".encode("cp1252"),
        b"\xff\xfe" + "One.\nCafé “two”.\n".encode("utf-16-le"),
    ],
    ids=["utf-8", "crlf", "cp1252", "utf-16"],
)
def test_saving_what_was_opened_changes_no_byte(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "draft.txt"
    path.write_bytes(data)
    (opened,) = open_all([path])
    assert opened.document and opened.data == data
    save(path, opened.text, opened.document)
    assert path.read_bytes() == data


def test_what_the_encoding_cannot_hold_makes_it_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "draft.txt"
    path.write_bytes("Café “two”, and then some more of it.\n".encode("cp1252"))
    (opened,) = open_all([path])
    save(path, opened.text + "👍", opened.document)
    assert path.read_text("utf-8") == opened.text + "👍"


def test_a_folder_that_takes_nothing_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(Unsaved, match=r"^draft.txt could not be saved \(.+\): save it in another place\.$"):
        save(tmp_path / "file" / "draft.txt", "text", None)


def test_one_bad_file_leaves_the_others_alone(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("One line of text.\n", "utf-8")
    (tmp_path / "bad.txt").write_bytes(b"%PDF-1.7\n")
    bad, gone, good = open_all([tmp_path / "bad.txt", tmp_path / "gone.txt", tmp_path / "good.txt"])
    assert bad.document is gone.document is None
    assert "bad.txt" in bad.problem and "gone.txt" in gone.problem
    assert good.document and good.problem == ""


def test_only_a_text_is_saved_in_place() -> None:
    assert saves_in_place(Path("a.txt")) and saves_in_place(Path("a.MD")) and saves_in_place(Path("a"))
    assert not saves_in_place(Path("a.docx")) and not saves_in_place(None)


def test_drafts_kept_aside_come_back_oldest_first(tmp_path: Path) -> None:
    first = Kept(aside.new_key(), "a.txt", "text 👍\n", Path("/somewhere/a.txt"))
    second = Kept(aside.new_key(), "Pasted", "other", None)
    for kept in (first, second):
        aside.keep(kept, tmp_path)
    (tmp_path / "broken.json").write_text("{", "utf-8")
    (tmp_path / "later.json").write_text(json.dumps({"version": 99}), "utf-8")
    assert aside.left(tmp_path) == [first, second]
    aside.forget(first.key, tmp_path)
    aside.forget(first.key, tmp_path)
    assert aside.left(tmp_path) == [second]
    assert aside.left(tmp_path / "none") == []


def test_recent_drafts_are_newest_first_once_and_still_there(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.txt" for number in range(10)]
    for path in paths:
        path.write_text("x", "utf-8")
        recent.remember(path)
    recent.remember(paths[3])
    paths[9].unlink()
    assert recent.recent() == [paths[3], paths[8], *(paths[n] for n in (7, 6, 5, 4, 2))]
    recent.erase()
    recent.erase()
    assert recent.recent() == []
