"""Damaged copies of a file, the same for the same seed."""

import random
import zlib
from io import BytesIO
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

TOKENS = [
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"<", b">", b"&lol;", b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"]]>",
    b"{", b"}", b"\\u-10179?", b"\\bin99999999 ", b"\\'", b"\\*", b"\r\n\r\n", b"--", b"%PDF-", b"endobj",
    b"stream\n", b"PK\x03\x04", b"PK\x05\x06", b"\xf0\x9f\x9a\xa2",
    b"Content-Type: multipart/mixed; boundary=a\n",
    b"=?utf-8?B?4pyT?=", b"</w:p>", b"<w:p>", b"<w:del>", b"</w:del>", b"<w:txbxContent>", b"<text:note>",
    b"</text:p>", b"<table><tr><td>", b"</div></div>", b"9999999999", b"-1", b'"', "„“«»’".encode(),
]  # fmt: skip


def mutated(data: bytes, seed: str, others: list[bytes]) -> bytes:
    """One of infinitely many damaged copies of data, some of them with a piece of another file in."""
    random_ = random.Random(seed)
    if data.startswith(b"PK") and random_.random() < 0.7:
        return _repacked(data, random_)
    return _damaged(data, random_, others)


def _repacked(data: bytes, random_: random.Random) -> bytes:
    """With one part of the package damaged, and its checksums right."""
    try:
        with ZipFile(BytesIO(data)) as package:
            parts = [(info.filename, package.read(info)) for info in package.infolist()]
    except (BadZipFile, zlib.error):
        return data
    chosen = random_.choice(
        [number for number, (name, _) in enumerate(parts) if name.endswith((".xml", ".rels"))]
    )
    output = BytesIO()
    with ZipFile(output, "w", ZIP_DEFLATED) as package:
        for number, (name, content) in enumerate(parts):
            package.writestr(name, _damaged(content, random_, []) if number == chosen else content)
    return output.getvalue()


def _damaged(data: bytes, random_: random.Random, others: list[bytes]) -> bytes:
    result = bytearray(data)
    for _ in range(random_.choice((1, 1, 2, 4, 16))):
        at = random_.randrange(len(result) + 1)
        length = min(len(result) - at, random_.choice((1, 2, 8, 64, 1024)))
        match random_.randrange(8):
            case 0 if at < len(result):
                result[at] ^= 1 << random_.randrange(8)
            case 1 if at < len(result):
                result[at] = random_.randrange(256)
            case 2:
                del result[at : at + length]
            case 3:
                result[at:at] = result[at : at + length] * random_.choice((1, 2, 50))
            case 4:
                result[at:at] = random_.choice(TOKENS)
            case 5:
                result[at : at + length] = random_.randbytes(length)
            case 6 if others:
                other = random_.choice(others)
                start = random_.randrange(len(other) + 1)
                result[at:at] = other[start : start + random_.choice((16, 256, 4096))]
            case 7 if random_.random() < 0.3:
                del result[at:]
    return bytes(result)
