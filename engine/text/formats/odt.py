"""OpenDocument texts (.odt, .ott): the body as it reads once all tracked changes are accepted.

Notes, annotations, frames, headers and footers are asides. Macros and links are never opened.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.text.document import Aside, AsideKind, Location
from engine.text.formats.content import Content, Paragraph, Paragraphs
from engine.text.formats.package import Package, damaged, protected
from engine.text.formats.properties import properties
from engine.text.formats.xml import stream

_NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
_PREFIXES = {
    f"{_NAMES}{space}:1.0": prefix
    for space, prefix in {
        "office": "office", "text": "text", "style": "style", "drawing": "draw", "manifest": "manifest",
    }.items()
}  # fmt: skip
_PARAGRAPHS = {"text:p", "text:h"}
_SIGNS = {"text:tab": "\t", "text:line-break": "\n"}
_ASIDES: dict[str, AsideKind] = {
    "text:note": "footnote", "office:annotation": "comment", "draw:frame": "text box",
    "draw:custom-shape": "text box", "style:header": "header", "style:footer": "footer",
}  # fmt: skip
_UNSEEN = {"text:tracked-changes", "text:ruby-text", "text:note-citation", "office:meta", "office:forms"}
_UNSEEN |= {"style:header-left", "style:header-first", "style:footer-left", "style:footer-first"}
_QUOTES = {"quotations", "quote", "block quotation", "blockquote", "block_20_quotation", "block_20_text"}
_SPACE = re.compile(r"[ \t\r\n]+")
_MOST_SPACES = 1000
_LONGEST_CHAIN = 20


@dataclass
class _Open:
    """A paragraph that is being read; number is None in an aside, depth how many asides it is in."""

    number: int | None
    depth: int
    style: str
    level: int | None
    text: list[str] = field(default_factory=list)
    ends_in_space: bool = True


def read(package: Package, name: str) -> Content:
    """Raises UnreadableDraft."""
    manifest = package.part("META-INF/manifest.xml") or b""
    if b"encryption-data" in manifest:
        raise protected(name)
    source = package.part("content.xml")
    if source is None:
        raise damaged(name)
    styles = _Styles()
    head = package.part("styles.xml")
    if head is not None:
        stream(head, _PREFIXES, styles, name)
    stream(source, _PREFIXES, styles, name)
    body = _Reader(styles, name)
    stream(source, _PREFIXES, body, name)
    about = properties(package.part("meta.xml"), name)
    content = Content(
        body.paragraphs.found, about.get("dc:title"), about.get("meta:initial-creator"), about.get("dc:date")
    )
    content.asides += body.asides
    if head is not None:
        outer = _Reader(styles, name)
        stream(head, _PREFIXES, outer, name)
        content.asides += outer.asides
    return content


class _Styles:
    """Paragraph styles by name: what they are based on, and what they are called for people."""

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "style:style":
            self._parents[attributes.get("style:name", "")] = attributes.get("style:parent-style-name", "")

    def end(self, name: str) -> None: ...

    def text(self, text: str) -> None: ...

    def chain(self, style: str) -> list[str]:
        """The style's name and those it is based on, in small letters."""
        found: list[str] = []
        while style and len(found) < _LONGEST_CHAIN:
            found.append(style.lower())
            style = self._parents.get(style, "")
        return found


class _Reader:
    """Paragraphs inside office:text, and asides wherever they are."""

    def __init__(self, styles: _Styles, name: str) -> None:
        self.paragraphs = Paragraphs(name)
        self.asides: list[Aside] = []
        self._styles = styles
        self._is_inside = False
        self._unseen = 0
        self._open: list[_Open] = []
        self._aside_texts: list[list[str]] = []
        self._number = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "office:text":
            self._is_inside = True
        elif name in _UNSEEN:
            self._unseen += 1
        elif self._unseen:
            return
        elif name in _ASIDES:
            self._aside_texts.append([])
        elif name in _PARAGRAPHS:
            self._begin(name, attributes)
        elif self._open:
            self._sign(name, attributes)

    def _begin(self, name: str, attributes: Mapping[str, str]) -> None:
        level = attributes.get("text:outline-level", "")
        style = attributes.get("text:style-name", "")
        if "title" in self._styles.chain(style):
            heading: int | None = 0
        elif name == "text:h":
            heading = min(9, int(level)) if level.isdecimal() and level.isascii() and int(level) else 1
        else:
            heading = None
        in_body = self._is_inside and not self._aside_texts
        self._open.append(_Open(self._number if in_body else None, len(self._aside_texts), style, heading))
        self._number += in_body

    def _sign(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "text:s":
            count = attributes.get("text:c", "1")
            number = int(count) if count.isdecimal() and len(count) < 6 else 1
            self._open[-1].text.append(" " * min(number, _MOST_SPACES))
            self._open[-1].ends_in_space = False
        elif name in _SIGNS:
            self._open[-1].text.append(_SIGNS[name])
            self._open[-1].ends_in_space = True

    def end(self, name: str) -> None:
        if name == "office:text":
            self._is_inside = False
        elif name in _UNSEEN:
            self._unseen -= 1
        elif self._unseen:
            return
        elif name in _ASIDES and self._aside_texts:
            self.asides.append(Aside(_ASIDES[name], "\n".join(self._aside_texts.pop())))
        elif name in _PARAGRAPHS and self._open:
            self._close(self._open.pop())

    def text(self, text: str) -> None:
        if not self._open or self._unseen:
            return
        paragraph = self._open[-1]
        if paragraph.depth != len(self._aside_texts):  # a comment's author, a picture's description
            return
        text = _SPACE.sub(" ", text)
        if paragraph.ends_in_space:
            text = text.removeprefix(" ")
        if text:
            paragraph.text.append(text)
            paragraph.ends_in_space = text.endswith(" ")

    def _close(self, paragraph: _Open) -> None:
        text = "".join(paragraph.text)
        if paragraph.number is None:
            if self._aside_texts:
                self._aside_texts[-1].append(text)
            return
        place = Location(0, len(text), paragraph=paragraph.number, offset=0)
        quoted = not _QUOTES.isdisjoint(self._styles.chain(paragraph.style))
        self.paragraphs.add(Paragraph(text, (place,) if text else (), paragraph.level, quoted))
