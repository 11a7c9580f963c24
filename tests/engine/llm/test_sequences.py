import random

import pytest

from engine.llm import DoesNotFit
from engine.llm.sequences import Kept, Sequences


class Cells:
    """Memory as llama.cpp has it: a new token takes the lowest free cell; sequences share cells."""

    def __init__(self) -> None:
        self.of: dict[int, list[tuple[int, int]]] = {}  # sequence: (cell, token) in the order of positions

    def copy(self, source: int, target: int) -> None:
        assert not self.of.get(target), "a live sequence is overwritten"
        self.of[target] = list(self.of[source])

    def remove(self, sequence: int, start: int = -1) -> None:
        assert start == -1
        self.of.pop(sequence, None)

    def decode(self, sequence: int, *tokens: int) -> None:
        for token in tokens:
            taken = {cell for held in self.of.values() for cell, _ in held}
            free = next(cell for cell in range(10_000) if cell not in taken)
            self.of.setdefault(sequence, []).append((free, token))

    def tokens(self, sequence: int) -> tuple[int, ...]:
        return tuple(token for _, token in self.of[sequence])

    def in_order(self) -> bool:
        return all(held == sorted(held, key=lambda cell: cell[0]) for held in self.of.values())


@pytest.fixture
def cells() -> Cells:
    return Cells()


def keep(cells: Cells, store: Sequences, parent: Kept | None, *tokens: int) -> Kept:
    sequence = store.branch(parent)
    cells.decode(sequence, *tokens)
    return store.keep(sequence, cells.tokens(sequence), len(tokens))


def test_the_longest_kept_prefix_is_found_and_branched_from(cells):
    store = Sequences(cells, 8)
    short = keep(cells, store, None, 1, 2)
    long = keep(cells, store, short, 3)
    assert cells.tokens(long.sequence) == (1, 2, 3) and store.cells == 3 and len(store) == 2
    assert store.longest([(1, 2), (1, 2, 3), (1, 2, 3, 4)]) == long
    assert store.longest([(1, 2), (1, 2, 9)]) == short
    assert store.longest([(2,)]) is None and store.longest([]) is None


def test_a_released_branch_is_forgotten_when_memory_settles(cells):
    store = Sequences(cells, 3)
    root = keep(cells, store, None, 1)
    one, other = store.branch(root), store.branch(root)
    cells.decode(one, 2)
    store.release(one)
    assert one in cells.of
    with pytest.raises(RuntimeError, match="in use"):
        store.settle()
    store.release(other)
    store.settle()
    assert cells.of == {root.sequence: [(0, 1)]}


def test_what_is_kept_above_a_branch_goes_with_it(cells):
    store = Sequences(cells, 8)
    root = keep(cells, store, None, 1)
    below = keep(cells, store, root, 2)
    branch = store.branch(below)
    cells.decode(branch, 3)
    above = keep(cells, store, root, 4)
    assert store.longest([(1,), (1, 4)]) == above
    store.release(branch)
    store.settle()
    assert store.longest([(1,), (1, 4)]) == root and store.longest([(1,), (1, 2)]) == below


def test_trimmed_from_the_top_down_to_what_is_wanted(cells):
    store = Sequences(cells, 8)
    root = keep(cells, store, None, 1, 1)
    for token in (2, 3, 4):
        keep(cells, store, root, token)
    store.trim(5, 4)
    assert len(store) == 4
    store.trim(0, 0, {(1, 1), (1, 1, 2)})
    assert [store.longest([(1, 1, token)]) is not None for token in (2, 3, 4)] == [True, False, False]
    store.trim(2, 9)
    assert store.longest([(1, 1), (1, 1, 2)]) == root
    store.trim(0, 0)
    assert not cells.of and not len(store)


def test_all_sequences_in_use(cells):
    store = Sequences(cells, 2)
    used = {store.branch(None), store.branch(None)}
    assert used == {0, 1}
    with pytest.raises(DoesNotFit):
        store.branch(None)
    for sequence in used:
        store.release(sequence)
    store.settle()
    assert {store.branch(None), store.branch(None)} == used


@pytest.mark.parametrize("seed", range(20))
def test_cells_stay_in_the_order_of_positions(seed, cells):
    """Jobs as the runtime runs them: prefixes first, then branches that grow and end at any time, late
    prefixes between them; no live sequence is given out again."""
    dice, store = random.Random(seed), Sequences(cells, 40)
    for _ in range(30):
        prompts = [(0, dice.randrange(4), dice.randrange(3)) for _ in range(dice.randint(1, 6))]
        wanted = {prompt[:n] for prompt in prompts for n in (1, 2, 3)}
        store.trim(8, 6, wanted)

        def prefix(prompt: tuple[int, ...]) -> Kept:
            keys = [prompt[:n] for n in (1, 2, 3)]
            kept = store.longest(keys)
            for key in keys[len(kept.tokens) if kept else 0 :]:
                kept = keep(cells, store, kept, key[-1])
            assert kept
            return kept

        for prompt in prompts[: dice.randint(0, 6)]:
            prefix(prompt)
        live: dict[int, tuple[int, ...]] = {}
        while prompts or live:
            if prompts and len(live) < 4 and dice.random() < 0.5:
                prompt = prompts.pop()
                live[store.branch(prefix(prompt))] = prompt
            elif live:
                sequence = dice.choice(list(live))
                cells.decode(sequence, 7)
                live[sequence] += (7,)
                if dice.random() < 0.3:
                    assert cells.tokens(sequence) == live.pop(sequence)
                    store.release(sequence)
            assert cells.in_order()
