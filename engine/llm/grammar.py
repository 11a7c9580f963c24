"""From a typed answer and the passage it may quote to an llguidance grammar (Lark syntax)."""

import json
from collections.abc import Iterable

from engine.llm.answers import Answer, Choice, Items, Kind, Number, Quote, Text, parts


def grammar(answer: type[Answer], passage: str) -> str:
    """The grammar of exactly the texts that `reading.read` accepts.

    Quotes are substrings of `passage` at word boundaries, so none can be invented.
    """
    rules: dict[str, str] = {}
    alternatives = [_sequence(answer, "start", rules, *branch) for branch in _branches(answer)]
    rules["start"] = " | ".join(alternatives)
    if any("SUBSTRING" in body for body in rules.values()):
        rules["SUBSTRING"] = "%regex " + json.dumps({"substring_words": passage}, ensure_ascii=False)
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
    rules: dict[str, str],
    only: dict[str, set[str]] | None = None,
    without: set[str] | None = None,
) -> str:
    symbols: list[str] = []
    for literal, name, kind in parts(answer):
        if literal:
            symbols.append(_literal(literal))
        if name and kind and name not in (without or ()):
            symbols.append(_symbol(kind, f"{prefix}_{name}", rules, (only or {}).get(name)))
    return " ".join(symbols)


def _symbol(kind: Kind, name: str, rules: dict[str, str], only: Iterable[str] | None) -> str:
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
            rules[name] = _sequence(kind.item, name, rules)
            return f"{name}{{0,{kind.most}}}"


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
