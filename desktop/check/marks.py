"""The marks in a draft: findings on editor positions, which move as the text around them is edited."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from desktop.check.positions import Positions
from engine.report import marks as report_marks
from engine.report.schema import Finding, PassageReport


@dataclass(frozen=True)
class Mark:
    """The findings on one range of editor positions, of a passage of the report; `fresh` until the text of
    that passage changes, `quoted` where the words stand in a quotation."""

    start: int
    end: int
    findings: tuple[Finding, ...]
    passage: int
    quoted: bool = False
    fresh: bool = True


@dataclass(frozen=True)
class Edit:
    """`removed` units at `position` gave way to `added` units."""

    position: int
    removed: int
    added: int


def moved(start: int, end: int, edit: Edit) -> tuple[int, int] | None:
    """Where the range is after the edit; None where its own characters were touched."""
    if end <= edit.position:
        return start, end
    if start >= edit.position + edit.removed:
        shift = edit.added - edit.removed
        return start + shift, end + shift
    return None


def edited(marks: Iterable[Mark], edit: Edit, stale: Collection[int]) -> tuple[Mark, ...]:
    """The marks whose own words are as they were; those of the passages `stale` are no longer fresh."""
    kept: list[Mark] = []
    for mark in marks:
        if place := moved(mark.start, mark.end, edit):
            start, end = place
            kept.append(replace(mark, start=start, end=end, fresh=mark.fresh and mark.passage not in stale))
    return tuple(kept)


def grown(start: int, end: int, edit: Edit) -> tuple[int, int]:
    """Where a stretch of text is after the edit, with what was typed into it."""
    if place := moved(start, end, edit):
        return place
    shift = edit.added - edit.removed
    return min(start, edit.position), max(end + shift, edit.position + edit.added)


def of_passage(passage: PassageReport, positions: Positions) -> tuple[Mark, ...]:
    """The marks of one examined passage."""
    speech = passage.outputs.speech
    found: list[Mark] = []
    for mark in report_marks.marks(passage.findings):
        start, end = positions.span(mark.start, mark.end)
        quoted = any(one.start <= mark.start and mark.end <= one.end for one in speech)
        found.append(Mark(start, end, mark.findings, passage.index, quoted))
    return tuple(found)
