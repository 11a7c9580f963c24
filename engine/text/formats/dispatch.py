"""A draft's bytes to its Document, by what they are."""

import hashlib

from engine.text.blocks import clean_block, parse
from engine.text.decode import decode
from engine.text.document import Document, Format, Location, UnreadableDraft
from engine.text.formats import docx, mail, odt, pdf, rtf
from engine.text.formats.content import assemble, byline
from engine.text.formats.html import read as read_html
from engine.text.formats.package import Package, protected
from engine.text.formats.sniffed import is_old_office, sniffed
from engine.text.markdown import is_markdown

MAX_TEXT_BYTES = 4 * 1024 * 1024
"""The largest plain text: over half a million words, in UTF-16 half of that."""


def document(data: bytes, name: str) -> Document:
    """The draft in data; name, one printable line, stands for the file in messages.

    Raises UnreadableDraft.
    """
    format = sniffed(data, name)
    match format:
        case "docx":
            return assemble(docx.read(Package(data, name), name), data, name, format)
        case "odt":
            return assemble(odt.read(Package(data, name), name), data, name, format)
        case "rtf":
            return assemble(rtf.read(data, name), data, name, format)
        case "pdf":
            return assemble(pdf.read(data, name), data, name, format)
        case "html":
            return assemble(read_html(data, name), data, name, format)
        case "mhtml":
            return mail.read_page(data, name)
        case "eml":
            return mail.read_mail(data, name)
    if is_old_office(data):
        raise _old_office(data, name)
    return _plain(data, name)


def _plain(data: bytes, name: str) -> Document:
    if len(data) > MAX_TEXT_BYTES:
        raise too_long(name)
    text, encoding = decode(data, name)
    blocks, title = parse(text, name)
    if not any(clean_block(text, block, name).text for block in blocks):
        raise UnreadableDraft(f"{name} is empty: save the text into it and try again.")
    format: Format = "md" if is_markdown(name) else "txt"
    places = tuple(Location(block.start, block.end, source=(block.start, block.end)) for block in blocks)
    opening = [clean_block(text, block, name).text for block in blocks[:4]]
    digest = hashlib.sha256(data).hexdigest()
    return Document(
        name, digest, encoding, text, blocks, title, format, byline=byline(opening), locations=places
    )


def too_long(name: str) -> UnreadableDraft:
    megabytes = MAX_TEXT_BYTES // (1024 * 1024)
    return UnreadableDraft(f"{name} is larger than {megabytes} MB: split it into parts and check each.")


def _old_office(data: bytes, name: str) -> UnreadableDraft:
    if "EncryptedPackage".encode("utf-16-le") in data:
        return protected(name)
    kind = "an older Word or Office document"
    if "WordDocument".encode("utf-16-le") in data:
        kind = "a Word document of the old .doc kind"
    elif "__substg1.0_".encode("utf-16-le") in data:
        kind = "an Outlook message"
    return UnreadableDraft(
        f"{name} seems to be {kind}, which is not read: save it as a .docx or a .txt file and try again."
    )
