"""An item as the draft that the engine reads: an article is split into passages as a person's draft is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.bias.preprocessing import preprocess
from engine.evaluation.datasets import Item, UnusableDataset
from engine.text import Granularity, Passage, UnreadableDraft, read_bytes

Count = Callable[[Sequence[str]], Sequence[int]]


@dataclass(frozen=True)
class Draft:
    item: Item
    passages: tuple[Passage, ...]


def draft(item: Item, granularity: Granularity, count: Count, limit: int) -> Draft:
    """The item in passages of at most `limit` tokens, as `count` counts them.

    Raises UnusableDataset where nothing of it can be read.
    """
    try:
        document = read_bytes(item.text.encode(), f"{item.id}.txt")
        return Draft(item, preprocess(document, granularity, count, limit).passages)
    except UnreadableDraft as error:
        raise UnusableDataset(f"The item {item.id} can't be examined: {error}") from error
