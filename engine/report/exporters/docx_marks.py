"""Comment marks in a Word document's XML: where they go, and how a run is parted to let them in."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.report.exporters.docx_paragraphs import Place, contents
from engine.report.exporters.source_xml import Element


@dataclass
class _Seam:
    """The marks between two characters: endings first, so that neighbors do not overlap."""

    run: Element
    content: int  # the marks stand before this one of the run's contents, or within it
    within: int | None  # at this offset
    endings: list[str] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)


def insertions(data: bytes, anchored: Iterable[tuple[int, Place, Place]]) -> list[tuple[int, str]]:
    """What to put into document.xml, as (offset, text), so that each comment stands on its words.

    anchored: for each comment its number and the places of its first and last character.
    """
    seams: dict[tuple[int, int, int], _Seam] = {}
    for number, first, last in anchored:
        prefix = _prefix(data, first.run)
        _seam(seams, first, at_end=False).starts.append(f'<{prefix}commentRangeStart {prefix}id="{number}"/>')
        _seam(seams, last, at_end=True).endings.append(
            f'<{prefix}commentRangeEnd {prefix}id="{number}"/>'
            f'<{prefix}r><{prefix}commentReference {prefix}id="{number}"/></{prefix}r>'
        )
    found = [one for seam in seams.values() for one in _insertion(data, seam)]
    return [*found, *_kept_spaces(data, seams.values())]


def _seam(seams: dict[tuple[int, int, int], _Seam], place: Place, at_end: bool) -> _Seam:
    part = contents(place.run)[place.content]
    content, within = place.content, None
    if at_end and place.end >= part.inner_end:
        content += 1
    elif at_end:
        within = place.end
    elif place.start > part.inner:
        within = place.start
    key = (place.run.start, content, within or 0)
    return seams.setdefault(key, _Seam(place.run, content, within))


def _insertion(data: bytes, seam: _Seam) -> list[tuple[int, str]]:
    marks = "".join([*seam.endings, *seam.starts])
    run, parts = seam.run, contents(seam.run)
    if seam.within is None and seam.content == 0:
        return [(run.start, marks)]
    if seam.within is None and seam.content == len(parts):
        return [(run.end, marks)]
    closing, opening = _closing_tag(data, run), _opening_tag(data, run)
    if seam.within is None:
        return [(parts[seam.content].start, closing + marks + opening)]
    part = parts[seam.content]
    return [
        (
            seam.within,
            _closing_tag(data, part) + closing + marks + opening + f"<{_raw_name(data, part)}{_PRESERVED}>",
        )
    ]


_PRESERVED = ' xml:space="preserve"'


def _kept_spaces(data: bytes, seams: Iterable[_Seam]) -> list[tuple[int, str]]:
    """A text that is parted may end in a space now, which would not count without this attribute."""
    parted = {contents(seam.run)[seam.content].start: seam for seam in seams if seam.within is not None}
    found = []
    for seam in parted.values():
        part = contents(seam.run)[seam.content]
        if not any(name.endswith(":space") for name in part.attributes):
            found.append((part.inner - 1, _PRESERVED))
    return found


def _opening_tag(data: bytes, run: Element) -> str:
    """The run's own tag and formatting once more."""
    formatting = run.child("w:rPr")
    copied = data[formatting.start : formatting.end] if formatting else b""
    return (data[run.start : run.inner] + copied).decode()


def _closing_tag(data: bytes, element: Element) -> str:
    return data[element.inner_end : element.end].decode()


def _raw_name(data: bytes, element: Element) -> str:
    """The name as written, with the document's own prefix."""
    return _closing_tag(data, element)[2:-1].rstrip()


def _prefix(data: bytes, run: Element) -> str:
    """The document's own prefix for Word's names, mostly "w:"."""
    prefix, colon, _ = _raw_name(data, run).rpartition(":")
    return prefix + colon
