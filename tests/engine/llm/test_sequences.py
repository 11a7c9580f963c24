import random

import pytest

from engine.llm.sequences import Sequences


class Cells:
    """What each sequence holds, as llama.cpp's memory would."""

    def __init__(self) -> None:
        self.held: dict[int, tuple[int, ...]] = {}

    def copy(self, source: int, target: int) -> None:
        assert target not in self.held, "a live sequence is overwritten"
        self.held[target] = self.held[source]

    def remove(self, sequence: int, start: int = -1) -> None:
        assert start == -1
        self.held.pop(sequence, None)


def extend(cells: Cells, sequence: int, *tokens: int) -> tuple[int, ...]:
    cells.held[sequence] = cells.held.get(sequence, ()) + tokens
    return cells.held[sequence]


def keep(cells: Cells, store: Sequences, *tokens: int):
    sequence = store.branch(None)
    return store.keep(sequence, extend(cells, sequence, *tokens))


def test_the_longest_kept_prefix_is_found_and_branched_from():
    cells = Cells()
    store = Sequences(cells, 8, 4)
    short = keep(cells, store, 1, 2)
    branch = store.branch(short)
    assert cells.held[branch] == (1, 2) and branch != short.sequence
    long = store.keep(branch, extend(cells, branch, 3))
    assert store.longest([(1, 2), (1, 2, 3), (1, 2, 3, 4)]) == long
    assert store.longest([(1, 2), (1, 2, 9)]) == short
    assert store.longest([(2,)]) is None and store.longest([]) is None


def test_least_recently_used_goes_first():
    cells = Cells()
    store = Sequences(cells, 8, 3)
    for token in (1, 2, 3):
        keep(cells, store, token)
    store.longest([(1,)])
    keep(cells, store, 4)
    assert [t for t in (1, 2, 3, 4) if store.longest([(t,)])] == [1, 3, 4]


def test_a_shared_root_outlives_its_branches():
    cells = Cells()
    store = Sequences(cells, 8, 2)
    root = keep(cells, store, 1)
    branch = store.branch(root)
    store.keep(branch, extend(cells, branch, 2))
    store.longest([(1,), (1, 2)])
    keep(cells, store, 5)
    assert store.longest([(1,)]) and not store.longest([(1, 2)])


def test_dropping_a_prefix_leaves_its_branches():
    cells = Cells()
    store = Sequences(cells, 8, 4)
    branch = store.branch(keep(cells, store, 1, 2))
    assert store.drop_oldest() and not store.drop_oldest()
    assert cells.held == {branch: (1, 2)}


def test_released_sequences_come_back_empty():
    cells = Cells()
    store = Sequences(cells, 2, 1)
    for _ in range(5):
        one, other = store.branch(None), store.branch(None)
        assert {one, other} == {0, 1} and not cells.held
        extend(cells, one, 1)
        store.release(one)
        store.release(other)


def test_full():
    store = Sequences(Cells(), 2, 1)
    store.branch(None)
    store.branch(None)
    with pytest.raises(RuntimeError, match="in use"):
        store.branch(None)


@pytest.mark.parametrize("seed", range(20))
def test_no_live_sequence_is_ever_given_out_again(seed):
    """As the runtime uses it: at most 4 branches beside 12 kept; `Cells.copy` checks as well."""
    dice, cells = random.Random(seed), Cells()
    store = Sequences(cells, 20, 12)
    live: dict[int, tuple[int, ...]] = {}
    for _ in range(500):
        if len(live) < 4 and dice.random() < 0.6:
            tokens = tuple(dice.choices(range(3), k=3))
            kept = store.longest([tokens[:1], tokens[:2]])
            sequence = store.branch(kept)
            assert sequence not in live
            live[sequence] = extend(cells, sequence, *tokens[len(kept.tokens) if kept else 0 :])
            assert live[sequence] == tokens
        elif live:
            sequence = dice.choice(list(live))
            tokens = live.pop(sequence)[: dice.randint(1, 2)]
            if store.longest([tokens]) or dice.random() < 0.3:
                store.release(sequence)
            else:
                cells.held[sequence] = tokens
                store.keep(sequence, tokens)
        assert all(cells.held[one] == tokens for one, tokens in live.items())
