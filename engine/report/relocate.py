"""Moving spans from a passage's text to the draft's."""

from collections.abc import Callable
from typing import TypeVar

from engine.bias.decision import CitedEvidence
from engine.bias.outputs import Record, Span

R = TypeVar("R", bound=Record)


def relocate(record: R, locate: Callable[[int, int], tuple[int, int]], text: str) -> R:
    """The same record with every span inside it, at any depth, at `locate(start, end)` in `text` and
    quoting the characters that stand there.

    Cited evidence that was not found (`match` "none") stands nowhere: it keeps the words that were cited,
    at the empty range 0 to 0.
    """
    changes: dict[str, object] = {
        name: _moved(getattr(record, name), locate, text) for name in type(record).model_fields
    }
    if isinstance(record, CitedEvidence) and record.match == "none":
        changes |= {"start": 0, "end": 0}
    elif isinstance(record, Span):
        start, end = locate(record.start, record.end)
        changes |= {"start": start, "end": end, "quote": text[start:end]}
    return record.model_copy(update=changes)


def _moved(value: object, locate: Callable[[int, int], tuple[int, int]], text: str) -> object:
    match value:
        case Record():
            return relocate(value, locate, text)
        case tuple():
            return tuple(_moved(item, locate, text) for item in value)
        case dict():
            return {key: _moved(item, locate, text) for key, item in value.items()}
        case _:
            return value
