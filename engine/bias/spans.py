"""Overlap of spans: the same words cited twice are one piece of evidence."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.bias.outputs import Span

AnySpan = TypeVar("AnySpan", bound=Span)


def overlaps(one: Span, other: Span) -> bool:
    """Whether the two half-open ranges share a character."""
    return one.start < other.end and other.start < one.end


def distinct(spans: Iterable[AnySpan], rank: Callable[[AnySpan], tuple[float, ...]]) -> tuple[AnySpan, ...]:
    """The spans without overlaps, highest `rank` first. Of overlapping ones the highest stays, then the
    longest, then the first in the text."""
    kept: list[AnySpan] = []

    def order(span: AnySpan) -> tuple[float, ...]:
        return (*(-value for value in rank(span)), span.start - span.end, span.start)

    for span in sorted(spans, key=order):
        if not any(overlaps(span, other) for other in kept):
            kept.append(span)
    return tuple(kept)
