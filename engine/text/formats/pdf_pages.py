"""What PDFium says of a PDF: the words of each page with their boxes. Runs in a process of its own."""

import ctypes
import json
import re
import time
from collections.abc import Iterator
from math import hypot
from typing import Any

from engine.text.formats.pdf_layout import Page, Word, paragraphs

SECONDS = 6  # of the processor
"""Longer than that no PDF is read."""
_WORD = re.compile(r"[^\s\ufffe\x00]+\ufffe?|\ufffe")
_HYPHEN = "\ufffe"  # PDFium's mark for one that ends a line
_DESCENT = 0.22  # of the size of type
_FARTHEST = 1e6  # points: no page is as large
_HALF = re.compile("[\ud800-\udfff]")
_GARBLED = 0.2  # of a page's letters
_PRIVATE = re.compile("[\ue000-\uf8ff\ufffd\x01-\x08\x0e-\x1f]")


def work(data: bytes) -> bytes:
    """JSON: either problem ("password", "damaged", "pages") or paragraphs, author, date, scans, garbled; the
    last two are numbers of pages. The title that a PDF gives itself is mostly a file's name, and left out."""
    import pypdfium2
    import pypdfium2.raw

    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        wanted = pypdfium2.raw.FPDF_GetLastError() == pypdfium2.raw.FPDF_ERR_PASSWORD
        return json.dumps({"problem": "password" if wanted else "damaged"}).encode()
    deadline = time.process_time() + SECONDS
    pages: list[Page] = []
    scans: list[int] = []
    garbled: list[int] = []
    for number in range(1, len(pdf) + 1):
        if time.process_time() > deadline:
            return json.dumps({"problem": "pages"}).encode()
        try:
            page = pdf[number - 1]
        except pypdfium2.PdfiumError:
            if len(pdf) == 1:
                return json.dumps({"problem": "damaged"}).encode()
            continue
        words = _words(page)
        if words and _is_garbled(words):
            garbled.append(number)
        elif words:
            pages.append(Page(number, page.get_width(), page.get_height(), words))
        elif _has_picture(page):
            scans.append(number)
        page.close()
    about = {key: pdf.get_metadata_value(key).strip() for key in ("Author", "CreationDate")}
    found = paragraphs(pages)
    return json.dumps(
        {
            "paragraphs": [
                {
                    "text": one.text,
                    "level": one.level,
                    "places": [[start, end, page, *box] for start, end, page, box in one.places],
                }
                for one in found
            ],
            "author": about["Author"],
            "date": _date(about["CreationDate"]),
            "scans": scans,
            "garbled": garbled,
        }
    ).encode()


def _words(page: Any) -> list[Word]:
    """In the order of the page's content."""
    import pypdfium2.raw as raw

    textpage = page.get_textpage()
    try:
        count = textpage.count_chars()
        if count <= 0:
            return []
        units = (ctypes.c_ushort * (count + 1))()
        taken = raw.FPDFText_GetText(textpage.raw, 0, count, units)
        text = "".join(map(chr, units[: max(0, taken - 1)]))
        direct = taken - 1 == count
        places = _Places(page, textpage.raw)
        words = []
        end = 0
        for match in _WORD.finditer(text):
            first, last = match.start(), match.end() - 1
            last -= match[0].endswith(_HYPHEN) and last > first
            begins_line = "\n" in text[end : match.start()]
            end = match.end()
            if not direct:
                first = raw.FPDFText_GetCharIndexFromTextIndex(textpage.raw, first)
                last = raw.FPDFText_GetCharIndexFromTextIndex(textpage.raw, last)
            if (box := places.of(first, last, begins_line)) is not None:
                words.append(Word(_paired(match[0]).replace(_HYPHEN, "\u00ad"), *box))
        return words
    finally:
        textpage.close()


def _paired(text: str) -> str:
    """Text whose halves of surrogate pairs are put together."""
    if text.isascii() or not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class _Places:
    """Boxes in points from the top left corner of a page as it is shown."""

    def __init__(self, page: Any, textpage: Any) -> None:
        import pypdfium2.raw

        self._raw = pypdfium2.raw
        self._textpage = textpage
        self._rotation = page.get_rotation() // 90 % 4
        width, height = page.get_width(), page.get_height()
        self._size = (height, width) if self._rotation % 2 else (width, height)
        left, bottom, _, _ = page.get_cropbox()
        self._corner = left, bottom
        self._first, self._last = self._raw.FS_RECTF(), self._raw.FS_RECTF()
        self._right = 0.0
        self._low = self._high = 0.0

    def of(self, first: int, last: int, begins_line: bool) -> tuple[float, float, float, float] | None:
        """The box of the word between two characters, None where it has none."""
        a, b = self._first, self._last
        if not self._raw.FPDFText_GetLooseCharBox(self._textpage, first, a):
            return None
        if not self._raw.FPDFText_GetLooseCharBox(self._textpage, last, b):
            b = a
        left, right = min(a.left, b.left), max(a.right, b.right)
        # One look a line: the words of a line stand on one baseline and are, for our purpose, of one size.
        if (begins_line or left < self._right or self._high == 0) and not self._measure(first):
            return None
        self._right = right
        if not max(abs(left), abs(right), abs(self._low), abs(self._high)) < _FARTHEST:
            return None
        x, y = self._shown(left, self._low)
        other_x, other_y = self._shown(right, self._high)
        return min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y)

    def _measure(self, character: int) -> bool:
        """How low and how high a line reaches. The boxes of some fonts' characters say nothing of the size
        of type, so that is reckoned."""
        x, baseline, matrix = ctypes.c_double(), ctypes.c_double(), self._raw.FS_MATRIX()
        if not self._raw.FPDFText_GetCharOrigin(self._textpage, character, x, baseline):
            return False
        size = self._raw.FPDFText_GetFontSize(self._textpage, character)
        if self._raw.FPDFText_GetMatrix(self._textpage, character, matrix):
            size *= hypot(matrix.c, matrix.d)
        self._low, self._high = baseline.value - _DESCENT * size, baseline.value + (1 - _DESCENT) * size
        return True

    def _shown(self, x: float, y: float) -> tuple[float, float]:
        x, y = x - self._corner[0], y - self._corner[1]
        width, height = self._size
        return ((x, height - y), (y, x), (width - x, y), (height - y, width - x))[self._rotation]


def _is_garbled(words: list[Word]) -> bool:
    letters = "".join(word.text for word in words)
    return len(_PRIVATE.findall(letters)) > _GARBLED * len(letters)


def _has_picture(page: Any) -> bool:
    import pypdfium2.raw as raw

    return any(True for _ in _pictures(page, raw.FPDF_PAGEOBJ_IMAGE))


def _pictures(page: Any, kind: int) -> Iterator[Any]:
    yield from page.get_objects(filter=[kind], max_depth=3)


def _date(value: str) -> str | None:
    """ "D:20260114063000Z" as "2026-01-14"."""
    found = re.match(r"(?:D:)?(\d{4})(\d{2})(\d{2})", value)
    return "-".join(found.groups()) if found else None
