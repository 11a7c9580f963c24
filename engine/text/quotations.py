"""Whose words they are: the quotations of a draft, with the speaker where the sentence names one.

English, German, French and Nordic marks are read, straight and curly, within one another too. A quotation
that runs on over paragraphs is one for each of them, the later ones marked as going on.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.text.speakers import speaker_beside, speaker_introducing

Kind = Literal["speech", "block", "scare"]
Range = tuple[int, int]


@dataclass(frozen=True)
class Quotation:
    """The half-open range [start, end) of a draft's text, marks included; [inner_start, inner_end) without.

    kind: "speech", the words of somebody else; "block", the same set apart as a paragraph; "scare", one to
    three words in marks that nobody is said to have used, which are the author's. speaker is who said it in
    the draft's own words ("Mayor Odile Brandt", "she"), None where the sentence doesn't say. depth counts the
    quotations around it. continues: it goes on from the paragraph before.
    """

    start: int
    end: int
    inner_start: int
    inner_end: int
    kind: Kind
    speaker: str | None
    depth: int = 0
    continues: bool = False

    @property
    def is_authors(self) -> bool:
        """Whether the words are the author's own, marks or not."""
        return self.kind == "scare"


MARKS = "\"'“”„‟«»‹›‘’‚‛"
_MARK = re.compile(f"[{MARKS}]")
_CLOSERS = {
    '"': '"”', "“": "”\"", "„": "“”\"", "‟": "”\"", "”": "”", "«": "»", "»": "«", "‹": "›", "›": "‹",
    "‘": "’'", "‛": "’'", "‚": "‘’", "'": "'’",
}  # fmt: skip
_SINGLE = "'‘’‚‛‹›"
_OPENS_AFTER = re.compile(r"[\s(\[{—–\-/\"“„«»‘‚']")
_ELISION = re.compile(r"(?:\d\ds?|em|til|tis|twas|cause|n|round|bout|neath)\b", re.IGNORECASE)
_BETTER_END = re.compile(r"[,.!?]?[’'](?!\w)|[‘“\".!?;]")
_JOINING = {"and", "or", "but", "then", ",", ", and"}
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)]*(?=\s+[^\W\d_a-zà-ÿ]|\s*$)")
_SCARE_WORDS = 3
_EXCLAIMED = re.compile(r"[.!?…]$")
_DASHED_NAME = re.compile(r"[—–-]\s*(?P<who>[^\W\d_a-zà-ÿ][^—–\n.!?]{1,60})$")
_MOST_NESTED = 8
_GAP = 40  # characters of white space before a quotation, at the most
_MOST_SPEAKERS = 5000  # looking for one takes time; no draft has so many quotations
_NAME_WORD = re.compile(r"[^\W_]+")
_ARTICLES = {"the", "a", "an", "der", "die", "das", "le", "la", "les"}
_PRONOUNS = {"he", "she", "they"}


@dataclass
class _Open:
    start: int
    mark: str


def quotations(text: str, blocks: Sequence[tuple[int, int, bool]]) -> tuple[Quotation, ...]:
    """Those of a draft in order of their starts.

    blocks: the range of each paragraph, and whether it is a block quotation. They follow one another.
    """
    found: list[Quotation] = []
    running: Quotation | None = None  # what the paragraph before left open
    for number, (start, end, is_block) in enumerate(blocks):
        following = blocks[number + 1] if number + 1 < len(blocks) else None
        named = max(0, _MOST_SPEAKERS - len(found))
        pieces = [
            _described(text, (start, end), piece, order < named)
            for order, piece in enumerate(_pieces(text, start, end))
        ]
        if pieces and running and pieces[0].start == _first_mark(text, start, end):
            pieces[0] = replace(
                pieces[0], kind="speech", speaker=pieces[0].speaker or running.speaker, continues=True
            )
        pieces = _inherited(text, pieces)
        running = None
        if pieces and (last := _left_open(text, pieces, end)) is not None:
            if following and not is_block and _resumes(text, following, text[last.start]):
                running = last
            else:
                pieces = [_shortened(text, piece, end) if piece is last else piece for piece in pieces]
        if is_block:
            pieces = [_block(text, start, end, blocks[number - 1] if number else None)] + [
                replace(piece, depth=piece.depth + 1) for piece in pieces
            ]
        found += pieces
    return tuple(found)


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int, int, int]]:
    """The start, the end, the length of the closing mark and the depth of each quotation in a paragraph."""
    stack: list[_Open] = []
    found: list[tuple[int, int, int, int]] = []
    for match in _MARK.finditer(text, start, end):
        at, mark = match.start(), match[0]
        before = text[at - 1] if at > start else " "
        after = text[at + 1] if at + 1 < end else " "
        closed = _closed_by(stack, mark, text, at, end, before, after)
        if closed is not None:
            found.append((stack[closed].start, at + 1, 1, closed))
            del stack[closed:]
        elif len(stack) < _MOST_NESTED and _opens(mark, before, after, text, at):
            stack.append(_Open(at, mark))
    # A single mark that never closes is an apostrophe; a double one may close in a later paragraph.
    doubles = [one for one in stack if one.mark not in _SINGLE]
    found += [(one.start, end, 0, depth) for depth, one in enumerate(doubles)]
    return sorted(found)


def _closed_by(
    stack: Sequence[_Open], mark: str, text: str, at: int, end: int, before: str, after: str
) -> int | None:
    """Which of the open quotations the mark closes: the innermost that it can."""
    if mark in "'’":
        if after.isalnum() or before.isspace() or not any(one.mark in _SINGLE for one in stack):
            return None
        if before in "sS" and after == " " and _closes_later(text, at + 1, end):
            return None  # ‘the workers’ union’
    if mark in '"“' and before.isspace():
        return None
    for number in range(len(stack) - 1, -1, -1):
        if mark in _CLOSERS[stack[number].mark]:
            return number
        if stack[number].mark not in _SINGLE:
            return None
    return None


def _closes_later(text: str, at: int, end: int) -> bool:
    """Whether the same sentence has a better place for the closing mark, after its last punctuation."""
    for match in _BETTER_END.finditer(text, at, min(end, at + 200)):
        return match[0][-1] in "’'"
    return False


def _opens(mark: str, before: str, after: str, text: str, at: int) -> bool:
    if mark in "“„«‟‹":
        return not (mark == "“" and after.isspace())
    if not _OPENS_AFTER.match(before) or after.isspace():
        return False
    if mark in "'‘‛":
        return (after.isalpha() or after in '“"…¡¿') and not _ELISION.match(text, at + 1)
    return mark != "’"  # straight double ones, and ” » ‚ › where they open


def _described(text: str, block: Range, piece: tuple[int, int, int, int], named: bool) -> Quotation:
    start, end, closing, depth = piece
    inner = text[start + 1 : end - closing]
    shift = len(inner) - len(inner.lstrip())
    words = inner.strip()
    speaker = speaker_beside(text, block, (start, end), words) if named else None
    kind: Kind = "speech"
    is_short = bool(closing) and len(words.split()) <= _SCARE_WORDS
    if is_short and speaker is None and depth == 0 and not _is_exclaimed(text, block, start, words):
        kind = "scare"
    return Quotation(start, end, start + 1 + shift, start + 1 + shift + len(words), kind, speaker, depth)


def _is_exclaimed(text: str, block: Range, start: int, words: str) -> bool:
    """A sentence of its own, however short: “Never!”"""
    before = text[max(block[0], start - _GAP) : start].rstrip()
    return bool(_EXCLAIMED.search(words)) and words[:1].isupper() and (not before or before[-1] in '.!?…:”"')


def _inherited(text: str, pieces: list[Quotation]) -> list[Quotation]:
    """“A,” said Cole. “B.” is Cole's too, and so is “A,” said Cole, “and B.”"""
    result: list[Quotation] = []
    speaker: str | None = None
    last_end = -1
    for piece in pieces:
        if piece.depth == 0:
            gap = text[last_end : piece.start] if last_end >= 0 else ""
            goes_on = last_end >= 0 and len(_SENTENCE_END.findall(gap.rstrip())) <= 1 and len(gap) <= 200
            is_led_up_to = gap.rstrip()[-1:] in (".", ",", ":", "!", "?") or gap.strip() in _JOINING
            if speaker and goes_on and is_led_up_to and piece.speaker is None:
                piece = replace(piece, speaker=speaker, kind="speech")
            speaker = piece.speaker
            last_end = piece.end
        result.append(piece)
    return result


def _first_mark(text: str, start: int, end: int) -> int:
    first = _MARK.search(text, start, end)
    return first.start() if first and not text[start : first.start()].strip() else -1


def _left_open(text: str, pieces: Sequence[Quotation], end: int) -> Quotation | None:
    return next((one for one in pieces if one.end == end and not _is_closed(text, one)), None)


def _is_closed(text: str, piece: Quotation) -> bool:
    last = text[piece.end - 1]
    return piece.end - piece.start > 1 and piece.inner_end < piece.end and last in _CLOSERS[text[piece.start]]


def _resumes(text: str, block: tuple[int, int, bool], mark: str) -> bool:
    """Whether a paragraph opens with the mark that the one before left open, or, in French, its other."""
    first = text[block[0] : block[0] + 1]
    return first == mark or (mark == "«" and first == "»")


def _shortened(text: str, piece: Quotation, end: int) -> Quotation:
    """A quotation that nothing closes ends with its sentence, lest a slip hide a paragraph's own words."""
    sentence = _SENTENCE_END.search(text, piece.start + 1, end)
    stop = sentence.end() if sentence else end
    return replace(piece, end=stop, inner_end=max(piece.inner_start, min(piece.inner_end, stop)))


def _block(text: str, start: int, end: int, before: tuple[int, int, bool] | None) -> Quotation:
    named = _DASHED_NAME.search(text, max(start, end - 80), end)
    speaker = named["who"].strip() if named else None
    if speaker is None and before is not None:
        speaker = speaker_introducing(text[before[0] : before[1]])
    return Quotation(start, end, start, end, "block", speaker)


def spoken(found: Sequence[Quotation]) -> tuple[Quotation, ...]:
    """Those whose words are not the author's, outermost only, in order."""
    return tuple(one for one in found if not one.is_authors and one.depth == 0)


def speech_in(text: str) -> list[Range]:
    """The ranges of `spoken` in a text of one paragraph."""
    return [(one.start, one.end) for one in spoken(quotations(text, [(0, len(text), False)]))]


def only_voice(found: Sequence[Quotation]) -> int:
    """How many quotations a draft has if all are said to be one speaker's, else 0.

    "she" is whoever spoke last, and "the mayor" or "Brandt" may be Mayor Odile Brandt.
    """
    name: set[str] = set()
    pronouns: set[str] = set()
    speech = spoken(found)
    for one in speech:
        words = set(_NAME_WORD.findall((one.speaker or "").lower())) - _ARTICLES
        if not words or not (words <= name or name <= words or words <= _PRONOUNS):
            return 0
        name |= words - _PRONOUNS
        pronouns |= words & _PRONOUNS
    return len(speech) if name and len(pronouns) < 2 else 0
