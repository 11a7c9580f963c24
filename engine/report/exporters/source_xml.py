"""XML that is added to without being rewritten: elements that know where they stand in the bytes.

Nothing outside the bytes is ever read: a document type, and with it every entity of its own, is refused.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers.expat import ExpatError, ParserCreate
from xml.sax.saxutils import escape, quoteattr

from engine.report.exporters.errors import Unexportable
from engine.report.safe import for_page

_MOST_ELEMENTS = 200_000  # a novel with its formatting has less; more would take too much memory
_DEEPEST = 512  # elements within one another: more is no office program's
_NO_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Text:
    """Characters and the range of bytes they take; a reference (&amp;) is a Text of its own."""

    value: str
    start: int
    end: int

    def places(self) -> list[tuple[int, int]]:
        """The bytes of each character."""
        if len(self.value) == 1:
            return [(self.start, self.end)]
        places = []
        start = self.start
        for character in self.value:
            end = start + len(character.encode())
            places.append((start, end))
            start = end
        return places


@dataclass(slots=True)
class Element:
    """An element: its tags and contents as offsets into the bytes.

    name and the names of attributes are PREFIX:LOCAL, the prefix being the one that `parse` was given for
    the namespace, "?" for others and none for no namespace. inner and inner_end enclose the contents; for
    an empty tag both are equal to end.
    """

    name: str
    attributes: dict[str, str]
    start: int
    inner: int = 0
    inner_end: int = 0
    end: int = 0
    children: "list[Element | Text]" = field(default_factory=list)

    def elements(self) -> "Iterator[Element]":
        return (child for child in self.children if isinstance(child, Element))

    def child(self, name: str) -> "Element | None":
        return next((child for child in self.elements() if child.name == name), None)

    def walk(self) -> "Iterator[Element]":
        """This element and all in it, in order."""
        yield self
        for child in self.elements():
            yield from child.walk()

    @property
    def is_empty_tag(self) -> bool:
        return self.inner == self.end


def parse(data: bytes, namespaces: Mapping[str, str], part: str) -> Element:
    """The root of the XML in data; part names it in messages, namespaces gives each URI a prefix.

    Raises Unexportable where it is not well-formed UTF-8 XML, or bears a document type.
    """
    builder = _Builder(data, namespaces, part)
    try:
        return builder.run()
    except ExpatError as error:
        raise Unexportable(
            f"The draft's {part} is damaged ({error}): open it in its program, save it again and check it."
        ) from error


def splice(data: bytes, insertions: Iterable[tuple[int, str]]) -> bytes:
    """data with each text put in at its offset; those of one offset in the order given."""
    pieces: list[bytes] = []
    done = 0
    for offset, text in sorted(insertions, key=lambda one: one[0]):
        pieces += data[done:offset], text.encode()
        done = offset
    return b"".join([*pieces, data[done:]])


def content(text: str) -> str:
    """text as the contents of an element; what XML does not allow becomes U+FFFD."""
    return escape(_allowed(text))


def attribute(text: str) -> str:
    """text as an attribute's value, with its quotation marks."""
    return quoteattr(_allowed(text))


def _allowed(text: str) -> str:
    return _NO_XML.sub("\ufffd", for_page(text))


class _Builder:
    def __init__(self, data: bytes, namespaces: Mapping[str, str], part: str) -> None:
        self._data = data
        self._namespaces = namespaces
        self._part = part
        self._open: list[Element] = []
        self._root: Element | None = None
        self._count = 0
        self._tag_ends_next = False
        self._text: str | None = None
        self._text_start = 0
        self._parser = ParserCreate(namespace_separator="}")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.CommentHandler = lambda _text: self._until_here()
        self._parser.ProcessingInstructionHandler = lambda _target, _text: self._until_here()
        self._parser.XmlDeclHandler = self._declaration
        self._parser.StartDoctypeDeclHandler = lambda *_: self._refuse("a document type")
        self._parser.StartCdataSectionHandler = lambda: self._refuse("literal sections")

    def run(self) -> Element:
        if self._data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            self._refuse("an unusual encoding")
        self._parser.Parse(self._data, True)
        assert self._root is not None  # else expat would have found no element
        return self._root

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._until_here()
        self._count += 1
        if len(self._open) >= _DEEPEST:
            self._refuse("too many levels")
        if self._count > _MOST_ELEMENTS:
            self._refuse("far more than a draft does")
        named = {self._short(key): value for key, value in attributes.items()}
        element = Element(self._short(name), named, self._parser.CurrentByteIndex)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)
        self._tag_ends_next = True

    def _end(self, _name: str) -> None:
        here = self._parser.CurrentByteIndex
        element = self._open[-1]
        if self._tag_ends_next and self._data[here - 2 : here] == b"/>":
            element.inner = element.inner_end = element.end = here
            self._tag_ends_next = False
        else:
            self._until_here()
            element.inner_end = here
            element.end = self._data.index(b">", here) + 1
        self._open.pop()

    def _characters(self, text: str) -> None:
        self._until_here()
        self._text = text
        self._text_start = self._parser.CurrentByteIndex

    def _until_here(self) -> None:
        """Whatever came before ends where this event begins."""
        here = self._parser.CurrentByteIndex
        if self._tag_ends_next:
            self._open[-1].inner = here
            self._tag_ends_next = False
        if self._text is not None and self._open:
            self._open[-1].children.append(Text(self._text, self._text_start, here))
        self._text = None

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() not in ("utf-8", "us-ascii"):
            self._refuse("an unusual encoding")

    def _short(self, name: str) -> str:
        namespace, _, local = name.rpartition("}")
        if not namespace:
            return local
        return f"{self._namespaces.get(namespace, '?')}:{local}"

    def _refuse(self, what: str) -> NoReturn:
        raise Unexportable(
            f"The draft's {self._part} holds {what}, which cannot be annotated: "
            "open it in its program, save it again and check it."
        )
