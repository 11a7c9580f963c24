"""Bytes to text: byte order marks, UTF-8, UTF-16 without a mark, then legacy single-byte encodings."""

import codecs
import re
import unicodedata

from charset_normalizer import CharsetMatch, from_bytes

from engine.text.document import UnreadableDraft
from engine.text.sniff import is_binary, kind_of

_MARKS = (  # the longer first: UTF-32's begins with UTF-16's
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WESTERN = ["cp1252", "mac_roman"]
_OTHER = ["cp1251", "koi8_r", "iso8859_5", "cp1253", "iso8859_7", "cp1250", "iso8859_2", "cp1254"]
_TYPOGRAPHIC = re.compile(r"[\u2013\u2014\u2018\u2019\u201c\u201d\u2026]")


def decode(data: bytes, name: str, is_known: bool = False) -> tuple[str, str]:
    """The text, without its byte order mark, and the name of its encoding; is_known: whatever data begins
    with, it is known to be text.

    Raises UnreadableDraft for binary data, for damaged UTF-8, UTF-16 or UTF-32 and for unknown encodings.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_marked(data[len(mark) :], encoding, name, is_known), encoding
    if not is_known and (kind := kind_of(data)):
        raise _not_text(name, kind)
    if found := _unmarked_utf16(data):
        return found
    if is_binary(data):
        raise _not_text(name, "a binary file")
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        if _is_mostly_utf8(data):
            raise _damaged(name, "UTF-8", data.count(b"\n", 0, error.start) + 1) from None
    return _decode_legacy(data, name)


def _decode_marked(data: bytes, encoding: str, name: str, is_known: bool) -> str:
    if not is_known and (kind := kind_of(data)):
        raise _not_text(name, kind)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
        raise _damaged(name, encoding.removesuffix("-le").removesuffix("-be").upper(), line) from None
    if is_binary(text.encode("utf-8")):
        raise _not_text(name, "a binary file")
    return text


def _unmarked_utf16(data: bytes) -> tuple[str, str] | None:
    if b"\0" not in data or len(data) % 2:
        return None
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        # Read in the wrong byte order, or when it is no text, most of it is unassigned or from rare scripts.
        sample = text[:10_000]
        spaces = sample.count(" ") + sample.count("\n")
        assigned = sum(unicodedata.category(character) not in ("Cn", "Co") for character in sample)
        if spaces >= len(sample) / 50 and assigned >= 0.99 * len(sample) and not is_binary(text.encode()):
            return text, encoding
    return None


def _is_mostly_utf8(data: bytes) -> bool:
    decoded = data.decode("utf-8", "surrogateescape")
    undecodable = len(re.findall("[\udc80-\udcff]", decoded))
    return len(re.findall(r"[^\x00-\x7f]", decoded)) >= 2 * undecodable


def _decode_legacy(data: bytes, name: str) -> tuple[str, str]:
    matches = list(from_bytes(data, cp_isolation=_WESTERN)) or list(from_bytes(data, cp_isolation=_OTHER))
    if not matches:
        raise UnreadableDraft(
            f"{name} is in an encoding that was not recognized: save it as UTF-8 and try again."
        )
    best = min(matches, key=_oddity)
    return data.decode(best.encoding), best.encoding


def _oddity(match: CharsetMatch) -> tuple[float, int, int]:
    """The less the likelier: what separates encodings of English is a few quotation marks and accents."""
    text = str(match)
    return match.chaos, -len(_TYPOGRAPHIC.findall(text)), -sum(c > "\x7f" and c.islower() for c in text)


def _not_text(name: str, kind: str) -> UnreadableDraft:
    return UnreadableDraft(
        f"{name} seems to be {kind}, and this version reads plain text, Markdown, Word, "
        "OpenDocument, RTF, PDF, web pages and mail: save its text as a .docx or a .txt file and try again."
    )


def _damaged(name: str, encoding: str, line: int) -> UnreadableDraft:
    return UnreadableDraft(
        f"{name} is {encoding} text with a damaged character in line {line}: "
        "correct that line, save the file as UTF-8 and try again."
    )
