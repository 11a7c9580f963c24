"""From rows to items: ids, required text, and labels that are what they say."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from pydantic import JsonValue

from engine.evaluation.datasets.item import Item, UnusableDataset
from engine.evaluation.datasets.rows import Row

ID_DIGITS = 16


def items(rows: Iterable[Row], interpret: Callable[[Row], Item]) -> list[Item]:
    """The item of each row. One without an id gets one from its content; equal ones are numbered.

    Raises UnusableDataset where an id that the file gives occurs twice.
    """
    found: list[Item] = []
    first: dict[str, str] = {}
    made: Counter[str] = Counter()
    for row in rows:
        item = interpret(row)
        if not item.id:
            key = _content_id(item)
            made[key] += 1
            item = item.model_copy(update={"id": key if made[key] == 1 else f"{key}-{made[key]}"})
        if item.id in first:
            raise UnusableDataset(
                f"{row.place}: the id {item.id} is that of {first[item.id]} too: give each item its own."
            )
        first[item.id] = row.place
        found.append(item)
    return found


def required(row: Row, *names: str) -> str:
    """The text in the first of these columns. Raises UnusableDataset where there is none."""
    if value := row.text(*names):
        return value
    raise UnusableDataset(f"{row.place}: there is no {' or '.join(names)}: mend or remove it.")


def label(row: Row, names: Sequence[str], known: Mapping[str, str | None]) -> str | None:
    """The label that a column's value stands for, case aside; None where it stands for none.

    Raises UnusableDataset for a value that is not `known`.
    """
    value = row.text(*names)
    if value.lower() in known:
        return known[value.lower()]
    options = ", ".join(one or "nothing" for one in known)
    raise UnusableDataset(f"{row.place}: the {names[0]} is {value!r}, and it can only be {options}.")


def rest(row: Row, *used: str) -> dict[str, JsonValue]:
    """The other columns that say something."""
    return {name: value for name, value in row.values.items() if name not in used and value not in ("", None)}


def _content_id(item: Item) -> str:
    content = "\n".join([item.topic, item.text])
    return hashlib.sha256(content.encode()).hexdigest()[:ID_DIGITS]
