"""Sentences of a cleaned paragraph."""

import re
from collections.abc import Iterator

import sentencex

Range = tuple[int, int]

# The segmenter takes quadratic time where quotation marks stay open, so it gets this many characters at once.
_WINDOW = 4000
_TIME_OF_DAY = re.compile(r"\b[ap]\.m\.$", re.I)
_AFTER_TIME = re.compile(
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)\b"
    r"|[ECMP][SD]?T\b|Eastern|Central|Mountain|Pacific|GMT|UTC)"
)
_BEFORE_NUMBER = re.compile(r"\b(?:Nos?|Vol|Ch|Sec|Art|Fig|Pop|Pct|Rte|Hwy|Dist|pp?)\.$|^\(?\d{1,3}[.)]$")
_ASKED_OR_CRIED = re.compile(r"""[?!]["'”\u2019)]*$""")


def sentences(text: str) -> tuple[Range, ...]:
    """The half-open ranges of the sentences of a cleaned paragraph, in order, without the spaces between.

    A quotation of several sentences counts as part of the sentence that holds it.
    """
    found: list[Range] = []
    for start, end in _segments(text):
        if found and _continues(text[slice(*found[-1])], text[start:end]):
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return tuple(found)


def _segments(text: str) -> Iterator[Range]:
    start = 0
    while start < len(text):
        window = text[start : start + _WINDOW]
        cuts = [boundary["end_index"] for boundary in sentencex.get_sentence_boundaries("en", window)]
        if start + len(window) < len(text):
            cuts = cuts[:-1] or [window.rfind(" ", _WINDOW // 2) + 1 or _WINDOW]
        begin = 0
        for cut in cuts:
            segment = window[begin:cut]
            first = start + begin + len(segment) - len(segment.lstrip())
            if segment.strip():
                yield first, first + len(segment.strip())
            begin = cut
        start += begin


def _continues(sentence: str, following: str) -> bool:
    """Whether the segmenter cut one sentence in two here."""
    return bool(
        (_TIME_OF_DAY.search(sentence) and _AFTER_TIME.match(following))
        or (_BEFORE_NUMBER.search(sentence) and (following[0].isdigit() or not sentence[0].isalpha()))
        or (_ASKED_OR_CRIED.search(sentence) and following[0].islower())
        or following[0] in ",;:)]\u201d\u2019"
    )
