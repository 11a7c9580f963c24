"""Which token sequences are kept in the context's memory, so that a prefix is decoded once."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from engine.llm.errors import DoesNotFit

Key = tuple[int, ...]  # all tokens from the start


class Memory(Protocol):
    def copy(self, source: int, target: int) -> None: ...
    def remove(self, sequence: int, start: int = -1) -> None: ...


@dataclass(frozen=True)
class Kept:
    sequence: int
    tokens: Key
    cells: int  # of its own, beside those of the prefix that it branched from


class Sequences:
    """Sequence ids 0 to `count` - 1, some holding a kept prefix whose cells all that branch from it share.

    Attention adds up a sequence's cells in the order in which they lie in memory, and rounds on the way: for
    results that depend on the sequence alone, its cells have to lie in the order of its positions. llama.cpp
    fills the lowest free cells, so nothing is freed below anything in use: what is kept is a stack, and what
    is released stays until `settle`.
    """

    def __init__(self, memory: Memory, count: int) -> None:
        self._memory = memory
        self._free = list(range(count - 1, -1, -1))
        self._kept: dict[Key, Kept] = {}  # the stack
        self._settled = 0  # how many of it have only kept cells below
        self._branches: set[int] = set()
        self._released: list[int] = []

    @property
    def cells(self) -> int:
        """All that what is kept takes."""
        return sum(kept.cells for kept in self._kept.values())

    def __len__(self) -> int:
        return len(self._kept)

    def longest(self, prefixes: list[Key]) -> Kept | None:
        """The longest of `prefixes` (each a prefix of the next) that is kept."""
        return next((self._kept[tokens] for tokens in reversed(prefixes) if tokens in self._kept), None)

    def branch(self, kept: Kept | None) -> int:
        """A new sequence that begins with `kept`, or empty; raises DoesNotFit when all are in use."""
        if not self._free:
            raise DoesNotFit("every sequence is in use")
        sequence = self._free.pop()
        self._branches.add(sequence)
        if kept:
            self._memory.copy(kept.sequence, sequence)
        return sequence

    def keep(self, sequence: int, tokens: Key, cells: int) -> Kept:
        """Keep what a branch holds as `tokens`, the last `cells` of them its own."""
        self._branches.remove(sequence)
        kept = self._kept[tokens] = Kept(sequence, tokens, cells)
        if not self._branches and not self._released:
            self._settled = len(self._kept)
        return kept

    def release(self, sequence: int) -> None:
        """Give a branch back that is not kept."""
        self._branches.remove(sequence)
        self._released.append(sequence)

    def settle(self) -> None:
        """Forget what was released, and what was kept above it. No branch may be in use."""
        if self._branches:
            raise RuntimeError("a branch is in use")
        while len(self._kept) > self._settled:
            self._drop()
        while self._released:
            self._forget(self._released.pop())

    def trim(self, cells: int, count: int, wanted: Collection[Key] = ()) -> None:
        """Settle, then drop from the top what is not `wanted`, as long as more than `cells` or `count` are
        kept."""
        self.settle()
        while (self.cells > cells or len(self) > count) and next(reversed(self._kept)) not in wanted:
            self._drop()

    def _drop(self) -> None:
        _, kept = self._kept.popitem()
        self._settled = min(self._settled, len(self._kept))
        self._forget(kept.sequence)

    def _forget(self, sequence: int) -> None:
        self._memory.remove(sequence)
        self._free.append(sequence)
