"""From a typed answer and the passage it may quote to an llguidance grammar (Lark syntax)."""

import json
import re
from collections.abc import Iterable

from engine.llm.answers import Answer, Choice, Items, Kind, Number, Quote, Text, parts

# Words with what joins them inside ("doctor's", "12-year", "2.1"), punctuation, spaces.
CHUNK = re.compile(r"\w+(?:['’.,-]\w+)*|[^\w\s]+|\s+")


def grammar(answer: type[Answer], passage: str) -> str:
    """The grammar of exactly the texts that `reading.read` accepts.

    Quotes are substrings of `passage` at word boundaries, so none can be invented; items that quote are
    left out where it has no words of a quote's length.
    """
    rules: dict[str, str] = {}
    alternatives = [_sequence(answer, "start", passage, rules, *branch) for branch in _branches(answer)]
    rules["start"] = " | ".join(alternatives)
    if any("SUBSTRING" in body for body in rules.values()):
        rules["SUBSTRING"] = "%regex " + json.dumps(
            {"substring_chunks": _chunks(passage)}, ensure_ascii=False
        )
    return "\n".join(f"{name}: {body}" for name, body in rules.items())


def _branches(answer: type[Answer]) -> list[tuple[dict[str, set[str]], set[str]]]:
    """What to write where items depend on a choice: (choice restricted to words, items left out)."""
    conditions = {kind.when for _, _, kind in parts(answer) if isinstance(kind, Items) and kind.when}
    if not conditions:
        return [({}, set())]
    if len(conditions) > 1:
        raise TypeError(f"{answer.__name__}: items may depend on one condition only")
    [(field, words)] = conditions
    dependent = {name for _, name, kind in parts(answer) if name and isinstance(kind, Items) and kind.when}
    others = {
        word
        for _, name, kind in parts(answer)
        if name == field and isinstance(kind, Choice)
        for word in kind.options
    } - words
    return [({field: set(words)}, set()), ({field: others}, dependent)]


def _sequence(
    answer: type[Answer],
    prefix: str,
    passage: str,
    rules: dict[str, str],
    only: dict[str, set[str]] | None = None,
    without: set[str] | None = None,
) -> str:
    symbols: list[str] = []
    for literal, name, kind in parts(answer):
        if literal:
            symbols.append(_literal(literal))
        if name and kind and name not in (without or ()) and _possible(kind, passage):
            symbols.append(_symbol(kind, f"{prefix}_{name}", passage, rules, (only or {}).get(name)))
    return " ".join(symbols)


def _chunks(passage: str) -> list[str]:
    """What quotes may begin and end with."""
    return [match[0] for match in CHUNK.finditer(passage)]


def _possible(kind: Kind, passage: str) -> bool:
    """False for items whose quotes `passage` has no words for: begun, they could never be ended."""
    if not isinstance(kind, Items):
        return True
    inner = [one for _, _, one in parts(kind.item) if one]
    return all(
        _quotable(one, passage) if isinstance(one, Quote) else _possible(one, passage) for one in inner
    )


def _quotable(quote: Quote, passage: str) -> bool:
    """Whether `passage` has whole words in a row that are as long as `quote` asks."""
    chunks = [match.span() for match in CHUNK.finditer(passage) if not match[0].isspace()]
    return any(
        quote.least <= end - start <= quote.most and "\n" not in passage[start:end]
        for i, (start, _) in enumerate(chunks)
        for _, end in chunks[i : i + quote.most]
    )


def _symbol(kind: Kind, name: str, passage: str, rules: dict[str, str], only: Iterable[str] | None) -> str:
    match kind:
        case Choice():
            return "(" + " | ".join(_literal(w) for w in kind.options if only is None or w in only) + ")"
        case Number():
            rules["PERCENT"] = "/[1-9]?[0-9]|100/"
            return "PERCENT"
        case Text():
            # Closed by punctuation at most once, so that a line at its bound can only end.
            word = rf"[\"'(]?[A-Za-z0-9$%'-]{{1,{kind.letters}}}[\"')]?[,.;?!]?"
            rules[name.upper()] = f"/{word}( {word}){{0,{kind.words - 1}}}/"
            return name.upper()
        case Quote():
            rules[name.upper()] = rf"SUBSTRING & /[^\s].{{{kind.least - 2},{kind.most - 2}}}[^\s]/"
            return name.upper()
        case Items():
            rules[name] = _sequence(kind.item, name, passage, rules)
            return f"{name}{{{kind.least},{kind.most}}}"


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
