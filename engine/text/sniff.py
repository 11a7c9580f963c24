"""What a file that is not plain text seems to be."""

import re

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument\.text", "an OpenDocument text"),
    (rb"PK\x03\x04.{26}mimetypeapplication/epub", "an e-book (EPUB)"),
    (rb"PK\x03\x04.*?word/", "a Word document"),
    (rb"PK\x03\x04.*?xl/", "an Excel workbook"),
    (rb"PK\x03\x04.*?ppt/", "a PowerPoint presentation"),
    (rb"PK\x03\x04.*?Index/Document\.iwa", "a Pages document"),
    (rb"PK(?:\x03\x04|\x05\x06|\x07\x08)", "a ZIP archive"),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an older Word or Office document"),
    (rb"%PDF-\d", "a PDF"),
    (rb"\{\\rtf\d", "an RTF document"),
    (rb"(?:\xef\xbb\xbf)?\s*(?i:<!doctype html|<html[\s>])", "a web page (HTML)"),
    (rb"(?:\xef\xbb\xbf)?\s*<\?xml\s", "an XML file"),
    (rb"GGUF[\x00-\xff]\x00", "a GGUF model"),
    (rb"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (rb"\xff\xd8\xff", "a JPEG picture"),
    (rb"GIF8[79]a", "a GIF picture"),
    (rb"(?:II\*\x00|MM\x00\*)", "a TIFF picture"),
    (rb"RIFF.{4}WEBP", "a WebP picture"),
    (rb".{4}ftyp(?:heic|heix|mif1|avif)", "a HEIC or AVIF picture"),
    (rb"(?:RIFF.{4}WAVE|ID3[\x02-\x04]|fLaC\x00|OggS\x00|.{4}ftypM4A)", "an audio file"),
    (rb"(?:.{4}ftyp|\x1aE\xdf\xa3|RIFF.{4}AVI )", "a video file"),
    (rb"(?:\x1f\x8b\x08|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|\xfd7zXZ\x00)", "an archive"),
    (rb"(?:BZh[1-9]1AY|\x28\xb5\x2f\xfd)", "an archive"),
    (rb"SQLite format 3\x00", "a database"),
    (rb"(?:\x7fELF|MZ.{2}.?\x00|[\xce\xcf]\xfa\xed\xfe)", "a program"),
)
_KINDS = [(re.compile(signature, re.DOTALL), kind) for signature, kind in _SIGNATURES]
# A stray control character is part of a draft; this share of them is not writing.
_MOST_CONTROLS = 0.05
_CONTROLS = bytes({*range(0x20), 0x7F} - {*b"\t\n\v\f\r"})


def kind_of(data: bytes) -> str | None:
    """The kind of file ("a PDF") whose signature data begins with, None where it bears none known."""
    return next((kind for signature, kind in _KINDS if signature.match(data)), None)


def is_binary(data: bytes) -> bool:
    """Whether bytes in a single-byte or UTF-8 encoding hold a NUL or more than 5 % control characters."""
    controls = len(data) - len(data.translate(None, _CONTROLS))
    return b"\0" in data or controls > _MOST_CONTROLS * len(data)
