"""Finds lexicon terms in a passage, and says which proposed words are protected vocabulary.

One Aho-Corasick pass finds every surface form of lexicon, protected terms, neutral phrases and intensity
keywords; the rules of Appendices D and E then decide what stands. The published matching is substring
containment; this one keeps to whole words and longest matches.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from ahocorasick_rs import MATCHKIND_STANDARD, AhoCorasick

from knowledge.base import Knowledge, shipped
from knowledge.exemptions import denied, in_title, is_noun, mentioned
from knowledge.house_style import HOUSE_STYLE, HouseStyle
from knowledge.records import NeutralPhrase, Protected, Severity, Term
from knowledge.surface import Sentences, fold, is_name, sentences, stands_alone

FLOOR = 0.45
"""Scores below it are inactive (Appendix E)."""
NEUTRAL_DISCOUNT = 0.7
"""What a neutral phrase in the same sentence leaves of a score: mild terms fall below the floor, moderate
ones stay. Appendix E says that such phrases suppress weak matches, not how."""
_NEAR_WORDS = 3  # how far from a hit an intensity keyword still counts
_CONTENT_WORD = re.compile(
    r"\b(?!(?:an?|and|as|at|by|for|from|in|of|on|or|s|that|the|these|this|those|to|with)\b)\w", re.IGNORECASE
)

Range = tuple[int, int]
Meaning = Term | Protected | NeutralPhrase | float
Exemption = Literal[
    "inactive", "plain_context", "protected", "name", "title", "mention", "denied", "other_sense"
]
"""Why a term is not flagged: its score is under the floor, or falls under it beside a neutral phrase; a
protected term holds it; it is part of a name or a title; it is spoken about; it is denied; or it is another
word of the same spelling, a noun where the term is a verb."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A lexicon term at `text[start:end]` of the passage (code points, half-open).

    `quoted`: the words are those of a speaker whom the passage quotes. `intensity` in [0, 1]: the greatest
    weight of an emotion keyword in the hit or up to three words from it in the same sentence, 0 for none.
    `exempt` says why it is not to be flagged, None where it is; `by` is the protected term that holds it.
    """

    start: int
    end: int
    text: str
    term: Term
    severity: Severity
    quoted: bool
    intensity: float
    exempt: Exemption | None = None
    by: Protected | None = None


@dataclass(frozen=True, slots=True)
class _Occurrence:
    start: int
    end: int
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class _Standing:
    """A lexicon or protected term without overlaps; `by` is the protected term that has its place."""

    start: int
    end: int
    meaning: Term | Protected
    by: Protected | None = None


class Matcher:
    """Finds what a `Knowledge` knows; its index is made once, and a passage read once for all questions."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        meanings: dict[str, list[tuple[Meaning, tuple[int, ...]]]] = {}

        def add(surface: Iterable[str], meaning: Meaning) -> None:
            for form in surface:
                meanings.setdefault(fold(form), []).append((meaning, _capitals(form)))

        for term in knowledge.lexicon:
            add(term.forms, term)
        for entry in knowledge.protected:
            add(entry.forms, entry)
        for phrase in knowledge.neutral_phrases:
            add((phrase.phrase,), phrase)
        for keyword, weight in knowledge.intensity.items():
            add((keyword,), weight)
        self._automaton = AhoCorasick(list(meanings), matchkind=MATCHKIND_STANDARD)
        self._meanings = tuple(meanings.values())
        self._occurrences = lru_cache(maxsize=32)(self._find)
        self._standing = lru_cache(maxsize=32)(self._resolve)

    def match(self, text: str, speech: Sequence[Range] = ()) -> tuple[Hit, ...]:
        """The lexicon terms to flag in one passage, in text order, none overlapping another.

        `text` is cleaned, as engine.text does: a line break in it parts paragraphs. `speech` are the ranges,
        in order and apart from each other, of words that are a quoted speaker's. The longest match wins;
        a protected term wins against a lexicon term of its own length or less; of two lexicon terms of one
        length the higher score wins. Terms under FLOOR, names, titles, terms denied or only spoken about
        are left alone.
        """
        return tuple(hit for hit in self.examine(text, speech) if not hit.exempt)

    def examine(self, text: str, speech: Sequence[Range] = ()) -> tuple[Hit, ...]:
        """What `match` finds and what it leaves alone, with the reason."""
        found = self._occurrences(text)
        standing = [one for one in self._standing(text) if isinstance(one.meaning, Term)]
        if not standing:
            return ()
        around = sentences(text)
        folded = fold(text)
        suppressed = {around.at(o.start) for o in found if _is_suppressing(o.meaning)}
        keywords = [o for o in found if isinstance(o.meaning, float)]
        hits = []
        for one in standing:
            term, start, end = one.meaning, one.start, one.end
            assert isinstance(term, Term)
            sentence = around.at(start)
            place = bisect_right(speech, start, key=lambda one: one[0]) - 1
            hits.append(
                Hit(
                    start,
                    end,
                    text[start:end],
                    term,
                    severity=self.knowledge.severity.get(term.category, term.severity),
                    quoted=place >= 0 and end <= speech[place][1],
                    intensity=_intensity(text, start, end, keywords, around),
                    exempt=self._exemption(text, folded, one, term, around, sentence in suppressed),
                    by=one.by,
                )
            )
        return tuple(hits)

    def intensity(self, text: str, start: int, end: int) -> float:
        """How emotional the words at `text[start:end]` and those beside them are, in [0, 1] (see `Hit`)."""
        keywords = [o for o in self._occurrences(text) if isinstance(o.meaning, float)]
        return _intensity(text, start, end, keywords, sentences(text)) if keywords else 0.0

    def protect(self, text: str, start: int, end: int) -> Protected | None:
        """The protected term that `text[start:end]` is, is part of, or consists of; None where it is more.

        Articles, prepositions and punctuation around the term don't count. Raises ValueError for an empty
        span or one outside the text.
        """
        if not 0 <= start < end <= len(text):
            raise ValueError(
                f"span {start} to {end} is empty or outside the {len(text)} characters of the text"
            )
        rest = list(text[start:end])
        best, length = None, 0
        for one in self._standing(text):
            first, last = max(one.start, start), min(one.end, end)
            if first < last and isinstance(one.meaning, Protected):
                rest[first - start : last - start] = " " * (last - first)
                if one.end - one.start > length:
                    best, length = one.meaning, one.end - one.start
        return None if _CONTENT_WORD.search("".join(rest)) else best

    def _find(self, text: str) -> tuple[_Occurrence, ...]:
        """Everything known that stands in the text as whole words, overlaps included."""
        found = (
            _Occurrence(start, end, meaning)
            for pattern, start, end in self._automaton.find_matches_as_indexes(fold(text), overlapping=True)
            if stands_alone(text, start, end)
            for meaning, capitals in self._meanings[pattern]
            if all(text[start + at].isupper() for at in capitals)
        )
        return tuple(sorted(found, key=_start))

    def _resolve(self, text: str) -> tuple[_Standing, ...]:
        """Lexicon and protected terms without overlaps: longest first, then a house style's, then protected,
        then by score. A lexicon term that lies within a protected one is kept beside it, as held `by` it.
        """

        def rank(occurrence: _Occurrence) -> tuple[int, float, int]:
            meaning = occurrence.meaning
            if isinstance(meaning, Term):
                value = 2.0 if meaning.category == HOUSE_STYLE else meaning.score
            else:
                value = 1.0
            return occurrence.start - occurrence.end, -value, occurrence.start

        owners: list[Protected | None] = [None] * len(text)
        taken = bytearray(len(text))
        kept: list[_Standing] = []
        terms = (o for o in self._occurrences(text) if isinstance(o.meaning, Term | Protected))
        for occurrence in sorted(terms, key=rank):
            start, end, meaning = occurrence.start, occurrence.end, occurrence.meaning
            assert isinstance(meaning, Term | Protected)
            if taken.find(1, start, end) < 0:
                taken[start:end] = b"\1" * (end - start)
                if isinstance(meaning, Protected):
                    owners[start:end] = [meaning] * (end - start)
                kept.append(_Standing(start, end, meaning))
            elif isinstance(meaning, Term) and (owner := owners[start]) and owners[end - 1] is owner:
                kept.append(_Standing(start, end, meaning, by=owner))
        return tuple(sorted(kept, key=_start))

    def _exemption(
        self, text: str, folded: str, one: _Standing, term: Term, around: Sentences, suppressed: bool
    ) -> Exemption | None:
        start, end = one.start, one.end
        first, last = around.at(start)
        if one.by:
            return "protected"
        if term.score < FLOOR:
            return "inactive"
        if suppressed and term.score * NEUTRAL_DISCOUNT < FLOOR:
            return "plain_context"
        if term.term.islower() and is_name(text, start, end, around):
            return "name"
        if term.term.islower() and in_title(text, folded, start, end, first, last):
            return "title"
        if (
            term.pos == "verb"
            and folded[start:end] in _plain_verb(term.term)
            and is_noun(folded, start, first)
        ):
            return "other_sense"
        if mentioned(folded, start, end, first):
            return "mention"
        if self.knowledge.categories[term.category].deniable and denied(folded, start, end, first):
            return "denied"
        return None


@cache
def matcher() -> Matcher:
    """For the knowledge that ships."""
    return Matcher(shipped())


def styled(style: HouseStyle | None) -> Matcher:
    """For the knowledge that ships, with a newsroom's style over it if there is one."""
    return Matcher(shipped().with_style(style)) if style else matcher()


def _start(occurrence: _Occurrence | _Standing) -> int:
    return occurrence.start


def _capitals(form: str) -> tuple[int, ...]:
    """Where the text must have capitals too: all of a form's, where more than its first letter is one
    ("RINO", "Big Oil"). A term that merely begins with a capital may stand in small letters."""
    places = tuple(at for at, char in enumerate(form) if char.isupper())
    return places if any(places) else ()


def _plain_verb(term: str) -> tuple[str, str]:
    """The forms of a verb that a noun may share: "slam", "slams"."""
    verb, space, rest = term.partition(" ")
    return fold(term), fold(f"{verb}s{space}{rest}")


def _is_suppressing(meaning: Meaning) -> bool:
    return isinstance(meaning, NeutralPhrase) and meaning.kind != "speech"


def _intensity(text: str, start: int, end: int, keywords: list[_Occurrence], around: Sentences) -> float:
    first, last = around.at(start)
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
