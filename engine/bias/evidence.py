"""Evidence validation: does the passage say what an agent quotes (section 3.3)?"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from rapidfuzz.distance import LCSseq

from engine.bias import constants
from engine.bias.decision import CitedEvidence, Match
from engine.bias.outputs import EvidenceItem, Span, Strength
from engine.bias.spans import distinct

_PLAIN = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u2039\u203a", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | {"\u2026": "..."}
    | dict.fromkeys("\u00ad\u200b", "")  # soft hyphen, zero-width space
)


class Alignment(NamedTuple):
    """Where the passage comes closest to a quote: a half-open code-point range, empty where it does not."""

    match: Match
    overlap: float
    start: int
    end: int


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def validate(quote: str, text: str) -> tuple[Match, float]:
    """How `quote` stands in `text`, and the overlap in [0, 1]: `exact` as a run of whole words (case,
    whitespace and typography aside), else by the share of its content words that the best-aligned window
    of the text holds in the same order: `fuzzy` from 0.60, `partial` from 0.30, else `none`."""
    found = locate(quote, text)
    return found.match, found.overlap


def validate_all(
    cited: Iterable[tuple[Span, Strength]], text: str
) -> tuple[tuple[CitedEvidence, ...], tuple[CitedEvidence, ...]]:
    """One agent's evidence, validated: (found, rejected).

    `found` comes strongest first and without overlaps; each span is moved to where the passage says it and
    quotes the passage's own words. A partial match is weak evidence, however its agent rated it.
    """
    checked = [_cite(span, strength, text) for span, strength in cited]
    found = distinct((one for one in checked if one.match != "none"), rank=_rank)
    return found, tuple(one for one in checked if one.match == "none")


def quality(evidence: CitedEvidence) -> float:
    """Strength times overlap, in [0, 1]."""
    return constants.STRENGTH_VALUES[evidence.strength] * evidence.overlap


def _rank(evidence: CitedEvidence) -> tuple[float, float]:
    """Quality first; of equals the one in more emotional words (Appendix E)."""
    return quality(evidence), evidence.intensity


def locate(quote: str, text: str, near: int | None = None) -> Alignment:
    """Where `text` says `quote`: verbatim at the offset `near`, or else at the closest place to it."""
    if sum(character.isalnum() for character in quote) < constants.MIN_QUOTE:
        return Alignment("none", 0.0, 0, 0)
    if near is not None and text[near : near + len(quote)] == quote:
        return Alignment("exact", 1.0, near, near + len(quote))
    folded_text, origin = _fold(text)
    folded_quote = _trim(_fold(quote)[0])
    found = _exact(folded_quote, folded_text, origin, near or 0) or _closest(folded_quote, folded_text)
    if found.match == "none":
        return found
    return found._replace(start=origin[found.start], end=origin[found.end - 1] + 1)


def _cite(span: Span, strength: Strength, text: str) -> CitedEvidence:
    match, overlap, start, end = locate(span.quote, text, near=span.start)
    if match == "none":
        start, end, quote = span.start, span.end, span.quote
    else:
        quote = text[start:end]
    rated: Strength = "weak" if match == "partial" else strength
    return CitedEvidence(
        start=start,
        end=end,
        quote=quote,
        match=match,
        overlap=overlap,
        strength=rated,
        intensity=span.intensity if isinstance(span, EvidenceItem) else 0.0,
    )


def _fold(text: str) -> tuple[str, list[int]]:
    """The text in lower case, plain punctuation and single spaces, and each character's origin."""
    folded: list[str] = []
    origin: list[int] = []
    for at, character in enumerate(text):
        if character.isspace():
            plain = "" if folded and folded[-1] == " " else " "
        else:
            plain = character.translate(_PLAIN).lower()
        folded.extend(plain)
        origin.extend([at] * len(plain))
    return "".join(folded), origin


def _trim(quote: str) -> str:
    return re.sub(r"^\W+|\W+$", "", quote)


def _exact(quote: str, text: str, origin: list[int], near: int) -> Alignment | None:
    starts = [found.start() for found in re.finditer(rf"(?<!\w){re.escape(quote)}(?!\w)", text)]
    if not starts:
        return None
    start = min(starts, key=lambda each: abs(origin[each] - near))
    return Alignment("exact", 1.0, start, start + len(quote))


def _closest(quote: str, text: str) -> Alignment:
    wanted = [word.text for word in _content_words(quote)]
    words = _content_words(text)
    width = len(wanted) + constants.WINDOW_SLACK
    shared, window = 0, words[:0]
    for at, word in enumerate(words):
        if word.text in wanted:
            candidate = words[at : at + width]
            common = LCSseq.similarity(wanted, [each.text for each in candidate])
            if common > shared:
                shared, window = common, candidate
    overlap = shared / len(wanted) if wanted else 0.0
    match = _match(overlap) if shared >= constants.MIN_SHARED_WORDS else "none"
    if match == "none":
        return Alignment("none", overlap, 0, 0)
    last = max(each.end for each in window if each.text in wanted)
    return Alignment(match, overlap, window[0].start, last)


def _match(overlap: float) -> Match:
    if overlap >= constants.FUZZY_OVERLAP:
        return "fuzzy"
    return "partial" if overlap >= constants.PARTIAL_OVERLAP else "none"


def _content_words(text: str) -> list[_Word]:
    return [
        _Word(found.group(), found.start(), found.end())
        for found in re.finditer(r"\w+", text)
        if len(found.group()) >= constants.CONTENT_WORD
    ]
