"""Which token sequences are kept in the context's memory, so that a prefix is decoded once."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Protocol

Key = tuple[int, ...]  # all tokens from the start


class Memory(Protocol):
    def copy(self, source: int, target: int) -> None: ...
    def remove(self, sequence: int, start: int = -1) -> None: ...


@dataclass(frozen=True)
class Kept:
    sequence: int
    tokens: Key


class Sequences:
    """Sequence ids 0 to `count` - 1, some holding a kept prefix, least recently used first to go.

    A branch shares its cells with the prefix that it left from, so dropping a prefix frees only what no
    branch still uses.
    """

    def __init__(self, memory: Memory, count: int, keep: int) -> None:
        self._memory = memory
        self._free = list(range(count - 1, -1, -1))
        self._keep = keep
        self._kept: OrderedDict[Key, Kept] = OrderedDict()

    def longest(self, prefixes: list[Key]) -> Kept | None:
        """The longest of `prefixes` (each a prefix of the next) that is in memory.

        All of them count as used, the shortest most recently: it is the one that most others need.
        """
        known = [tokens for tokens in prefixes if tokens in self._kept]
        for tokens in reversed(known):
            self._kept.move_to_end(tokens)
        return self._kept[known[-1]] if known else None

    def branch(self, kept: Kept | None) -> int:
        """A new sequence that begins with `kept`, or empty."""
        if not self._free and not self.drop_oldest():
            raise RuntimeError("every sequence is in use")
        sequence = self._free.pop()
        if kept:
            self._memory.copy(kept.sequence, sequence)
        return sequence

    def keep(self, sequence: int, tokens: Key) -> Kept:
        """Keep what `sequence` holds under `tokens`; the sequence belongs to the store from here on."""
        while len(self._kept) >= self._keep:
            self.drop_oldest()
        kept = self._kept[tokens] = Kept(sequence, tokens)
        return kept

    def release(self, sequence: int) -> None:
        """Forget a branch that was not kept."""
        self._memory.remove(sequence)
        self._free.append(sequence)

    def drop_oldest(self) -> bool:
        """Make room; False when nothing is kept."""
        if not self._kept:
            return False
        _, kept = self._kept.popitem(last=False)
        self.release(kept.sequence)
        return True
