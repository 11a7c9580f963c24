"""The surface of a text as matching sees it: folded characters, word boundaries, sentences and capitalized
names. Pure functions; all offsets are code points into the text as given.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

_HYPHENS = "-\u2010\u2011\u2212"  # joining hyphens; an en dash may join or separate
_FOLDED = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032`", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"')
    | dict.fromkeys(_HYPHENS + "\u2012\u2013", "-")
    | dict.fromkeys("\t\n\r\u00a0\u2007\u2009\u202f\u3000", " ")
)
_SENTENCE_END = re.compile(  # followed by anything but a lower-case letter
    r"""[.!?…]["'\u201d\u2019)\]]*\s+(?=["'\u201c\u2018(\[]*[^\W_a-z])"""
    r"""|\n\s*"""
)
_ABBREVIATION = re.compile(
    r"\b(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Reps|Sens|Gov|Lt|Gen|Col|Sgt|Rev|St|Jr|Sr|vs)\.\s+$"
)
_ORGANIZATION = re.compile(
    r"(?:academy|bakery|band|bar|books|brewery|brewing|cafe|church|cinema|club|college|company|films|"
    r"foundation|gallery|group|inc|llc|magazine|media|museum|orchestra|party|pictures|press|productions|pub|"
    r"records|restaurant|school|shop|society|store|studios?|theat(?:er|re)|university)"
)
_HEADLINE_WORDS = 30
_NEIGHBOR_CHARS = 40
_WORD = re.compile(r"[^\W\d_][\w'\u2019]*")
_CAPITALIZED_RUN = re.compile(r"(?:[^\W\d_a-z][\w'\u2019]*(?: (?:and|of|the|&))?(?: |\b))+")
_NEXT_WORD = re.compile(r" ([^\W\d_])[\w'\u2019]*")
_PREVIOUS_WORD = re.compile(r"(?<![\w'\u2019])([^\W\d_])[\w'\u2019]* $")
MINOR_WORDS = frozenset(
    {"a", "an", "the", "and", "or", "nor", "but", "as", "at", "by", "for", "from", "if", "in", "into", "is"}
    | {"of", "off", "on", "onto", "out", "over", "per", "so", "than", "to", "up", "via", "vs", "with", "s"}
)


@lru_cache(maxsize=8)
def fold(text: str) -> str:
    """`text` in lower case with plain quotes, hyphens and spaces, every character at its old offset."""
    text = text.translate(_FOLDED)
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether `start` to `end` are whole words: no part of a longer word, hyphenated compound or handle."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if before and (_in_word(before[-1]) or before[-1] == "@"):
        return False
    if after and _in_word(after[0]):
        return False
    if len(before) == 2 and before[1] in _HYPHENS + ".'\u2019" and _in_word(before[0]):
        return False
    return not (len(after) == 2 and after[0] in _HYPHENS + ".@" and _in_word(after[1]))


def _in_word(char: str) -> bool:
    return char.isalnum() or char == "_"


@dataclass(frozen=True, slots=True)
class Sentences:
    """Where each sentence starts; the last one ends with the text."""

    starts: tuple[int, ...]
    length: int

    def at(self, offset: int) -> tuple[int, int]:
        """Start and end of the sentence around `offset`."""
        index = bisect_right(self.starts, offset)
        return self.starts[index - 1], self.starts[index] if index < len(self.starts) else self.length


def sentences(text: str) -> Sentences:
    ends = (
        match.end()
        for match in _SENTENCE_END.finditer(text)
        if not _ABBREVIATION.search(text, max(0, match.start() - 6), match.end())
        and not (text.endswith("No", 0, match.start()) and text[match.end() : match.end() + 1].isdigit())
    )
    return Sentences((0, *ends), len(text))


def is_name(text: str, start: int, end: int, around: Sentences) -> bool:
    """Whether these words are capitalized as a name is: one word in mid-sentence ("the Radicals"), or
    several with a capitalized neighbor ("the Clown Show Circus Company").

    The first word of a sentence or quotation, words in capitals throughout and headlines in title case
    say nothing about names.
    """
    words = [word for word in _WORD.findall(text[start:end]) if word.lower() not in MINOR_WORDS]
    if not words or any(not word[0].isupper() or (word.isupper() and len(word) > 1) for word in words):
        return False
    first, last = around.at(start)
    opening = text[max(first, start - 1) : start]
    if opening in ('"', "\u201c", "\u2018") or not _WORD.search(text, first, start):
        return _opens_organization(text, start, last)
    if _title_case(text, first, last):
        return False
    if len(words) == 1:
        return True
    near = max(first, start - _NEIGHBOR_CHARS)
    neighbors = _PREVIOUS_WORD.search(text, near, start), _NEXT_WORD.match(text, end, last)
    return any(neighbor is not None and neighbor[1].isupper() for neighbor in neighbors)


def _opens_organization(text: str, start: int, last: int) -> bool:
    """Whether the capitalized words from `start` on end like an organization's name: "Shady Grove Books"."""
    run = _CAPITALIZED_RUN.match(text, start, last)
    words = run[0].split() if run else []
    return len(words) >= 2 and bool(_ORGANIZATION.fullmatch(words[-1].lower()))


def _title_case(text: str, start: int, end: int) -> bool:
    words = [match[0] for match in islice(_WORD.finditer(text, start, end), _HEADLINE_WORDS)]
    major = [word for word in words if word.lower() not in MINOR_WORDS]
    return len(major) >= 3 and all(word[0].isupper() for word in major)
