"""Clean-up of text before a model reads it, with a map back to where each character stood."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

# Every assigned control, format and combining character lies here.
_CODES = (range(0x20000), range(0xE0000, 0xE0200))
# More marks than this on one character is no writing system's, and normalizing long runs is quadratic.
_MOST_MARKS = 30


class Cleaned(NamedTuple):
    """Cleaned text; origins[i] is the offset of text[i] in the original, strictly increasing.

    extents holds, for the few characters composed from several, the offset just after their original.
    """

    text: str
    origins: list[int]
    extents: dict[int, int]

    def end(self, index: int) -> int:
        """The offset just after the original of text[index]."""
        return self.extents.get(index, self.origins[index] + 1)

    def part(self, start: int, end: int) -> "Cleaned":
        """text[start:end], with the same original."""
        extents = self.extents and {
            i - start: self.extents[i] for i in range(start, end) if i in self.extents
        }
        return Cleaned(self.text[start:end], self.origins[start:end], extents)

    def stripped(self) -> "Cleaned":
        """Without the spaces at the ends."""
        start = len(self.text) - len(self.text.lstrip(" "))
        return self.part(start, max(start, len(self.text.rstrip(" "))))

    def moved(self, offsets: Sequence[int]) -> "Cleaned":
        """The same text seen from a larger original, where the cleaned one's characters stand at offsets."""
        extents = {index: offsets[end - 1] + 1 for index, end in self.extents.items()}
        return Cleaned(self.text, [offsets[origin] for origin in self.origins], extents)


def _all() -> Iterator[str]:
    return map(chr, chain(*_CODES))


def _joining() -> set[str]:
    """What can combine with the character before it: marks, and the vowels and finals of Hangul."""
    pairs = (unicodedata.decomposition(character).split() for character in _all())
    seconds = {chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2 and not pair[0].startswith("<")}
    return seconds | set(map(chr, range(0x1161, 0x11C3))) | set(filter(unicodedata.combining, _all()))


def _class(characters: Iterable[str]) -> str:
    return re.escape("".join(sorted(characters)))


class _Characters:
    """Which characters are treated how; walking through Unicode for it takes a tenth of a second."""

    def __init__(self) -> None:
        spaces = {c for c in _all() if c.isspace()}
        dropped = {c for c in _all() if unicodedata.category(c) in ("Cc", "Cf")} - spaces
        self.unusual = (spaces | dropped) - {" "}
        self.invisible = "".join(spaces | dropped)
        self.joining = _joining()
        self.replaced = {c for c in _all() if len(n := unicodedata.normalize("NFC", c)) == 1 and n != c}
        self.space = re.compile(f"[{_class(spaces)}]")
        # A single plain space is no gap: it is kept, and looking at each would take most of the time.
        self.gap = re.compile("(?: (?=[{0} ])|[{0}])[{0} ]*".format(_class(self.unusual)))
        self.sequence = re.compile(
            f"(?s:.)[{_class(self.joining)}]{{1,{_MOST_MARKS}}}|[{_class(self.replaced)}]"
        )


@cache
def _characters() -> _Characters:
    return _Characters()


def clean(text: str) -> Cleaned:
    """One line of NFC text: white-space runs become one space; control and format characters (soft hyphens,
    zero-width and bidirectional marks, byte order marks, tags) go; quotation marks and dashes stay.

    A space at either end is kept. A character that NFC would lengthen is left as it is.
    """
    if "  " not in text and _characters().unusual.isdisjoint(text):
        return _compose(text, list(range(len(text))))
    parts: list[str] = []
    origins: list[int] = []
    done = 0
    for gap in _characters().gap.finditer(text):
        parts.append(text[done : gap.start()])
        origins.extend(range(done, gap.start()))
        if space := _characters().space.search(text, gap.start(), gap.end()):
            parts.append(" ")
            origins.append(space.start())
        done = gap.end()
    parts.append(text[done:])
    origins.extend(range(done, len(text)))
    return _compose("".join(parts), origins)


def join(parts: Iterable[Cleaned]) -> Cleaned:
    """The texts of one original in order, a space between any two."""
    texts: list[str] = []
    origins: list[int] = []
    extents: dict[int, int] = {}
    end = 0
    for part in parts:
        if origins:
            origins.append(end)
        extents.update((index + len(origins), extent) for index, extent in part.extents.items())
        texts.append(part.text)
        origins += part.origins
        end = part.end(len(part.text) - 1)
    return Cleaned(" ".join(texts), origins, extents)


def strip_invisible(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without the white space and the dropped characters at its ends; empty when nothing shows."""
    start = end - len(text[start:end].lstrip(_characters().invisible))
    return start, start + len(text[start:end].rstrip(_characters().invisible))


def is_blank(text: str) -> bool:
    """Whether cleaning would leave nothing but white space."""
    return not text.strip(_characters().invisible)


def _compose(text: str, origins: list[int]) -> Cleaned:
    if _characters().joining.isdisjoint(text) and _characters().replaced.isdisjoint(text):
        return Cleaned(text, origins, {})
    parts: list[str] = []
    composed_origins: list[int] = []
    extents: dict[int, int] = {}
    done = 0
    for sequence in _characters().sequence.finditer(text):
        start, end = sequence.span()
        composed = unicodedata.normalize("NFC", sequence[0])
        if composed == sequence[0] or len(composed) > len(sequence[0]):
            continue
        parts += text[done:start], composed
        composed_origins += origins[done : start + len(composed)]
        if end - start > len(composed):
            extents[len(composed_origins) - 1] = origins[end - 1] + 1
        done = end
    parts.append(text[done:])
    composed_origins += origins[done:]
    return Cleaned("".join(parts), composed_origins, extents)
