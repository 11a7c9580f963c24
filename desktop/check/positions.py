"""Qt counts UTF-16 units and one-unit line ends; the engine counts code points of the file's text."""

import re
from bisect import bisect_right

_SPECIAL = re.compile("[\U00010000-\U0010ffff]|\r\n")
_LINE_END = re.compile("\r\n|[\r\u2029\ufdd0\ufdd1]")  # what Qt makes a line end, and a line end alone


def editor_text(text: str) -> str:
    """`text` as the editor holds it: every line end is one "\\n"."""
    return _LINE_END.sub("\n", text)


def units(text: str) -> int:
    """Its length in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class Positions:
    """Maps offsets of `text` to the editor's positions and back; both clip to the text's ends."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._offsets: list[int] = []  # of the first code point after a special place
        self._positions: list[int] = []  # of the same place in the editor
        shift = 0
        for found in _SPECIAL.finditer(text):
            shift += -1 if found.group() == "\r\n" else 1
            self._offsets.append(found.end())
            self._positions.append(found.end() + shift)

    def position(self, offset: int) -> int:
        """Where the editor has the code point `offset`; the end of a "\\r\\n" is where it begins."""
        offset = max(0, min(offset, self._length))
        index = bisect_right(self._offsets, offset)
        shift = self._positions[index - 1] - self._offsets[index - 1] if index else 0
        position = offset + shift
        following = self._positions[index] if index < len(self._positions) else None
        return position if following is None else min(position, following - 1)

    def offset(self, position: int) -> int:
        """The code point at that editor position; inside a surrogate pair, the one it belongs to."""
        index = bisect_right(self._positions, position)
        shift = self._positions[index - 1] - self._offsets[index - 1] if index else 0
        offset = max(0, position - shift)
        following = self._offsets[index] if index < len(self._offsets) else self._length + 1
        return min(offset, following - 1, self._length)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The editor's positions of the offsets `start` to `end`."""
        return self.position(start), self.position(end)
