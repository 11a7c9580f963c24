"""Passages that a model's context can hold."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from engine.text.passages import Passage

Count = Callable[[Sequence[str]], Sequence[int]]


def fit(passages: Sequence[Passage], count: Count, limit: int) -> tuple[Passage, ...]:
    """`passages`, those of more than `limit` tokens cut until each part has at most `limit`; renumbered.

    `count` says how many tokens each of several texts has.
    """
    counts = count([passage.text for passage in passages])
    parts = _cut(zip(passages, counts, strict=True), count, limit)
    return tuple(replace(part, index=index) for index, part in enumerate(parts))


def _cut(counted: Iterable[tuple[Passage, int]], count: Count, limit: int) -> Iterator[Passage]:
    for passage, tokens in counted:
        if tokens <= limit or len(passage.text) < 2:
            yield passage
        else:
            halves = _halve(passage)
            yield from _cut(zip(halves, count([half.text for half in halves]), strict=True), count, limit)


def _halve(passage: Passage) -> tuple[Passage, Passage]:
    """Cut at the sentence, else the word, else the character nearest the middle."""
    text, middle = passage.text, len(passage.text) // 2
    starts = [start for start, _ in passage.sentences if start]
    spaces = [i + 1 for i, character in enumerate(text) if character == " "]
    at = min(starts or spaces or [middle], key=lambda start: abs(start - middle))
    return _part(passage, 0, at), _part(passage, at, len(text))


def _part(passage: Passage, start: int, end: int) -> Passage:
    end -= passage.text[start:end].endswith(" ")
    return replace(
        passage,
        text=passage.text[start:end],
        origins=passage.origins[start:end],
        end=passage.locate(start, end)[1],
        sentences=tuple(
            (max(a, start) - start, min(b, end) - start)
            for a, b in passage.sentences
            if a < end and b > start
        ),
        composed=tuple((i - start, after) for i, after in passage.composed if start <= i < end),
        quoted=tuple(
            replace(one, start=max(one.start, start) - start, end=min(one.end, end) - start)
            for one in passage.quoted
            if one.start < end and one.end > start
        ),
    )
