"""Word documents (.docx, .docm): the body as it reads once all tracked changes are accepted.

Comments, notes, headers, footers and text boxes are asides. Nothing is run and nothing outside the file is
looked up: templates, linked pictures and macros are parts or addresses that are never opened.
"""

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.text.document import Aside, AsideKind, Location
from engine.text.formats.content import Content, Paragraph, Paragraphs
from engine.text.formats.package import Package, damaged
from engine.text.formats.properties import properties
from engine.text.formats.xml import stream

_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",  # Strict Open XML
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/package/2006/relationships": "r",
}
_SIGNS = {
    "w:tab": "\t", "w:ptab": "\t", "w:br": "\n", "w:cr": "\n",
    "w:noBreakHyphen": "\u2011", "w:softHyphen": "\u00ad",
}  # fmt: skip
_DELETED = {"w:del", "w:moveFrom"}
_UNSEEN = {"w:rt", "mc:Fallback"}  # readings over characters; a second copy for older programs
_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
_QUOTES = {"quote", "intense quote", "quotations", "block text", "block quotation"}
_PARTS: dict[str, AsideKind] = {
    "comments": "comment", "footnotes": "footnote", "endnotes": "endnote",
    "header": "header", "footer": "footer",
}  # fmt: skip
_ITEMS = {"w:comment", "w:footnote", "w:endnote", "w:hdr", "w:ftr"}
_LONGEST_CHAIN = 20  # of styles that are based on one another


@dataclass(frozen=True)
class _Style:
    level: int | None = None
    quoted: bool = False


@dataclass
class _Open:
    """A paragraph that is being read."""

    number: int
    text: list[str] = field(default_factory=list)
    style: str = ""
    outline: int | None = None
    is_joined_to_next: bool = False


def read(package: Package, name: str) -> Content:
    """Raises UnreadableDraft."""
    main, relations = _main(package, name)
    styles = _styles(package.part(relations.get("styles", [""])[0]), name)
    body = _Reader("w:body", styles, name)
    source = package.part(main)
    if source is None:
        raise damaged(name)
    stream(source, _PREFIXES, body, name)
    about = properties(package.part("docProps/core.xml"), name)
    content = Content(
        body.paragraphs.found, about.get("dc:title"), about.get("dc:creator"), about.get("dcterms:modified")
    )
    content.asides += [Aside("text box", text) for text in body.boxes]
    for relation, kind in _PARTS.items():
        for part in relations.get(relation, []):
            content.asides += [Aside(kind, text) for text in _items(package.part(part), styles, name)]
    return content


def _items(data: bytes | None, styles: Mapping[str, _Style], name: str) -> list[str]:
    """The text of each comment or note of a part, or of the one header that it is."""
    if data is None:
        return []
    reader = _Reader("", styles, name)
    stream(data, _PREFIXES, reader, name)
    return reader.items


def _main(package: Package, name: str) -> tuple[str, dict[str, list[str]]]:
    """The main part's name and what it refers to inside the file: from kind ("styles") to parts."""
    outer = _relations(package.part("_rels/.rels"), "", name)
    main = outer.get("officeDocument", ["word/document.xml"])[0]
    folder, file = posixpath.split(main)
    return main, _relations(package.part(posixpath.join(folder, "_rels", f"{file}.rels")), folder, name)


def _relations(data: bytes | None, folder: str, name: str) -> dict[str, list[str]]:
    reader = _Relations(folder)
    if data is not None:
        stream(data, _PREFIXES, reader, name)
    return reader.found


class _Relations:
    def __init__(self, folder: str) -> None:
        self.found: dict[str, list[str]] = {}
        self._folder = folder

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "r:Relationship" and attributes.get("TargetMode") != "External":
            kind = attributes.get("Type", "").rpartition("/")[2]
            target = posixpath.join("/", self._folder, attributes.get("Target", ""))
            parts = self.found.setdefault(kind, [])
            if (part := posixpath.normpath(target).lstrip("/")) not in parts:
                parts.append(part)

    def end(self, name: str) -> None: ...

    def text(self, text: str) -> None: ...


def _styles(data: bytes | None, name: str) -> dict[str, _Style]:
    reader = _Styles()
    if data is not None:
        stream(data, _PREFIXES, reader, name)
    return {key: reader.style(key) for key in reader.names}


class _Styles:
    """Paragraph styles by their ids; what a style does not say, the one it is based on may."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self._outlines: dict[str, int] = {}
        self._bases: dict[str, str] = {}
        self._id = ""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        value = attributes.get("w:val", "")
        if name == "w:style":
            self._id = attributes.get("w:styleId", "")
            self.names[self._id] = ""
        elif name == "w:name" and self._id:
            self.names[self._id] = value.lower()
        elif name == "w:basedOn" and self._id:
            self._bases[self._id] = value
        elif name == "w:outlineLvl" and self._id and value.isdecimal():
            self._outlines[self._id] = int(value)

    def end(self, name: str) -> None:
        if name == "w:style":
            self._id = ""

    def text(self, text: str) -> None: ...

    def style(self, key: str) -> _Style:
        quoted = False
        for _ in range(_LONGEST_CHAIN):
            name = self.names.get(key, "")
            if name == "title":
                return _Style(0)
            if heading := _HEADING.fullmatch(name):
                return _Style(int(heading[1]))
            if key in self._outlines:
                return _Style(_level(self._outlines[key]))
            quoted |= name in _QUOTES
            key = self._bases.get(key, "")
        return _Style(quoted=quoted)


def _level(outline: int) -> int | None:
    return outline + 1 if outline < 9 else None  # the tenth is body text


class _Reader:
    """Paragraphs inside the element `within`, or, for a part that has none, the texts of its items."""

    def __init__(self, within: str, styles: Mapping[str, _Style], name: str) -> None:
        self.paragraphs = Paragraphs(name)
        self.boxes: list[str] = []
        self.items: list[str] = []
        self._name = name
        self._within = within
        self._styles = styles
        self._is_inside = not within
        self._unseen = 0  # how many elements that hide their contents are open
        self._stack: list[str] = []
        self._open: list[_Open] = []
        self._box_texts: list[list[str]] = []
        self._deleted_rows: list[bool] = []
        self._number = 0
        self._joined: Paragraph | None = None
        self._is_separator = False
        self._in_text = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        parent = self._stack[-1] if self._stack else ""
        self._stack.append(name)
        if name == self._within:
            self._is_inside = True
        if not self._is_inside:
            return
        if name in _UNSEEN or (name in _DELETED and not parent.endswith("Pr")):
            self._unseen += 1
        elif name == "w:p":
            self._open.append(_Open(self._number))
            self._number += not self._box_texts
        elif name == "w:txbxContent":
            self._box_texts.append([])
        elif name == "w:tr":
            self._deleted_rows.append(False)
        elif name in _ITEMS:
            self._is_separator = attributes.get("w:type") not in (None, "normal")
            self.paragraphs = Paragraphs(self._name)
        else:
            self._inside(name, parent, attributes)

    def _inside(self, name: str, parent: str, attributes: Mapping[str, str]) -> None:
        if name == "w:t":
            self._in_text = True
        elif name in _DELETED and parent == "w:trPr" and self._deleted_rows:
            self._deleted_rows[-1] = True
        elif not self._open:
            return
        elif name in _SIGNS and parent == "w:r" and not self._unseen:
            self._open[-1].text.append(_SIGNS[name])
        elif name == "w:pStyle":
            self._open[-1].style = attributes.get("w:val", "")
        elif name == "w:outlineLvl" and (value := attributes.get("w:val", "")).isdecimal():
            self._open[-1].outline = int(value)
        elif name in _DELETED and parent == "w:rPr" and self._stack[-3:-2] == ["w:pPr"]:
            self._open[-1].is_joined_to_next = True

    def end(self, name: str) -> None:
        self._stack.pop()
        if not self._is_inside:
            return
        if name in _UNSEEN or (name in _DELETED and not (self._stack and self._stack[-1].endswith("Pr"))):
            self._unseen -= 1
        elif name == "w:t":
            self._in_text = False
        elif name == "w:p" and self._open:
            self._close(self._open.pop())
        elif name == "w:txbxContent" and self._box_texts:
            texts = self._box_texts.pop()
            if not self._unseen:
                self.boxes.append("\n".join(texts))
        elif name == "w:tr" and self._deleted_rows:
            self._deleted_rows.pop()
        elif name in _ITEMS and not self._is_separator:
            self.items.append("\n".join(paragraph.text for paragraph in self.paragraphs.found))
        elif name == self._within:
            self._is_inside = False
            self._finish()

    def text(self, text: str) -> None:
        if self._in_text and self._open and not self._unseen:
            self._open[-1].text.append(text)

    def _close(self, paragraph: _Open) -> None:
        text = "".join(paragraph.text)
        if self._box_texts:
            self._box_texts[-1].append(text)
        elif not any(self._deleted_rows):
            self._add(paragraph, text)

    def _add(self, paragraph: _Open, text: str) -> None:
        style = self._styles.get(paragraph.style, _Style())
        level = style.level if paragraph.outline is None else _level(paragraph.outline)
        before = self._joined or Paragraph("")
        start = len(before.text)
        here = Location(start, start + len(text), paragraph=paragraph.number, offset=0)
        added = Paragraph(
            before.text + text, (*before.places, *([here] if text else [])), level, style.quoted
        )
        self._joined = added if paragraph.is_joined_to_next else None
        if not paragraph.is_joined_to_next:
            self.paragraphs.add(added)

    def _finish(self) -> None:
        if self._joined is not None:
            self.paragraphs.add(self._joined)
            self._joined = None
