"""One door for every dataset: a path and a task in, items out."""

from collections.abc import Callable
from pathlib import Path

from engine.evaluation.datasets.bias import bias_item
from engine.evaluation.datasets.item import Item, Task
from engine.evaluation.datasets.items import items
from engine.evaluation.datasets.rows import Row, rows
from engine.evaluation.datasets.rumour import rumour_item
from engine.evaluation.datasets.semeval2019 import read_articles
from engine.evaluation.datasets.stance import stance_item

INTERPRET: dict[Task, Callable[[Row], Item]] = {
    "bias": bias_item,
    "stance": stance_item,
    "rumour": rumour_item,
}


def read(path: Path, task: Task) -> list[Item]:
    """The items of the dataset in `path`, in its order.

    Raises UnusableDataset: one sentence that names the file and the line.
    """
    if task == "bias" and path.suffix.lower() == ".xml":
        return read_articles(path)
    return items(rows(path), INTERPRET[task])
