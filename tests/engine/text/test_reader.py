"""Files and bytes to documents: encodings, and what cannot be read."""

import hashlib
import os
from pathlib import Path

import pytest

from engine.text import MAX_BYTES, UnreadableDraft, read, read_bytes

ENGLISH = (
    "The mayor said the plan “won\u2019t work” — and critics agreed. It\u2019s a costly façade, "
    "the café owner said… “Not today,” he added after the vote in the town hall.\n"
)
SHORT = "The mayor\u2019s plan will not work, and critics of the plan agreed on Tuesday.\n"
FRENCH = "Le maire a déclaré que le projet était très coûteux. Les élèves étaient près de la forêt.\n"
RUSSIAN = "Мэр заявил, что план не сработает. Критики согласились во вторник, что это будет дорого.\n"


@pytest.mark.parametrize(
    ("text", "written", "encoding"),
    [
        (ENGLISH, "utf-8", "utf-8"),
        (ENGLISH, "utf-8-sig", "utf-8"),
        (ENGLISH, "utf-16-le", "utf-16-le"),
        (ENGLISH, "utf-16-be", "utf-16-be"),
        (ENGLISH, "cp1252", "cp1252"),
        (ENGLISH, "mac_roman", "mac_roman"),
        (SHORT, "cp1252", "cp1252"),
        (SHORT, "mac_roman", "mac_roman"),
        ("He sat at the café for an hour and went home.", "cp1252", "cp1252"),
        ("He sat at the café for an hour and went home.", "mac_roman", "mac_roman"),
        (FRENCH, "iso-8859-1", "cp1252"),
        (RUSSIAN, "cp1251", "cp1251"),
        (RUSSIAN * 5, "koi8-r", "koi8_r"),
        (RUSSIAN, "iso-8859-5", "iso8859_5"),
    ],
)
def test_encodings(text: str, written: str, encoding: str) -> None:
    document = read_bytes(text.encode(written), "draft.txt")
    assert (document.text, document.encoding) == (text, encoding)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_byte_order_marks_are_removed(encoding: str) -> None:
    document = read_bytes(("\ufeff" + ENGLISH).encode(encoding), "draft.txt")
    assert (document.text, document.encoding) == (ENGLISH, encoding)


def test_the_text_keeps_its_line_endings_and_the_hash_is_of_the_bytes(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbfOne line.\r\nAnother.\r\r\n\tThe end.\n"
    path = tmp_path / "draft.txt"
    path.write_bytes(data)
    document = read(path)
    assert document.text == "One line.\r\nAnother.\r\r\n\tThe end.\n"
    assert document.data_sha256 == hashlib.sha256(data).hexdigest()
    assert document.name == "draft.txt"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"PK\x03\x04" + bytes(26) + b"notes.txt", "a ZIP archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), "an older Word or Office document"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"),
            "a Word document of the old",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "__substg1.0_".encode("utf-16-le"), "an Outlook message"),
        (b"<?xml version='1.0'?><rss></rss>", "an XML file"),
        (b"GGUF\x03\x00\x00\x00" + bytes(64), "a GGUF model"),
        (b"\x89PNG\r\n\x1a\n" + bytes(64), "a PNG picture"),
        (b"\xff\xd8\xff\xe0" + bytes(64), "a JPEG picture"),
        (b"\x7fELF\x02\x01\x01" + bytes(64), "a program"),
        (b"The mayor\x00spoke.", "a binary file"),
        (bytes(range(1, 256)) * 8, "a binary file"),
        (b"\xff\xfe\x00\x00" + b"\x00" * 40, "a binary file"),
    ],
)
def test_binary_files_are_named_for_what_they_seem_to_be(data: bytes, kind: str) -> None:
    with pytest.raises(
        UnreadableDraft, match=rf"^draft\.txt seems to be {kind}.*\.txt file and try again\.$"
    ):
        read_bytes(data, "draft.txt")


@pytest.mark.parametrize(
    "text", ["GGUF files are large.", "%PDF is not a word.", "PK said no.", "MZ is two letters."]
)
def test_words_that_look_like_signatures_are_text(text: str) -> None:
    assert read_bytes(text.encode(), "draft.txt").text == text


def test_stray_control_characters_are_data() -> None:
    text = "The \x07 council\x1b[1m voted \x01 on the budget on Tuesday \x9d after a long debate.\n"
    assert read_bytes(text.encode(), "draft.txt").text == text


def test_damaged_utf8_is_refused_with_its_line() -> None:
    data = "Café one.\nCafé two.\nCaf".encode() + b"\xc3 three.\n"
    with pytest.raises(
        UnreadableDraft, match=r"^draft\.txt is UTF-8 text with a damaged character in line 3: "
    ):
        read_bytes(data, "draft.txt")


def test_truncated_utf16_is_refused() -> None:
    with pytest.raises(
        UnreadableDraft, match=r"^draft\.txt is UTF-16 text with a damaged character in line 2: "
    ):
        read_bytes("\ufeffOne.\nTwo.".encode("utf-16-le")[:-1], "draft.txt")


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n", "\ufeff".encode(), "\u200b\u00ad\n\ufeff".encode()])
def test_empty_drafts(data: bytes) -> None:
    with pytest.raises(UnreadableDraft, match=r"^draft\.md is empty: "):
        read_bytes(data, "draft.md")


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDraft, match=r"^gone\.txt was not found: "):
        read(tmp_path / "gone.txt")
    with pytest.raises(UnreadableDraft, match=rf"^{tmp_path.name} is a folder: "):
        read(tmp_path)
    with pytest.raises(UnreadableDraft, match=r"^a+ could not be read \("):
        read(tmp_path / ("a" * 5000))


def refuse(*_: object) -> None:
    raise PermissionError


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "draft.txt"
    path.write_text("The mayor spoke.", encoding="utf-8")
    path.chmod(0)
    if os.access(path, os.R_OK):  # as root and on Windows the file system does not refuse by itself
        monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(UnreadableDraft, match=r"^draft\.txt may not be read by you: "):
        read(path)


def test_gigantic_drafts_are_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "draft.txt"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(UnreadableDraft, match=r"^draft\.txt is larger than \d+ MB: "):
        read(path)
    with pytest.raises(UnreadableDraft, match=r"^draft\.txt is larger than \d+ MB: "):
        read_bytes(b"a" * (MAX_BYTES + 1), "draft.txt")


def test_messages_stay_one_line_whatever_the_file_is_called() -> None:
    with pytest.raises(UnreadableDraft, match=r"^a b\?\.txt is empty"):
        read_bytes(b"", "a\n\u202eb\udcff.txt")
