"""Which characters of a passage are marked, and by which findings: shared by every view."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.report.schema import Finding


@dataclass(frozen=True)
class Mark:
    """The findings on one and the same range; `number` counts from 1 in reading order."""

    number: int
    start: int
    end: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Segment:
    """A stretch of text between two edges of marks: the marks that cover it, begin and end with it."""

    text: str
    covering: tuple[Mark, ...]
    starting: tuple[Mark, ...]
    ending: tuple[Mark, ...]


def marks(findings: Iterable[Finding]) -> tuple[Mark, ...]:
    """One mark for each distinct, non-empty range, ordered by start, then longest first."""
    ranges: dict[tuple[int, int], list[Finding]] = {}
    for finding in findings:
        if finding.start < finding.end:
            ranges.setdefault((finding.start, finding.end), []).append(finding)
    ordered = sorted(ranges, key=lambda edges: (edges[0], -edges[1]))
    return tuple(
        Mark(number, start, end, tuple(ranges[start, end]))
        for number, (start, end) in enumerate(ordered, start=1)
    )


def segments(text: str, start: int, found: Sequence[Mark]) -> tuple[Segment, ...]:
    """`text`, which begins at offset `start`, cut at every edge of a mark; the pieces add up to `text`."""
    end = start + len(text)
    edges = {start, end} | {edge for mark in found for edge in (mark.start, mark.end)}
    cuts = sorted(edge for edge in edges if start <= edge <= end)
    return tuple(
        Segment(
            text[left - start : right - start],
            tuple(mark for mark in found if mark.start < right and mark.end > left),
            tuple(mark for mark in found if mark.start == left),
            tuple(mark for mark in found if mark.end == right),
        )
        for left, right in pairwise(cuts)
    )
