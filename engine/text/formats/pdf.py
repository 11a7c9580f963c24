"""PDFs: read by PDFium in a process of its own, since it is a large program in C++ and files are hostile."""

import json
from typing import Any

from engine.text.document import Location, UnreadableDraft
from engine.text.formats import pdf_pages
from engine.text.formats.content import Content, Paragraph
from engine.text.formats.isolated import Failed, isolated
from engine.text.formats.package import damaged, protected


def read(data: bytes, name: str) -> Content:
    """Raises UnreadableDraft."""
    try:
        found = json.loads(isolated(pdf_pages.work, data))
    except Failed as error:
        raise UnreadableDraft(
            f"{name} could not be read ({error}): split it into parts, or save its text as a .txt file."
        ) from error
    match found.get("problem"):
        case "password":
            raise protected(name)
        case "damaged":
            raise damaged(name)
        case "pages":
            raise UnreadableDraft(
                f"{name} has too many pages to read in {pdf_pages.SECONDS} seconds: split it into parts and "
                "check each."
            )
    content = Content(
        [_paragraph(one) for one in found["paragraphs"]], byline=found["author"], date=found["date"]
    )
    scans, garbled = found["scans"], found["garbled"]
    if not content.paragraphs and (scans or garbled):
        raise UnreadableDraft(f"{name}: {_remark(scans, garbled)}.")
    if scans or garbled:
        content.remarks.append(f"{name}: {_remark(scans, garbled)}.")
    return content


def _paragraph(found: Any) -> Paragraph:
    places = tuple(
        Location(start, end, page=page, box=(left, top, right, bottom))
        for start, end, page, left, top, right, bottom in found["places"]
    )
    return Paragraph(found["text"], places, found["level"])


def _remark(scans: list[int], garbled: list[int]) -> str:
    parts = []
    if scans:
        parts.append(f"{_pages(scans)} no text, only pictures (a scan?)")
    if garbled:
        parts.append(f"{_pages(garbled)} text in fonts that do not say which letters they show")
    return " and ".join(parts) + ": have it recognized (OCR) or ask for the original"


def _pages(numbers: list[int]) -> str:
    """ "page 3 has", "pages 1 to 4 and 9 have":"""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    shown = [str(first) if first == last else f"{first} to {last}" for first, last in ranges]
    listed = ", ".join(shown[:-1]) + (" and " if len(shown) > 1 else "") + shown[-1]
    return f"page {listed} has" if len(numbers) == 1 else f"pages {listed} have"
