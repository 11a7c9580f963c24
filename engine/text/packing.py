"""Sentences to passages of about equal size: long ones cut, quotations kept whole, the rest packed evenly."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence, Set
from itertools import pairwise

from engine.text.sentences import Range

_LONGEST_WORD = 400  # characters
_MUCH = 1.5  # a sentence or a quotation stays whole up to this multiple of max_words
_ABOUT = 1.2  # several sentences make one passage up to this multiple of max_words
_BREAKS = tuple(map(re.compile, (r"""[.!?…]["'”\u2019)\]]*\s""", r"[;:]\s|[—\u2013]\s?", r",\s", r"\s")))
_LONG_WORD = re.compile(rf"(?<!\S)\S{{{_LONGEST_WORD + 1},}}")


def size(text: str) -> int:
    """The number of words; where these are very long or unspaced, a tenth of the number of characters."""
    return max(len(text.split()), len(text) // 10)


def word_cuts(text: str) -> frozenset[int]:
    """The offsets at which words of more than 400 characters are cut."""
    words = [word.span() for word in _LONG_WORD.finditer(text)]
    return frozenset(cut for start, end in words for cut in range(start + _LONGEST_WORD, end, _LONGEST_WORD))


def cut_sentences(text: str, sentences: Sequence[Range], cuts: Set[int], max_words: int) -> list[Range]:
    """The sentences, cut at the word cuts and, where over 1.5 * max_words, into pieces of about max_words.

    Such pieces end after a sentence inside a quotation, a clause or a comma, failing that after a word.
    """
    ordered = sorted(cuts)
    units: list[Range] = []
    for start, end in sentences:
        within = ordered[bisect_right(ordered, start) : bisect_left(ordered, end)]
        for part in pairwise([start, *within, end]):
            if size(text[slice(*part)]) <= _MUCH * max_words:
                units.append(part)
            else:
                units += pack(text, _fragments(text, part, max_words), max_words)
    return units


def join_quotations(
    text: str, units: Sequence[Range], quoted: Sequence[Range], cuts: Set[int], max_words: int
) -> list[Range]:
    """The units, those of one quoted range joined where together they stay within 1.5 * max_words."""
    most = _MUCH * max_words
    starts = [start for start, _ in units]
    inside: set[int] = set()
    for opening, closing in quoted:
        first, last = bisect_right(starts, opening) - 1, bisect_left(starts, closing) - 1
        if size(text[units[first][0] : units[last][1]]) <= most:
            inside.update(starts[first + 1 : last + 1])
    joined: list[Range] = []
    for start, end in units:
        if start in inside and start not in cuts and size(text[joined[-1][0] : end]) <= most:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return joined


def pack(text: str, units: Sequence[Range], max_words: int, cuts: Set[int] = frozenset()) -> list[Range]:
    """Consecutive units as the fewest ranges of about max_words, the largest of them as small as possible.

    No range goes across a word cut.
    """
    packed: list[Range] = []
    edges = [0, *(index for index, (start, _) in enumerate(units) if index and start in cuts), len(units)]
    for first, last in pairwise(edges):
        group = units[first:last]
        sizes = [size(text[start:end]) for start, end in group]
        most = int(_ABOUT * max_words)
        fewest = len(_fill(sizes, most))
        capacity = bisect_left(range(most), -fewest, key=lambda capacity: -len(_fill(sizes, capacity)))
        packed += [(group[a][0], group[b - 1][1]) for a, b in pairwise([0, *_fill(sizes, capacity)])]
    return packed


def _fragments(text: str, part: Range, max_words: int, level: int = 0) -> list[Range]:
    start, end = part
    if level == len(_BREAKS) or size(text[start:end]) <= max_words:
        return [part]
    edges = [start, *(found.end() for found in _BREAKS[level].finditer(text, start, end)), end]
    parts = [(a, b - text[a:b].endswith(" ")) for a, b in pairwise(edges) if a < b]
    return [fragment for part in parts for fragment in _fragments(text, part, max_words, level + 1)]


def _fill(sizes: Sequence[int], capacity: int) -> list[int]:
    """The end indices of consecutive groups, each filled up to capacity; one too large stands alone."""
    ends: list[int] = []
    filled = 0
    for index, each in enumerate(sizes):
        if filled and filled + each > capacity:
            ends.append(index)
            filled = 0
        filled += each
    return [*ends, len(sizes)]
