"""What no newsroom program would write: one sentence or a right result, in bounded time and memory."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pypdfium2
import pytest

from engine.text import UnreadableDraft, read, read_bytes
from engine.text.formats.isolated import Failed, isolated

CORPUS = Path(__file__).parents[3] / "corpus" / "files"
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
PARAGRAPH = "<w:p><w:r><w:t>The mayor spoke.</w:t></w:r></w:p>"


def spent() -> float:
    """Seconds of the processor, those of processes that have ended included: the clock also counts what
    other programs take."""
    return sum(os.times()[:4])


def package(parts: dict[str, str]) -> bytes:
    output = BytesIO()
    with ZipFile(output, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return output.getvalue()


def word(body: str, before: str = "", **parts: str) -> bytes:
    document = f"{before}<w:document {WORD}><w:body>{body}</w:body></w:document>"
    types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
    return package({"[Content_Types].xml": types, "word/document.xml": document, **parts})


def refused(data: bytes, name: str = "draft.docx") -> str:
    with pytest.raises(UnreadableDraft) as caught:
        read_bytes(data, name)
    return str(caught.value)


def pdf(*content: str, font: str = "/Type/Font/Subtype/Type1/BaseFont/Helvetica") -> bytes:
    """A page for each string of drawing operators."""
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(len(content)))
    objects = [
        "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>",
        f"<</Type/Pages/Count {len(content)}/Kids[{kids}]>>",
        f"<<{font}>>",
    ]
    for index, one in enumerate(content):
        resources = "/Resources<</Font<</F 3 0 R>>>>"
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]{resources}/Contents {5 + 2 * index} 0 R>>"
        )
        objects.append(f"<</Length {len(one)}>>stream\n{one}\nendstream")
    output = "%PDF-1.4\n"
    offsets = []
    for number, one in enumerate(objects, 1):
        offsets.append(len(output))
        output += f"{number} 0 obj{one}endobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    return (
        f"{output}xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(output)}\n%%EOF"
    ).encode()


LAUGHS = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
HOSTILE: dict[str, Callable[[], bytes]] = {
    "zip bomb": lambda: word(PARAGRAPH + " " * 200_000_000),
    "very many parts": lambda: package({"word/document.xml": "x", **{str(n): "" for n in range(50_000)}}),
    "very many paragraphs": lambda: word("<w:p/>" * 2_000_000),
    "very many runs": lambda: word(f"<w:p>{'<w:r><w:t>x</w:t></w:r>' * 700_000}</w:p>"),
    "very much text": lambda: word(f"<w:p><w:r><w:t>{'The mayor. ' * 1_800_000}</w:t></w:r></w:p>"),
    "very deep": lambda: word("<w:tbl>" * 5000 + "</w:tbl>" * 5000),
    "braces": lambda: b"{\\rtf1 " + b"{" * 2_000_000,
    "control words": lambda: b"{\\rtf1 " + b"\\b a" * 12_000_000 + b"}",
    "a page of paragraphs": lambda: b"<!doctype html>" + b"<p>" * 290_000,
    "a page of divisions": lambda: b"<!doctype html>" + b"<div>" * 290_000,
    "a page of links": lambda: b"<!doctype html>" + b"<a href=x>The " * 7_900,
    "a page of tables": lambda: b"<!doctype html>" + b"<table><tr><td>x" * 2_600,
    "a page too large": lambda: b"<!doctype html>" + b"<p>" * 400_000,
    "a mail of parts": lambda: b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
    + b"--b\n\nx\n" * 3_000_000,
    "a mail within mails": lambda: b"MIME-Version: 1.0\nFrom: a@b.c\n"
    + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3000)),
    "a sender of brackets": lambda: b"MIME-Version: 1.0\nFrom: " + b'"(' * 9000 + b"\n\nThe mayor spoke.",
    "drawing without end": lambda: pdf("0 0 m " + "9 9 l " * 3_000_000 + "S"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_take_seconds(name: str) -> None:
    data = HOSTILE[name]()
    started = spent()
    try:
        assert read_bytes(data, "draft").blocks
    except UnreadableDraft as error:
        assert "\n" not in str(error)
    assert spent() - started < 10


MEASURE = """
import sys
from pathlib import Path
from engine.text import UnreadableDraft, read_bytes
data = sys.stdin.buffer.read()
try:
    read_bytes(data, "draft")
except UnreadableDraft:
    pass
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(int(status["VmHWM"].split()[0]) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems say it in other ways")
@pytest.mark.parametrize(
    "name", ["zip bomb", "very many runs", "control words", "a page of paragraphs", "a mail of parts"]
)
def test_hostile_files_take_little_memory(name: str) -> None:
    measured = subprocess.run(
        [sys.executable, "-c", MEASURE], input=HOSTILE[name](), capture_output=True, check=True
    )
    assert int(measured.stdout) < 500


def test_a_size_that_lies_is_no_way_round_the_limit() -> None:
    data = bytearray(word(PARAGRAPH + " " * 60_000_000))
    size = (60_000_000 + len(f"<w:document {WORD}><w:body>{PARAGRAPH}</w:body></w:document>")).to_bytes(
        4, "little"
    )
    assert data.count(size) == 2
    assert "damaged" in refused(bytes(data.replace(size, (500).to_bytes(4, "little"))))


@pytest.mark.parametrize("before", [LAUGHS, OUTSIDE])
def test_entities_are_refused(before: str) -> None:
    body = "<w:p><w:r><w:t>&a;</w:t></w:r></w:p>"
    assert refused(word(body, before)).startswith("draft.docx holds a document type, ")


def test_a_page_reaches_for_nothing_outside() -> None:
    page = b'<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd">]><p>&a; The mayor spoke to the hall.</p>'
    assert "root:" not in read_bytes(page, "a.html").text


def test_ten_thousand_tracked_changes() -> None:
    change = (
        "<w:ins><w:r><w:t>new </w:t></w:r></w:ins><w:del><w:r><w:delText>old </w:delText></w:r></w:del>"
        "<w:moveFrom><w:r><w:t>gone </w:t></w:r></w:moveFrom>"
    )
    document = read_bytes(word(f"<w:p>{change * 10_000}</w:p>"), "draft.docx")
    assert document.text == ("new " * 10_000).strip()


def test_a_deleted_row_is_gone_and_still_counts() -> None:
    cell = "<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"
    gone = f"<w:tr><w:trPr><w:del/></w:trPr>{cell.format('gone')}</w:tr>"
    document = read_bytes(word(f"<w:tbl>{gone}<w:tr>{cell.format('kept')}</w:tr></w:tbl>"), "draft.docx")
    assert document.text == "kept"
    assert document.locations[0].paragraph == 1


@pytest.mark.parametrize(
    ("inner", "message"),
    [
        ("EncryptedPackage", "draft.docx is protected by a password: "),
        ("WordDocument", "draft.docx seems to be a Word document of the old .doc kind, "),
    ],
)
def test_old_and_encrypted_word_documents(inner: str, message: str) -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + inner.encode("utf-16-le") + bytes(500)
    assert refused(data).startswith(message)


def test_an_encrypted_open_document() -> None:
    data = package(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml": "<manifest:encryption-data/>",
            "content.xml": "\0\1\2",
        }
    )
    assert refused(data, "draft.odt").startswith("draft.odt is protected by a password: ")


def test_a_pdf_with_a_password() -> None:
    locked = (CORPUS / "harbor-libreoffice.pdf").read_bytes()
    at = locked.rindex(b"/Root")
    key = b"/Encrypt<</Filter/Standard/V 1/R 2/P -4/O(" + b"a" * 32 + b")/U(" + b"b" * 32 + b")>>/ID[(1)(1)]"
    assert refused(locked[:at] + key + locked[at:], "draft.pdf").startswith(
        "draft.pdf is protected by a password: "
    )


@pytest.mark.parametrize(
    "name", ["harbor-pandoc.docx", "harbor-pandoc.odt", "harbor-pandoc.rtf", "harbor-libreoffice.pdf"]
)
def test_the_content_decides_and_not_the_name(name: str) -> None:
    data = (CORPUS / name).read_bytes()
    right = read(CORPUS / name)
    for other in ("draft.txt", "draft.md", "draft.pdf", "draft"):
        document = read_bytes(data, other)
        assert (document.text, document.format) == (right.text, right.format)
    assert read_bytes(b"The mayor spoke.", "draft.docx").format == "txt"


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*-libreoffice.*")), ids=lambda path: path.name)
def test_truncated_files(path: Path) -> None:
    data = path.read_bytes()
    for share in (0.1, 0.5, 0.95):
        part = data[: int(share * len(data))]
        try:
            document = read_bytes(part, path.name)
        except UnreadableDraft as error:
            assert str(error).startswith(path.name)
        else:
            assert document.format in ("html", "mhtml", "pdf")  # what is there can be read


@pytest.mark.parametrize(
    "name", ["a draft.docx", "🚢 draft.docx", "черновик.docx", "草稿.docx", "a'b\"c.docx"]
)
def test_names_of_all_kinds_and_links(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes((CORPUS / "table-python.docx").read_bytes())
    assert read(path).name == name
    link = tmp_path / "link"
    link.symlink_to(path)
    assert read(link).text == read(path).text


def test_five_hundred_pages() -> None:
    source = pypdfium2.PdfDocument((CORPUS / "proof-libreoffice.pdf").read_bytes())
    book = pypdfium2.PdfDocument.new()
    while len(book) < 500:
        book.import_pages(source)
    output = BytesIO()
    book.save(output)
    started = spent()
    try:
        pages = [place.page or 0 for place in read_bytes(output.getvalue(), "book.pdf").locations]
    except UnreadableDraft as error:  # on a machine that is busy
        assert "too many pages" in str(error)
    else:
        assert max(pages) > 495
    assert spent() - started < 10


def test_fonts_that_do_not_say_which_letters_they_show() -> None:
    font = (
        "/Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/CharProcs<<>>"
        "/Encoding<</Type/Encoding/Differences[1/a1/a2/a3/a4/a5]>>/FirstChar 1/LastChar 5/Widths[9 9 9 9 9]"
    )
    message = refused(pdf("BT /F 12 Tf 40 300 Td (\\001\\002\\003\\004\\005) Tj ET", font=font), "draft.pdf")
    assert message.startswith("draft.pdf: page 1 has text in fonts that do not say which letters they show")


def test_a_script_in_a_pdf_is_not_run_and_its_text_is_read() -> None:
    assert (
        read_bytes(pdf("BT /F 12 Tf 40 300 Td (The mayor spoke.) Tj ET"), "a.pdf").text == "The mayor spoke."
    )


def crash(_: bytes) -> bytes:
    os.abort()


def hang(_: bytes) -> bytes:
    time.sleep(60)
    return b""


def compute(_: bytes) -> bytes:
    while True:
        pass


def grow(_: bytes) -> bytes:
    held = bytearray(os.urandom(1) * 300_000_000)
    time.sleep(60)
    return bytes(held)


@pytest.mark.parametrize(
    ("work", "reason"),
    [(crash, "it crashed"), (hang, "too long"), (compute, "too long"), (grow, "too much memory")],
)
def test_what_is_isolated_may_do_what_it_likes(work: Callable[[bytes], bytes], reason: str) -> None:
    with pytest.raises(Failed, match=reason):
        isolated(work, b"x" * 1_000_000, seconds=3, memory=200_000_000, longest=60 if work is not hang else 5)
