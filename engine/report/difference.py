"""Where two reports differ, in words."""

from collections.abc import Iterator
from itertools import islice

from engine.bias.decision import Argument
from engine.bias.outputs import Record
from engine.report.canonical import DECIMALS
from engine.report.schema import Report

LIMIT = 20

_SILENT = {"outputs", "decision"}  # levels of the schema that say nothing to a reader
_NAMES = {
    ("outputs", "bias"): "bias agent",
    ("outputs", "evidence"): "evidence agent",
    ("outputs", "framing"): "framing agent",
    ("outputs", "likelihood"): "word reading",
    ("manifest", "model"): "model",
    ("model", "sha256"): "SHA-256",
    ("draft", "sha256"): "SHA-256",
}
_SINGULAR = {
    "passages": "passage",
    "passes": "pass",
    "spans": "span",
    "words": "word",
    "items": "item",
    "discarded": "protected term",
    "quoted": "quoted term",
    "speech": "quotation",
    "findings": "finding",
    "arguments": "argument",
    "rules": "rule",
    "flags": "flag",
    "rejected": "rejected evidence",
}


def differences(old: Report, new: Report) -> tuple[str, ...]:
    """Short sentences, manifest first, each with the place and both values; at most 20.

    Empty when the canonical bytes are equal. Lists of unequal length are reported by their length.
    """
    found = list(islice(_compare(old, new, (), ""), LIMIT + 1))
    if len(found) > LIMIT:
        found[LIMIT - 1 :] = ["and more: only the first differences are listed"]
    return tuple(found)


def _compare(old: object, new: object, place: tuple[str, ...], key: str) -> Iterator[str]:
    if isinstance(old, Record) and type(old) is type(new):
        for name in type(old).model_fields:
            yield from _compare(getattr(old, name), getattr(new, name), _below(place, key, name), name)
    elif isinstance(old, dict) and isinstance(new, dict):
        for name in sorted(old.keys() | new.keys()):
            yield from _compare(old.get(name), new.get(name), (*place, str(name)), str(name))
    elif isinstance(old, tuple) and isinstance(new, tuple):
        if len(old) != len(new):
            yield f"{', '.join(place)}: {len(old)} became {len(new)}"
            return
        for number, (before, after) in enumerate(zip(old, new, strict=True), start=1):
            yield from _compare(before, after, (*place[:-1], _item(key, number, before, after)), key)
    elif _rounded(old) != _rounded(new):
        before, after = _shown(old, new)
        yield f"{', '.join(place)}: {before} became {after}"


def _below(place: tuple[str, ...], parent: str, name: str) -> tuple[str, ...]:
    if name in _SILENT:
        return place
    return (*place, _NAMES.get((parent, name), name.replace("_", " ")))


def _item(key: str, number: int, old: object, new: object) -> str:
    if isinstance(old, Argument) and isinstance(new, Argument) and old.agent == new.agent:
        return f"argument of the {old.agent} agent"
    return f"{_SINGULAR.get(key, key)} {number}"


def _rounded(value: object) -> object:
    return round(value, DECIMALS) if isinstance(value, float) else value


def _shown(old: object, new: object) -> tuple[str, str]:
    """Both values, numbers with two decimals or as many more as it takes to tell them apart."""
    if not (isinstance(old, float) and isinstance(new, float)):
        return _plain(old), _plain(new)
    for decimals in range(2, DECIMALS + 1):
        texts = f"{old:.{decimals}f}", f"{new:.{decimals}f}"
        if texts[0] != texts[1]:
            break
    return texts


def _plain(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case str():
            return f'"{value if len(value) <= 60 else value[:59] + "…"}"'
        case float():
            return f"{value:.2f}"
        case Record() | tuple() | dict():
            return "something"
        case _:
            return str(value)
