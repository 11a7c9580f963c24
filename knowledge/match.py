"""Finds lexicon terms in a passage, and says which proposed words are protected vocabulary.

One Aho-Corasick pass finds every surface form of lexicon, protected terms, neutral phrases and intensity
keywords; the rules of Appendices D and E then decide what stands. The published matching is substring
containment; this one keeps to whole words and longest matches.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from ahocorasick_rs import MATCHKIND_STANDARD, AhoCorasick

from knowledge.inflect import forms
from knowledge.loader import intensity, lexicon, neutral_phrases, protected
from knowledge.records import NeutralPhrase, Protected, Term
from knowledge.surface import Sentences, attributed_quotations, fold, is_name, sentences, stands_alone

FLOOR = 0.45
"""Scores below it are inactive (Appendix E)."""
NEUTRAL_DISCOUNT = 0.7
"""What a neutral phrase in the same sentence leaves of a score: mild terms fall below the floor, moderate
ones stay. Appendix E says that such phrases suppress weak matches, not how."""
_NEAR_WORDS = 3  # how far from a hit an intensity keyword still counts
_CONTENT_WORD = re.compile(
    r"\b(?!(?:an?|and|as|at|by|for|from|in|of|on|or|s|that|the|these|this|those|to|with)\b)\w", re.IGNORECASE
)

Meaning = Term | Protected | NeutralPhrase | float


@dataclass(frozen=True, slots=True)
class Hit:
    """A lexicon term at `text[start:end]` of the passage (code points, half-open).

    `quoted`: the words are those of a speaker whom the passage quotes. `intensity` in [0, 1]: the greatest
    weight of an emotion keyword in the hit or up to three words from it in the same sentence, 0 for none.
    """

    start: int
    end: int
    text: str
    term: Term
    quoted: bool
    intensity: float


@dataclass(frozen=True, slots=True)
class _Occurrence:
    start: int
    end: int
    meaning: Meaning


@dataclass(frozen=True)
class _Index:
    automaton: AhoCorasick
    meanings: tuple[tuple[Meaning, ...], ...]


def match(text: str) -> tuple[Hit, ...]:
    """The lexicon terms of one passage, in text order, none overlapping another.

    `text` is cleaned, as engine.text does: a line break in it parts paragraphs. The longest match wins; a
    protected term wins against a lexicon term of its own length or less; of two lexicon terms of one
    length the higher score wins. Terms under FLOOR and names are left alone.
    """
    found = _occurrences(text)
    around = sentences(text)
    speech = attributed_quotations(text, around, [o.start for o in found if _is_attribution(o.meaning)])
    suppressed = {around.at(o.start) for o in found if _is_suppressing(o.meaning)}
    keywords = [o for o in found if isinstance(o.meaning, float)]
    hits = []
    for occurrence in _resolved(text):
        start, end, term = occurrence.start, occurrence.end, occurrence.meaning
        if not isinstance(term, Term):
            continue
        if term.score * (NEUTRAL_DISCOUNT if around.at(start) in suppressed else 1.0) < FLOOR:
            continue
        if term.term.islower() and is_name(text, start, end, around):
            continue
        place = bisect_right(speech, (start, 0)) - 1
        quoted = place >= 0 and end <= speech[place][1]
        hits.append(
            Hit(start, end, text[start:end], term, quoted, _intensity(text, occurrence, keywords, around))
        )
    return tuple(hits)


def protect(text: str, start: int, end: int) -> Protected | None:
    """The protected term that `text[start:end]` is, is part of, or consists of; None where it is more.

    Articles, prepositions and punctuation around the term don't count. Raises ValueError for an empty
    span or one outside the text.
    """
    if not 0 <= start < end <= len(text):
        raise ValueError(f"span {start} to {end} is empty or outside the {len(text)} characters of the text")
    rest = list(text[start:end])
    best, length = None, 0
    for occurrence in _resolved(text):
        first, last, meaning = max(occurrence.start, start), min(occurrence.end, end), occurrence.meaning
        if first < last and isinstance(meaning, Protected):
            rest[first - start : last - start] = " " * (last - first)
            if occurrence.end - occurrence.start > length:
                best, length = meaning, occurrence.end - occurrence.start
    return None if _CONTENT_WORD.search("".join(rest)) else best


def _start(occurrence: _Occurrence) -> int:
    return occurrence.start


@cache
def _index() -> _Index:
    meanings: dict[str, list[Meaning]] = {}

    def add(surface: Iterable[str], meaning: Meaning) -> None:
        for form in surface:
            meanings.setdefault(fold(form), []).append(meaning)

    for term in lexicon():
        if term.score >= FLOOR:
            add({*forms(term.term, term.pos), *term.forms}, term)
    for entry in protected():
        add(forms(entry.term, "noun"), entry)
    for phrase in neutral_phrases():
        add((phrase.phrase,), phrase)
    for keyword, weight in intensity().items():
        add((keyword,), weight)
    automaton = AhoCorasick(list(meanings), matchkind=MATCHKIND_STANDARD)
    return _Index(automaton, tuple(tuple(entries) for entries in meanings.values()))


@lru_cache(maxsize=32)
def _occurrences(text: str) -> tuple[_Occurrence, ...]:
    """Everything known that stands in the text as whole words, overlaps included."""
    index = _index()
    found = (
        _Occurrence(start, end, meaning)
        for pattern, start, end in index.automaton.find_matches_as_indexes(fold(text), overlapping=True)
        if stands_alone(text, start, end)
        for meaning in index.meanings[pattern]
    )
    return tuple(sorted(found, key=_start))


@lru_cache(maxsize=32)
def _resolved(text: str) -> tuple[_Occurrence, ...]:
    """Lexicon and protected terms without overlaps: longest first, then protected, then by score."""

    def rank(occurrence: _Occurrence) -> tuple[int, float, int]:
        score = occurrence.meaning.score if isinstance(occurrence.meaning, Term) else 1.0
        return occurrence.start - occurrence.end, -score, occurrence.start

    taken = bytearray(len(text))
    kept = []
    terms = (o for o in _occurrences(text) if isinstance(o.meaning, Term | Protected))
    for occurrence in sorted(terms, key=rank):
        if taken.find(1, occurrence.start, occurrence.end) < 0:
            taken[occurrence.start : occurrence.end] = b"\1" * (occurrence.end - occurrence.start)
            kept.append(occurrence)
    return tuple(sorted(kept, key=_start))


def _is_attribution(meaning: Meaning) -> bool:
    if isinstance(meaning, NeutralPhrase):
        return meaning.kind != "procedure"
    return isinstance(meaning, Term) and meaning.category == "loaded_speech_verb"


def _is_suppressing(meaning: Meaning) -> bool:
    return isinstance(meaning, NeutralPhrase) and meaning.kind != "speech"


def _intensity(text: str, hit: _Occurrence, keywords: list[_Occurrence], around: Sentences) -> float:
    first, last = around.at(hit.start)
    start, end = hit.start, hit.end
    for _ in range(_NEAR_WORDS + 1):
        start = max(first, text.rfind(" ", first, start))
        end = next_space if (next_space := text.find(" ", end + 1, last)) >= 0 else last
    position = bisect_left(keywords, start, key=_start)
    weights = [0.0]
    while position < len(keywords) and keywords[position].start < end:
        weight = keywords[position].meaning
        if isinstance(weight, float) and keywords[position].end <= end:
            weights.append(weight)
        position += 1
    return max(weights)
