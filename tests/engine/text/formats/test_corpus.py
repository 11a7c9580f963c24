"""Drafts that real programs wrote: every paragraph, heading, quotation and place as a person finds them."""

import hashlib
import re
import socket
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import docx
import pypdfium2
import pytest
from lxml import etree

from engine.text import Document, Location, clean, read, split
from engine.text.blocks import cleaned
from tests.corpus.expected import PARAGRAPHS, SPEAKERS

CORPUS = Path(__file__).parents[3] / "corpus" / "files"
FILES = sorted(CORPUS.iterdir())
UNSTYLED = ("txt", "eml", "pdf")  # formats that say nothing, or little, of headings and block quotations
_CURLY = str.maketrans("“”‘’", "\"\"''")


def stem(path: Path) -> str:
    return re.split(r"[-.]", path.name)[0]


def named(*endings: str) -> list[Path]:
    return [path for path in FILES if path.suffix[1:] in endings]


def marked(document: Document) -> list[str]:
    """As the expected ones are written; pandoc and others make straight marks curly."""
    marks = {"heading": "# ", "paragraph": ""}
    return [
        ("> " if block.quoted else marks[block.kind]) + cleaned(document, block).text.translate(_CURLY)
        for block in document.blocks
    ]


def expected(path: Path) -> list[str]:
    found = [line.translate(_CURLY) for line in PARAGRAPHS[stem(path)]]
    if path.name == "revised-libreoffice.rtf":  # where LibreOffice marks the whole merged paragraph deleted
        found[2] = "here, once its mark is deleted."
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_paragraph_is_read(path: Path) -> None:
    document = read(path)
    found, wanted = marked(document), expected(path)
    if document.format in UNSTYLED or path.name == "harbor-pandoc.rtf":
        found = [line.removeprefix("# ").removeprefix("> ") for line in found]
        wanted = [line.removeprefix("# ").removeprefix("> ") for line in wanted]
    assert found == wanted
    assert document.format == path.suffix[1:]


@pytest.mark.parametrize("path", [path for path in FILES if stem(path) != "scan"], ids=lambda path: path.name)
def test_the_headline_is_the_title(path: Path) -> None:
    assert read(path).title == PARAGRAPHS[stem(path)][0].removeprefix("# ")


@pytest.mark.parametrize(
    "path", [path for path in FILES if stem(path) in SPEAKERS], ids=lambda path: path.name
)
def test_every_quotation_has_its_speaker(path: Path) -> None:
    document = read(path)
    found = [
        (clean(document.text[one.inner_start : one.inner_end]).text.translate(_CURLY), one.speaker)
        for one in document.quotations
        if one.kind != "block"
    ]
    wanted = [(words.translate(_CURLY), speaker) for words, speaker in SPEAKERS[stem(path)]]
    assert [(w, s and s.translate(_CURLY)) for w, s in found] == wanted
    assert [one.is_authors for one in document.quotations if one.kind != "block"] == [
        s is None for _, s in wanted
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_passage_has_a_place_and_the_original_stays_as_it_was(path: Path) -> None:
    before = path.read_bytes(), path.stat().st_mtime_ns
    document = read(path)
    assert document.data_sha256 == hashlib.sha256(before[0]).hexdigest()
    for passage in split(document):
        for start, end in passage.sentences:
            place = passage.locate(start, end)
            assert (
                clean(document.text[slice(*place)]).text == passage.text[start:end] or document.format == "md"
            )
            located = document.locate(*place)
            assert located[0].start == place[0]
            assert located[-1].end == place[1]
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u00ad]+", "", text)


def accepted(paragraph: etree._Element) -> str:
    """The accepted text of a w:p by another way: XPath."""
    word = {"w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main"}
    signs_wanted = ".//w:r/w:tab | .//w:r/w:br | .//w:noBreakHyphen | .//w:softHyphen"
    wanted = etree.XPath(f".//w:t[not(ancestor::w:txbxContent)] | {signs_wanted}", namespaces=word)
    parts = wanted(paragraph)
    signs = {"tab": "\t", "br": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
    return "".join(signs.get(etree.QName(part).localname, part.text or "") for part in parts)


def assert_at(document: Document, place: Location, paragraphs: list[str]) -> None:
    assert place.paragraph is not None and place.offset is not None
    text = document.text[place.start : place.end]
    assert paragraphs[place.paragraph][place.offset : place.offset + len(text)] == text


@pytest.mark.parametrize("path", named("docx"), ids=lambda path: path.name)
def test_locations_in_word_documents(path: Path) -> None:
    body = docx.Document(str(path)).element.body
    paragraphs = [
        accepted(one)
        for one in body.iter("{http://schemas.openxmlformats.org/wordprocessingml/2006/main}p")
        if not any(etree.QName(parent).localname == "txbxContent" for parent in one.iterancestors())
    ]
    document = read(path)
    assert len(document.locations) >= len(document.blocks)
    for place in document.locations:
        assert_at(document, place, paragraphs)


def test_a_merged_paragraph_has_two_places() -> None:
    document = read(CORPUS / "revised-python.docx")
    block = document.blocks[2]
    assert [(one.paragraph, one.offset) for one in document.locate(block.start, block.end)] == [
        (2, 0),
        (3, 0),
    ]
    at = document.text.index("here, once")
    assert [(one.paragraph, one.offset) for one in document.locate(at, at + 4)] == [(3, 1)]


@pytest.mark.parametrize("path", named("odt"), ids=lambda path: path.name)
def test_locations_in_open_documents(path: Path) -> None:
    with ZipFile(BytesIO(path.read_bytes())) as package:
        root = etree.fromstring(package.read("content.xml"))
    space = {
        prefix: f"urn:oasis:names:tc:opendocument:xmlns:{prefix}:1.0" for prefix in ("office", "text")
    } | {"draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"}
    elsewhere = "text:tracked-changes", "text:note", "office:annotation", "draw:frame", "draw:custom-shape"
    outside = " and ".join(f"not(ancestor::{name})" for name in elsewhere)
    found = root.xpath(f"//office:text//*[self::text:p or self::text:h][{outside}]", namespaces=space)
    document = read(path)
    for place in document.locations:
        assert place.paragraph is not None
        text = "".join(found[place.paragraph].xpath(f".//text()[{outside}]", namespaces=space))
        assert squeezed(document.text[place.start : place.end]) in squeezed(text)


@pytest.mark.parametrize("path", named("pdf"), ids=lambda path: path.name)
def test_locations_in_pdfs(path: Path) -> None:
    document = read(path)
    pdf = pypdfium2.PdfDocument(path.read_bytes())
    for place in document.locations:
        assert place.page is not None and place.box is not None
        page = pdf[place.page - 1]
        left, top, right, bottom = place.box
        height = page.get_height()
        found = page.get_textpage().get_text_bounded(left - 1, height - bottom, right + 1, height - top)
        shown = squeezed(document.text[place.start : place.end]).rstrip("-")
        assert re.sub("[\x02\ufffe-]$", "", squeezed(found)) == shown
    assert len({(place.page, place.box) for place in document.locations}) == len(document.locations)


@pytest.mark.parametrize("path", named("txt", "md", "eml"), ids=lambda path: path.name)
def test_locations_in_text_are_ranges_of_it(path: Path) -> None:
    document = read(path)
    if document.locations[0].source is None:
        assert path.name == "clinic-page.eml"
    else:
        assert all(place.source == (place.start, place.end) for place in document.locations)


@pytest.mark.parametrize("path", named("rtf", "html", "mhtml"), ids=lambda path: path.name)
def test_paragraphs_are_numbered_in_order(path: Path) -> None:
    numbers = [place.paragraph or 0 for place in read(path).locations]
    assert numbers == sorted(set(numbers))


def test_what_is_not_the_body_is_kept_apart() -> None:
    wanted = {
        ("comment", "Did he say this to us?"),
        ("text box", "A pull quote in a box"),
        ("header", "The Quay Courier"),
    }
    for name in ("revised-python.docx", "revised-libreoffice.odt"):
        assert {(aside.kind, aside.text) for aside in read(CORPUS / name).asides} == wanted
    assert {aside.kind for aside in read(CORPUS / "revised-libreoffice.rtf").asides} <= {
        "comment",
        "header",
        "text box",
    }


def test_the_byline_and_the_date_of_a_page() -> None:
    document = read(CORPUS / "page.html")
    assert (document.byline, document.date) == ("Ingrid Sorensen", "2026-01-14")


def test_a_scanned_page_is_said_by_its_number() -> None:
    (remark,) = read(CORPUS / "scan-chromium.pdf").remarks
    assert remark.startswith("scan-chromium.pdf: page 2 has no text, only pictures (a scan?)")


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    for path in named("html", "mhtml", "docx", "odt", "rtf", "eml"):
        assert read(path).text
