"""Mail (.eml) and saved web pages (.mhtml): their text part or page; attachments are never opened."""

import codecs
import email
import email.errors
import email.policy
import email.utils
import hashlib
from collections.abc import Iterator
from email.header import decode_header
from email.message import Message

from engine.text import plain
from engine.text.decode import decode
from engine.text.document import Document, Location, UnreadableDraft
from engine.text.formats import html
from engine.text.formats.content import MOST_TEXT, Content, assemble, byline
from engine.text.formats.package import damaged, too_large
from engine.text.normalize import clean, is_blank

_MOST_BYTES = 25 * 1024 * 1024  # what Python's parser can take without several times as much memory
_MOST_PARTS = 10_000
_MOST_LINES_OF_PARTS = 40_000  # what may begin or end a part
_LONGEST_HEADER = 2000  # characters, of those that are read
_DAMAGES = (ValueError, LookupError, TypeError, AttributeError, RecursionError, AssertionError)


def read_page(data: bytes, name: str) -> Document:
    """The page of an .mhtml. Raises UnreadableDraft."""
    message = _parsed(data, name)
    page = next((part for part in _parts(message, name) if part.get_content_type() == "text/html"), None)
    if page is None:
        raise UnreadableDraft(f"{name} holds no web page: save the page again in your browser and try again.")
    return assemble(html.read(_payload(page, name), name, _charset(page)), data, name, "mhtml")


def read_mail(data: bytes, name: str) -> Document:
    """The text of an .eml. Raises UnreadableDraft."""
    message = _parsed(data, name)
    parts = [part for part in _parts(message, name) if part.get_content_disposition() != "attachment"]
    about = Content(
        title=_header(message, "Subject"), byline=_sender(message), date=_date(_header(message, "Date"))
    )
    text = next((part for part in parts if part.get_content_type() == "text/plain"), None)
    if text is not None:
        written, encoding = _decoded(_payload(text, name), name, _charset(text))
        if not is_blank(written):
            return _plain(written, encoding, about, data, name)
    page = next((part for part in parts if part.get_content_type() == "text/html"), None)
    if page is None:
        raise UnreadableDraft(f"{name} is a mail without a text: save its attachment and check that.")
    content = html.read(_payload(page, name), name, _charset(page))
    content.title, content.byline, content.date = about.title, about.byline, about.date
    return assemble(content, data, name, "eml")


def _plain(text: str, encoding: str, about: Content, data: bytes, name: str) -> Document:
    blocks, headline = plain.parse(text)
    title = text[headline.start : headline.end] if headline else about.title
    return Document(
        name=name,
        data_sha256=hashlib.sha256(data).hexdigest(),
        encoding=encoding,
        text=text,
        blocks=blocks,
        title=clean(title).text.strip() or None if title else None,
        format="eml",
        byline=byline([text[block.start : block.end] for block in blocks]) or about.byline,
        date=about.date,
        locations=tuple(
            Location(block.start, block.end, source=(block.start, block.end)) for block in blocks
        ),
    )


def _parsed(data: bytes, name: str) -> "Message[str, str]":
    if len(data) > _MOST_BYTES or data.count(b"\n--") > _MOST_LINES_OF_PARTS:
        raise too_large(name)
    try:
        return email.message_from_bytes(data, policy=email.policy.compat32)
    except _DAMAGES as error:
        raise damaged(name) from error


def _parts(message: "Message[str, str]", name: str) -> Iterator["Message[str, str]"]:
    """Those of the message itself; an attached message is an attachment."""
    waiting = [message]
    seen = 0
    while waiting:
        part = waiting.pop()
        seen += 1
        if seen > _MOST_PARTS:
            raise damaged(name)
        if part.get_content_maintype() != "multipart":
            yield part
        elif part.is_multipart() and isinstance(inner := part.get_payload(), list):
            waiting += [one for one in reversed(inner) if isinstance(one, Message)]


def _payload(part: "Message[str, str]", name: str) -> bytes:
    try:
        payload = part.get_payload(decode=True)
    except _DAMAGES as error:
        raise damaged(name) from error
    if isinstance(payload, bytes) and len(payload) > MOST_TEXT:
        raise too_large(name)
    return payload if isinstance(payload, bytes) else b""


def _charset(part: "Message[str, str]") -> str | None:
    try:
        return part.get_content_charset()
    except _DAMAGES:
        return None


def _decoded(data: bytes, name: str, charset: str | None) -> tuple[str, str]:
    try:
        if charset:
            return data.decode(charset, "replace").replace("\0", ""), codecs.lookup(charset).name
    except (LookupError, ValueError):
        pass
    return decode(data, name, is_known=True)


def _header(message: "Message[str, str]", name: str) -> str | None:
    value = message.get(name)
    if value is None:
        return None
    try:
        parts = decode_header(str(value)[:_LONGEST_HEADER])
    except (*_DAMAGES, email.errors.HeaderParseError):
        return str(value)[:_LONGEST_HEADER]
    return "".join(_word(word, charset) for word, charset in parts)


def _word(word: bytes | str, charset: str | None) -> str:
    if isinstance(word, str):
        return word
    try:
        return word.decode(charset or "utf-8", "replace")
    except LookupError:
        return word.decode("utf-8", "replace")


def _sender(message: "Message[str, str]") -> str | None:
    sender = _header(message, "From")
    try:
        return email.utils.parseaddr(sender)[0] or None if sender else None
    except _DAMAGES:
        return None


def _date(value: str | None) -> str | None:
    """As ISO 8601, or as written where it is no date."""
    if not value:
        return None
    try:
        return email.utils.parsedate_to_datetime(value).isoformat()
    except (*_DAMAGES, OverflowError):
        return value
