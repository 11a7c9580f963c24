import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.report.exporters import Unexportable
from engine.report.exporters.source_xml import Element, Text, attribute, content, parse, splice

NAMES = {"urn:a": "a"}


def texts(element: Element) -> list[Text]:
    return [one for inner in element.walk() for one in inner.children if isinstance(one, Text)]


def test_elements_know_their_tags_and_contents() -> None:
    data = b'<?xml version="1.0"?>\n<x:r xmlns:x="urn:a" k="1"><x:e/>t<x:f x:k="&gt;"></x:f ></x:r>'
    root = parse(data, NAMES, "part")
    assert (root.name, root.attributes) == ("a:r", {"k": "1"})
    assert data[root.start : root.inner] == b'<x:r xmlns:x="urn:a" k="1">'
    empty, full = root.elements()
    assert data[empty.start : empty.end] == b"<x:e/>"
    assert empty.is_empty_tag
    assert data[full.start : full.end] == b'<x:f x:k="&gt;"></x:f >'
    assert (full.name, full.attributes, full.is_empty_tag) == ("a:f", {"a:k": ">"}, False)
    assert data[root.inner_end : root.end] == b"</x:r>"


def test_characters_know_their_bytes() -> None:
    data = "<r>é&amp;😀&#xe9;\r\n<!-- no -->z</r>".encode()
    places = [
        (character, data[start:end].decode())
        for one in texts(parse(data, {}, "part"))
        for character, (start, end) in zip(one.value, one.places(), strict=True)
    ]
    assert places == [("é", "é"), ("&", "&amp;"), ("😀", "😀"), ("é", "&#xe9;"), ("\n", "\r\n"), ("z", "z")]


@given(st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")))
def test_any_text_is_found_character_by_character(text: str) -> None:
    data = f"<r>{content(text)}</r>".encode()
    found = [
        (character, data[start:end].decode())
        for one in texts(parse(data, {}, "part"))
        for character, (start, end) in zip(one.value, one.places(), strict=True)
    ]
    assert [character for character, _ in found] == list(text)
    assert all(raw == content(character) for character, raw in found)


def test_a_byte_order_mark_moves_everything() -> None:
    data = "\ufeff<r>ab</r>".encode()
    (text,) = texts(parse(data, {}, "part"))
    assert data[text.start : text.end] == b"ab"


def test_splicing_keeps_the_order_of_one_place() -> None:
    assert splice(b"abc", [(3, "4"), (1, "1"), (1, "2"), (0, "0")]) == b"0a12bc4"


def test_what_is_not_xml_text_becomes_a_sign() -> None:
    assert content("a<&\x00\ud800\uffff>") == "a&lt;&amp;\ufffd\ufffd\ufffd&gt;"
    assert attribute('a"<') == "'a\"&lt;'"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>', "a document type"),
        (b'<!DOCTYPE r SYSTEM "http://example.org/r.dtd"><r/>', "a document type"),
        (b"<r>", "is damaged"),
        (b"", "is damaged"),
        (b"<r><![CDATA[x]]></r>", "literal sections"),
        (b"<r>" * 600 + b"</r>" * 600, "too many levels"),
        ('<?xml version="1.0" encoding="iso-8859-1"?><r>é</r>'.encode("latin-1"), "an unusual encoding"),
        ("<r/>".encode("utf-16"), "an unusual encoding"),
    ],
)
def test_what_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(Unexportable, match=message):
        parse(data, {}, "word/document.xml")


def test_500_levels_can_be_walked() -> None:
    root = parse(b"<r>" * 500 + b"</r>" * 500, {}, "part")
    assert len(list(root.walk())) == 500
