"""Sentence and article bias: BABE in its releases, Hyperpartisan as a table, and unlabelled articles."""

import ast

from pydantic import JsonValue

from engine.evaluation.datasets.item import Item, UnusableDataset
from engine.evaluation.datasets.items import label, required, rest
from engine.evaluation.datasets.rows import Row

LABELS: dict[str, str | None] = {
    "1": "biased",
    "0": "neutral",
    "biased": "biased",
    "non-biased": "neutral",
    "no agreement": None,  # of BABE's annotators
    "true": "biased",  # hyperpartisan
    "false": "neutral",
}
COLUMNS = ("label", "label_bias", "hyperpartisan")


def bias_item(row: Row) -> Item:
    """`label` (1 or 0), `label_bias` (Biased, Non-biased, No agreement) or `hyperpartisan` (true, false);
    a row with none of these columns is unlabelled. Raises UnusableDataset."""
    labelled = [name for name in COLUMNS if name in row.values]
    extra = rest(row, "uuid", "id", "text", "topic", *labelled)
    if "biased_words" in extra:
        extra["biased_words"] = _words(row, extra["biased_words"])
    return Item(
        id=row.text("uuid", "id"),
        text=required(row, "text"),
        label=label(row, labelled, LABELS) if labelled else None,
        topic=row.text("topic"),
        extra=extra,
    )


def _words(row: Row, value: JsonValue) -> JsonValue:
    """A list of words, which tables write as a Python literal."""
    if not isinstance(value, str):
        return value
    try:
        words = ast.literal_eval(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        raise UnusableDataset(f"{row.place}: the biased_words are no list: mend them.") from error
    return [str(word) for word in words] if isinstance(words, list) else value
