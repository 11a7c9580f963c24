"""A draft in passages, the pieces that are examined one by one."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.text.blocks import cleaned
from engine.text.document import Document
from engine.text.normalize import Cleaned, join
from engine.text.packing import cut_sentences, join_quotations, pack, word_cuts
from engine.text.quotations import Quotation, spoken
from engine.text.sentences import Range, sentences

Granularity = Literal["sentence", "passage", "whole"]

_CONTEXT_WORDS = 40
_CONTEXT_CHARACTERS = 400


@dataclass(frozen=True)
class Quoted:
    """Words of somebody whom the draft quotes: the half-open range in a passage's text, marks included, and
    the speaker in the draft's own words, None where it names none."""

    start: int
    end: int
    speaker: str | None


@dataclass(frozen=True)
class Passage:
    """A piece of a draft, cleaned: one line, single spaces, no control or format characters, never empty.

    origins[i] is the offset in Document.text of text[i], strictly increasing; end the offset just after the
    last character; composed holds (index in text, offset just after its original) for each character composed
    from several. headline, before and after (the neighboring sentences), at most 40 words of each, are
    read-only context, "" where there is none. sentences are half-open ranges in text; quoted are the words
    that are not the author's, in order. one_sided: the draft has several quotations, all of one speaker.
    """

    index: int
    text: str
    origins: tuple[int, ...]
    end: int
    headline: str
    before: str
    after: str
    sentences: tuple[Range, ...]
    composed: tuple[Range, ...] = ()
    quoted: tuple[Quoted, ...] = ()
    one_sided: bool = False

    @property
    def start(self) -> int:
        return self.origins[0]

    def locate(self, start: int, end: int) -> Range:
        """The half-open range in Document.text of text[start:end]; ValueError if empty or outside."""
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"no characters {start} to {end} in a passage of {len(self.text)}")
        found = bisect_left(self.composed, (end - 1,))
        if found < len(self.composed) and self.composed[found][0] == end - 1:
            return self.origins[start], self.composed[found][1]
        return self.origins[start], self.origins[end - 1] + 1


class _Quotations:
    """Quotations that are in order and apart from each other, by where they stand in cleaned text."""

    def __init__(self, found: Sequence[Quotation]) -> None:
        self._found = found
        self._starts = [one.start for one in found]

    def within(self, cleaned: Cleaned) -> tuple[Quoted, ...]:
        """As far as they reach into it, by its own offsets."""
        return tuple(self._within(cleaned)) if cleaned.text else ()

    def _within(self, cleaned: Cleaned) -> Iterator[Quoted]:
        first = bisect_right(self._starts, cleaned.origins[0]) - 1
        for one in self._found[max(0, first) :]:
            if one.start > cleaned.origins[-1]:
                return
            start, end = bisect_left(cleaned.origins, one.start), bisect_left(cleaned.origins, one.end)
            if start < end:
                yield Quoted(start, end, one.speaker)


@dataclass(frozen=True)
class _Section:
    """A cleaned heading or paragraph, its sentences, and the ranges that become passages."""

    is_heading: bool
    cleaned: Cleaned
    sentences: Sequence[Range]
    ranges: Sequence[Range]

    def sentence(self, index: int) -> str:
        start, end = self.sentences[index]
        return self.cleaned.text[start:end]


def split(
    document: Document, granularity: Granularity = "passage", max_words: int = 120
) -> tuple[Passage, ...]:
    """The passages of a draft, in order; together they hold all of its headings and paragraphs.

    "sentence" takes each sentence, "passage" a paragraph or consecutive sentences of one up to about
    max_words (1 or more; half as much again for a single sentence or quotation), "whole" all as one passage.
    A longer sentence counts as several, and so does a word of over 400 characters. Raises ValueError for
    other arguments.
    """
    if granularity not in ("sentence", "passage", "whole") or max_words < 1:
        raise ValueError(f"no passages of granularity {granularity!r} and {max_words} words")
    blocks = [(block, cleaned(document, block)) for block in document.blocks]
    shown = [(block.kind == "heading", text) for block, text in blocks if text.text]
    speech = _Quotations(spoken(document.quotations))
    if granularity == "whole":
        return tuple(_passages([_whole([text for _, text in shown])], None, speech)) if shown else ()
    marked = _Quotations([one for one in document.quotations if one.depth == 0])
    sections = [_section(text, is_heading, granularity, max_words, marked) for is_heading, text in shown]
    return tuple(_passages(sections, document.title, speech))


def _section(
    cleaned: Cleaned, is_heading: bool, granularity: Granularity, max_words: int, marked: _Quotations
) -> _Section:
    text = cleaned.text
    cuts = word_cuts(text)
    units = cut_sentences(text, sentences(text), cuts, max_words)
    if granularity == "sentence":
        return _Section(is_heading, cleaned, units, units)
    quoted = [(one.start, one.end) for one in marked.within(cleaned)]
    ranges = pack(text, join_quotations(text, units, quoted, cuts, max_words), max_words, cuts)
    return _Section(is_heading, cleaned, units, ranges)


def _whole(blocks: Sequence[Cleaned]) -> _Section:
    ranges: list[Range] = []
    offset = 0
    for block in blocks:
        ranges += [(offset + start, offset + end) for start, end in sentences(block.text)]
        offset += len(block.text) + 1
    return _Section(False, join(blocks), ranges, [(0, offset - 1)])


def _passages(sections: Sequence[_Section], title: str | None, speech: _Quotations) -> Iterator[Passage]:
    index = 0
    heading = ""
    for previous, section, following in zip([None, *sections], sections, [*sections[1:], None], strict=False):
        if section.is_heading:
            heading = section.cleaned.text
        headline = "" if section.is_heading else _shortened(title or heading, from_end=False)
        before, ending = "", ""
        # A heading belongs to what follows it, and is a paragraph's headline, not its neighbor.
        if previous and not previous.is_heading and not section.is_heading:
            before = previous.sentence(-1)
        if following and not following.is_heading:
            ending = following.sentence(0)
        starts = [start for start, _ in section.sentences]
        for start, end in section.ranges:
            first, last = bisect_left(starts, start), bisect_left(starts, end)
            part = section.cleaned.part(start, end)
            yield Passage(
                index=index,
                text=part.text,
                origins=tuple(part.origins),
                end=part.end(len(part.text) - 1),
                headline=headline,
                before=_shortened(before, from_end=True),
                after=_shortened(section.sentence(last) if last < len(starts) else ending, from_end=False),
                sentences=tuple((a - start, b - start) for a, b in section.sentences[first:last]),
                composed=tuple(part.extents.items()),
                quoted=speech.within(part),
            )
            index += 1
            before = section.sentence(last - 1)


def _shortened(sentence: str, from_end: bool) -> str:
    """The 40 words of a sentence that are nearest to the passage, or a headline's first."""
    words = sentence.split(" ")
    if from_end:
        return " ".join(words[-_CONTEXT_WORDS:])[-_CONTEXT_CHARACTERS:]
    return " ".join(words[:_CONTEXT_WORDS])[:_CONTEXT_CHARACTERS]
