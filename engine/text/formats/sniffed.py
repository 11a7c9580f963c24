"""Which format a file is in: its bytes decide, its name only between two kinds of text."""

import re

from engine.text.document import Format
from engine.text.formats.package import Package

_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OPEN_DOCUMENT = re.compile(
    rb"PK\x03\x04.{26}mimetype.{0,64}?application/vnd\.oasis\.opendocument\.text", re.DOTALL
)
_HEAD = 16 * 1024
_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml\s[^>]{0,200}>\s*)?(?:<!--.{0,4000}?-->\s*)*(?:<!doctype\s+html|<html[\s>])",
    re.IGNORECASE | re.DOTALL,
)
_TAG = re.compile(rb"<(?:p|div|h[1-6]|body|article|br|span|title|meta)\b[^<>]{0,500}>", re.IGNORECASE)
_HEADERS = re.compile(rb"(?:[!-9;-~]{1,60}:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n){2,}")
_MAIL = re.compile(
    rb"^(?:MIME-Version|Received|Message-ID|Return-Path|Delivered-To|DKIM-Signature):",
    re.IGNORECASE | re.MULTILINE,
)
_LOOSE_MAIL = re.compile(rb"^(?:From|Subject|Date|To):", re.IGNORECASE | re.MULTILINE)
_RELATED = re.compile(rb"^Content-Type:\s*multipart/related", re.IGNORECASE | re.MULTILINE)


def sniffed(data: bytes, name: str) -> Format | None:
    """None for plain text, Markdown, and whatever is not read at all. Raises UnreadableDraft."""
    if data.startswith(b"PK\x03\x04"):
        return _packaged(data, name)
    if b"%PDF-" in data[:1024] and not data.startswith(b"{\\rtf"):
        return "pdf" if data.lstrip(b"\xef\xbb\xbf \r\n\t\0").startswith(b"%PDF-") else None
    if data.startswith(b"{\\rtf"):
        return "rtf"
    lower = name.lower()
    if _PAGE.match(data) or (lower.endswith((".html", ".htm", ".xhtml")) and _is_page(data)):
        return "html"
    if headers := _HEADERS.match(data[:_HEAD].lstrip()):
        if _RELATED.search(headers[0]) and (_MAIL.search(headers[0]) or lower.endswith((".mhtml", ".mht"))):
            return "eml" if lower.endswith(".eml") else "mhtml"
        if _MAIL.search(headers[0]) or (lower.endswith(".eml") and _LOOSE_MAIL.search(headers[0])):
            return "eml"
    return None


def _packaged(data: bytes, name: str) -> Format | None:
    if _OPEN_DOCUMENT.match(data):
        return "odt"
    # The names of parts stand in clear.
    if b"content.xml" in data and b"META-INF/manifest.xml" in data:  # packed again by some other program
        kind = Package(data, name).part("mimetype") or b""
        return "odt" if kind.startswith(b"application/vnd.oasis.opendocument.text") else None
    return "docx" if b"word/" in data and (b"[Content_Types].xml" in data or b"_rels/.rels" in data) else None


def _is_page(data: bytes) -> bool:
    return bool(_TAG.search(data[:_HEAD])) and b"\0" not in data[:_HEAD]


def is_old_office(data: bytes) -> bool:
    """Whether it is in the binary format of Office before 2007, in which protected new files are kept too."""
    return data.startswith(_OLD_OFFICE)
