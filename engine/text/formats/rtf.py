"""Rich Text Format: the body as it reads once all tracked changes are accepted.

Notes, annotations, headers, footers and text boxes are asides; pictures, objects, fields' instructions and
whatever destination is not known are left out. Nothing is run or looked up.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.text.document import Aside, AsideKind, Location
from engine.text.formats.content import Content, Paragraph, Paragraphs
from engine.text.formats.package import damaged, too_large

_TOKEN = re.compile(
    r"\\(?P<word>[A-Za-z]{1,32})(?P<number>-?\d{1,10})?[ ]?"
    r"|\\'(?P<byte>[0-9A-Fa-f]{2})"
    r"|\\(?P<sign>[^A-Za-z'])"
    r"|(?P<brace>[{}])"
    r"|(?P<text>[^\\{}\r\n\0]+)"
    r"|[\r\n\0]+|\\",
    re.DOTALL,
)
_MOST_TOKENS = 1_000_000
_DEEPEST = 10_000

_CHARACTERS = {
    "tab": "\t", "line": "\n", "lbr": "\n", "emdash": "\u2014", "endash": "\u2013", "emspace": "\u2003",
    "enspace": "\u2002", "qmspace": "\u2005", "bullet": "\u2022", "lquote": "\u2018", "rquote": "\u2019",
    "ldblquote": "\u201c", "rdblquote": "\u201d", "zwj": "\u200d", "zwnj": "\u200c",
}  # fmt: skip
_SIGNS = {"~": "\u00a0", "_": "\u2011", "-": "\u00ad", "\\": "\\", "{": "{", "}": "}", "\t": "\t"}
_PARAGRAPH_ENDS = {"par", "sect", "cell", "nestcell"}
_ASIDES: dict[str, AsideKind] = {
    "footnote": "footnote", "annotation": "comment", "shptxt": "text box", "header": "header",
    "headerl": "header", "headerr": "header", "headerf": "header", "footer": "footer", "footerl": "footer",
    "footerr": "footer", "footerf": "footer",
}  # fmt: skip
_UNSEEN = {
    "colortbl", "pict", "objdata", "fldinst", "datafield", "listtext", "pntext", "pntxta", "pntxtb",
    "nonesttables", "nesttableprops", "xe", "tc", "txe", "filetbl", "revtbl", "sp", "atnid", "atnauthor",
    "atntime", "atndate", "atnref", "atrfstart", "atrfend", "bkmkstart", "bkmkend", "template", "operator",
    "company", "manager", "category", "keywords", "subject", "doccomm", "comment", "shprslt",
}  # fmt: skip
_OPENED = {"shpinst", "ud", "shpgrp"}  # optional destinations whose contents count
_TABLES = {"fonttbl", "stylesheet", "info", "title", "author", "upr"}
_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
_QUOTES = {"quote", "intense quote", "quotations", "block text", "block quotation"}
_CODE_PAGES = {
    0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 134: "gbk", 136: "cp950", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874",
    238: "cp1250",
}  # fmt: skip


@dataclass(frozen=True)
class _Group:
    """What a brace keeps and its end restores."""

    destination: str = "body"  # or a key of _ASIDES or _TABLES, or "" for what is left out
    fallback: int = 1  # how many characters after a \\u stand for it in older programs
    encoding: str = "cp1252"
    is_deleted: bool = False
    is_optional: bool = False  # after \\*
    begins: bool = True  # nothing but marks so far


def read(data: bytes, name: str) -> Content:
    """Raises UnreadableDraft."""
    reader = _Reader(name)
    reader.run(data.decode("latin-1"))
    return reader.content


class _Reader:
    def __init__(self, name: str) -> None:
        self.content = Content()
        self._paragraphs = Paragraphs(name)
        self.content.paragraphs = self._paragraphs.found
        self._name = name
        self._group = _Group()
        self._stack: list[_Group] = []
        self._text: list[str] = []  # of the paragraph, or of the aside or table entry that is open
        self._outer: list[tuple[int, list[str]]] = []  # texts that an aside interrupts, and its depth
        self._bytes = bytearray()
        self._to_skip = 0
        self._number = 0
        self._style = 0
        self._outline: int | None = None
        self._levels: dict[int, int] = {}
        self._quotes: set[int] = set()
        self._fonts: dict[int, str] = {}
        self._default = "cp1252"
        self._entry = 0  # the font or style that is being defined

    def run(self, source: str) -> None:
        at = tokens = 0
        while at < len(source):
            token = _TOKEN.match(source, at)
            if token is None:  # a backslash before the wrong thing
                at += 1
                continue
            at = token.end()
            tokens += 1
            if tokens > _MOST_TOKENS or len(self._stack) > _DEEPEST:
                raise too_large(self._name)
            if token["byte"] and not self._to_skip:
                self._bytes.append(int(token["byte"], 16))
                continue
            if token["text"]:
                self._plain(token["text"])
                continue
            self._decode_bytes()
            if token["byte"]:
                self._to_skip -= 1
            elif token["brace"]:
                self._brace(token["brace"])
                if not self._stack:
                    break
            elif token["word"]:
                number = None if token["number"] is None else int(token["number"])
                if token["word"] == "bin":
                    at += max(0, number or 0)
                else:
                    self._word(token["word"], number)
            elif token["sign"]:
                self._sign(token["sign"])
        if self._stack:
            raise damaged(self._name)
        self._decode_bytes()
        self._end_paragraph()

    def _plain(self, text: str) -> None:
        skipped = min(self._to_skip, len(text))
        self._to_skip -= skipped
        text = text[skipped:]
        if text.isascii():
            self._decode_bytes()
            self._put(text)
        else:
            self._bytes += text.encode("latin-1")

    def _decode_bytes(self) -> None:
        if self._bytes:
            text = self._bytes.decode(self._group.encoding, "replace")
            self._bytes.clear()
            self._put(text)

    def _put(self, text: str) -> None:
        group = self._group
        if not text or not group.destination or group.is_deleted:
            return
        if group.destination in ("fonttbl", "stylesheet"):
            self._define(text)
        elif group.destination == "title":
            self.content.title = (self.content.title or "") + text
        elif group.destination == "author":
            self.content.byline = (self.content.byline or "") + text
        elif group.destination not in _TABLES:
            self._text.append(text)

    def _define(self, text: str) -> None:
        name = text.strip().rstrip(";").lower()
        if self._group.destination == "stylesheet":
            if heading := _HEADING.fullmatch(name):
                self._levels[self._entry] = int(heading[1])
            elif name == "title":
                self._levels[self._entry] = 0
            elif name in _QUOTES:
                self._quotes.add(self._entry)

    def _brace(self, brace: str) -> None:
        self._to_skip = 0
        if brace == "{":
            self._stack.append(self._group)
            self._group = replace(self._group, is_optional=False, begins=True)
            self._entry = 0 if self._group.destination == "stylesheet" else self._entry
        elif self._stack:
            if self._outer and self._outer[-1][0] == len(self._stack):
                self._end_aside()
            self._group = self._stack.pop()

    def _begin_aside(self) -> None:
        self._outer.append((len(self._stack), self._text))
        self._text = []

    def _end_aside(self) -> None:
        kind = _ASIDES[self._group.destination]
        self.content.asides.append(Aside(kind, _paired("".join(self._text))))
        self._text = self._outer.pop()[1]

    def _word(self, word: str, number: int | None) -> None:
        if self._group.begins and self._group.destination:
            self._group = replace(self._group, begins=False)
            if self._enters(word):
                return
        self._to_skip = 0
        if word in _CHARACTERS:
            self._put(_CHARACTERS[word])
        elif word == "u" and number is not None:
            self._put(chr(number % 0x10000))
            self._to_skip = self._group.fallback
        elif word in _PARAGRAPH_ENDS:
            self._end_paragraph()
        elif change := _CHANGES.get(word):
            change(self, number)

    def _enters(self, word: str) -> bool:
        """Whether the first word of a group makes it a destination of its own."""
        group = self._group
        if word in _ASIDES and group.destination in ("body", *_ASIDES):
            self._group = replace(group, destination=word)
            self._begin_aside()
        elif word in _UNSEEN:
            self._group = replace(group, destination="")
        elif word in _TABLES:
            self._group = replace(group, destination=word)
        elif word == "ud":
            self._group = replace(
                group, destination=self._stack[-2].destination if len(self._stack) > 1 else ""
            )
        elif group.is_optional and word not in _OPENED and group.destination != "stylesheet":
            self._group = replace(group, destination="")
        else:
            return False
        return True

    def _sign(self, sign: str) -> None:
        if self._to_skip:
            self._to_skip -= 1
        elif sign == "*":
            self._group = replace(self._group, is_optional=True)
        elif sign in _SIGNS:
            self._put(_SIGNS[sign])
        elif sign in "\r\n":
            self._end_paragraph()

    def _end_paragraph(self) -> None:
        if self._outer:
            self._put("\n")
        elif self._group.destination == "body" and not self._group.is_deleted:
            text = _paired("".join(self._text))
            level = self._levels.get(self._style) if self._outline is None else self._outline + 1
            place = Location(0, len(text), paragraph=self._number, offset=0)
            quoted = self._style in self._quotes
            self._paragraphs.add(Paragraph(text, (place,) if text else (), level, quoted))
            self._text = []
            self._number += 1

    def _choose_font(self, number: int | None) -> None:
        if self._group.destination == "fonttbl":
            self._entry = number or 0
        else:
            encoding = self._fonts.get(number or 0, self._default)
            self._group = replace(self._group, encoding=encoding)

    def _set_charset(self, number: int | None) -> None:
        if self._group.destination == "fonttbl" and number in _CODE_PAGES:
            self._fonts[self._entry] = _CODE_PAGES[number] if number else self._default

    def _set_code_page(self, number: int | None) -> None:
        encoding = {10000: "mac_roman", 65001: "utf-8"}.get(number or 0, f"cp{number}")
        try:
            "".encode(encoding)
        except LookupError:
            return
        self._default = encoding
        self._group = replace(self._group, encoding=encoding)

    def _choose_style(self, number: int | None) -> None:
        if self._group.destination == "stylesheet":
            self._entry = number or 0
        else:
            self._style = number or 0

    def _set_outline(self, number: int | None) -> None:
        if self._group.destination != "stylesheet":
            self._outline = number if number is not None and 0 <= number < 9 else None
        elif number is not None and 0 <= number < 9:
            self._levels.setdefault(self._entry, number + 1)

    def _reset_paragraph(self, _number: int | None) -> None:
        if not self._outer and self._group.destination == "body":
            self._style, self._outline = 0, None

    def _set_deleted(self, number: int | None) -> None:
        self._group = replace(self._group, is_deleted=number != 0)

    def _set_plain(self, _number: int | None) -> None:
        self._group = replace(self._group, is_deleted=False, encoding=self._default)

    def _set_fallback(self, number: int | None) -> None:
        self._group = replace(self._group, fallback=min(max(0, number or 0), 16))


_CHANGES: dict[str, Callable[[_Reader, int | None], None]] = {
    "f": _Reader._choose_font,
    "fcharset": _Reader._set_charset,
    "ansicpg": _Reader._set_code_page,
    "mac": lambda reader, _number: reader._set_code_page(10000),
    "s": _Reader._choose_style,
    "outlinelevel": _Reader._set_outline,
    "pard": _Reader._reset_paragraph,
    "deleted": _Reader._set_deleted,
    "plain": _Reader._set_plain,
    "uc": _Reader._set_fallback,
}


def _paired(text: str) -> str:
    """Text whose halves of surrogate pairs, as \\u writes them, are put together."""
    if not any("\ud800" <= character <= "\udfff" for character in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
