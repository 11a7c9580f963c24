"""Reading comments back with an XML parser of another make than the exporters'."""

import re
from collections.abc import Iterator

from lxml import etree

from tests.engine.report.exporters.making import WORD, unzipped

W = f"{{{WORD}}}"
_SPACE = "urn:oasis:names:tc:opendocument:xmlns"
OFFICE, TEXT = f"{{{_SPACE}:office:1.0}}", f"{{{_SPACE}:text:1.0}}"
_SPACE_RUN = re.compile("[ \\t\\r\\n]+")
_SIGNS = {f"{W}tab": "\t", f"{W}br": "\n", f"{W}noBreakHyphen": "\u2011"}
_ODT_SIGNS = {f"{TEXT}tab": "\t", f"{TEXT}line-break": "\n"}


def word_comments(data: bytes) -> list[tuple[str, str, str]]:
    """Author, contents and commented words of each comment, in the order of the comments part."""
    parts = unzipped(data)
    ranges = _word_ranges(etree.fromstring(parts["word/document.xml"]))
    return [
        (
            comment.get(f"{W}author"),
            "\n".join(_joined(paragraph, f"{W}t") for paragraph in comment.iter(f"{W}p")),
            ranges[comment.get(f"{W}id")],
        )
        for comment in etree.fromstring(parts["word/comments.xml"]).iter(f"{W}comment")
    ]


def _word_ranges(root: etree._Element) -> dict[str, str]:
    """From each comment's id to the words between its marks, tracked changes accepted."""
    open_: dict[str, str] = {}
    closed: dict[str, str] = {}
    referred: list[str] = []
    for element in root.iter():
        key = element.get(f"{W}id")
        if element.tag == f"{W}commentRangeStart":
            open_[key] = ""
        elif element.tag == f"{W}commentRangeEnd":
            closed[key] = open_.pop(key)
        elif element.tag == f"{W}commentReference":
            referred.append(key)
        elif element.tag == f"{W}t" or element.tag in _SIGNS:
            text = (element.text or "") if element.tag == f"{W}t" else _SIGNS[element.tag]
            open_ = {one: words + text for one, words in open_.items()}
    assert not open_
    assert len(referred) == len(set(referred))
    assert closed.keys() <= set(referred)  # a comment may stand at a point
    return dict.fromkeys(referred, "") | closed


def odt_comments(data: bytes) -> list[tuple[str, str, str]]:
    """Author, contents and commented words of each annotation that has a range, in order."""
    root = etree.fromstring(unzipped(data)["content.xml"])
    found: dict[str, list[str]] = {}
    words: dict[str, str] = {}
    open_: set[str] = set()
    for kind, value in _odt_events(root):
        if kind == "start":
            name = value.get(f"{OFFICE}name")
            found[name] = [one.text or "" for one in value]
            words[name] = ""
            open_.add(name)
        elif kind == "end":
            open_.remove(value.get(f"{OFFICE}name"))
        else:
            words |= {name: words[name] + value for name in open_}
    return [
        (author, "\n".join(lines), words[name])
        for name, (author, _date, *lines) in (
            (name, parts) for name, parts in found.items() if name not in open_
        )
    ]


def _odt_events(element: etree._Element) -> Iterator[tuple[str, object]]:
    if element.tag == f"{OFFICE}annotation":
        yield "start", element
    elif element.tag == f"{OFFICE}annotation-end":
        yield "end", element
    elif element.tag in _ODT_SIGNS:
        yield "text", _ODT_SIGNS[element.tag]
    elif element.tag == f"{TEXT}s":
        yield "text", " " * int(element.get(f"{TEXT}c", "1"))
    elif element.tag not in (f"{TEXT}tracked-changes", f"{TEXT}note"):
        if element.text:
            yield "text", _SPACE_RUN.sub(" ", element.text)
        for child in element:
            yield from _odt_events(child)
            if child.tail:
                yield "text", _SPACE_RUN.sub(" ", child.tail)


def _joined(element: etree._Element, tag: str) -> str:
    return "".join(one.text or "" for one in element.iter(tag))
