"""Stance toward a target: P-Stance, and SemEval-2016 Task 6 in its text and table releases."""

from engine.evaluation.datasets.item import Item
from engine.evaluation.datasets.items import label, required, rest
from engine.evaluation.datasets.rows import Row

LABELS: dict[str, str | None] = {
    "favor": "favor",
    "against": "against",
    "none": "none",
    "unknown": None,  # SemEval's test data before the gold labels were released
}
TEXT = ("tweet", "text")


def stance_item(row: Row) -> Item:
    """The target is the topic. Raises UnusableDataset."""
    return Item(
        id=row.text("id"),
        text=required(row, *TEXT),
        label=label(row, ("stance",), LABELS),
        topic=required(row, "target"),
        extra=rest(row, "id", "target", "stance", *TEXT),
    )
