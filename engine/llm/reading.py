"""From the text of an answer back to the typed answer, with the measured probability of each choice."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from engine.llm.answers import Answer, Choice, Items, Kind, Number, Quote, Text, parts
from engine.llm.errors import EngineFailed
from engine.llm.messages import RawAnswer, Step

A = TypeVar("A", bound=Answer)


@dataclass(frozen=True)
class Read(Generic[A]):
    """`measured` maps the path of each choice ("claim", "spans.1.type") to the probability of its values."""

    answer: A
    measured: Mapping[str, Mapping[str, float]]


def read(answer: type[A], raw: RawAnswer) -> Read[A]:
    """The typed answer that `raw` spells.

    Raises:
        EngineFailed: the text is not one; guided decoding makes that impossible, so something is broken.
    """
    measured: dict[str, Mapping[str, float]] = {}
    value = _read(answer, raw.text, 0, "", raw.steps, measured)
    if value is None:
        raise EngineFailed(f"an answer does not follow its grammar: {raw.text!r}")
    return Read(value, measured)


def _read(
    answer: type[A],
    text: bytes,
    base: int,
    path: str,
    steps: tuple[Step, ...],
    measured: dict[str, Mapping[str, float]],
) -> A | None:
    """`text` stands at byte `base` of the whole answer."""
    match = re.fullmatch(_pattern(answer), text)
    if not match:
        return None
    values: dict[str, object] = {}
    for _, name, kind in parts(answer):
        if not name:
            continue
        written, start = match[name], base + match.start(name)
        match kind:
            case Choice():
                word = written.decode()
                values[name] = kind.options[word]
                measured[path + name] = choice_probabilities(steps, start, word, kind.options)
            case Number():
                values[name] = int(written) / 100
            case Text():
                values[name] = _line(written.decode(), kind)
            case Items():
                found = re.finditer(_pattern(kind.item, named=False), written)
                values[name] = tuple(
                    _read(kind.item, item[0], start + item.start(), f"{path}{name}.{i}.", steps, measured)
                    for i, item in enumerate(found)
                )
            case _:
                values[name] = written.decode()
    return answer.model_validate(values)


def _line(text: str, kind: Text) -> str:
    """`text`, an ellipsis for the last word of a line that ended only at its bound: there a model runs
    words together."""
    words = text.split(" ")
    if len(words) < kind.words:
        return text
    return " ".join(words[:-1]).rstrip(",.;?!") + " …"


def choice_probabilities(
    steps: tuple[Step, ...], start: int, word: str, options: Mapping[str, str]
) -> dict[str, float]:
    """The probability of each value of a choice written as `word` at byte `start`, given that one is.

    Follows the sampled tokens: at each, the mass of the tokens that left the chosen word goes to the words
    they begin, in equal parts where one token begins several; tokens that begin none, such as the end of
    the answer, don't count. Exact where words differ in their first token; nothing sampled there (only one
    word was possible) is probability 1.
    """
    result = dict.fromkeys(options.values(), 0.0)
    chosen = word.encode()
    remaining = 1.0
    for step in steps:
        written = step.start - start
        if written >= len(chosen) or (written < 0 and not _reaches(step, -written)):
            continue
        skip, done = max(-written, 0), chosen[: max(written, 0)]
        begun = [(_begun(done + token[skip:], options), p) for token, p in step.options if token]
        total = sum(p for words, p in begun if words)
        stay = sum(p for words, p in begun if word in words)
        if not total:  # all rounded to nothing
            continue
        for words, p in begun:
            for other in words if word not in words else ():
                result[options[other]] += remaining * p / total / len(words)
        remaining *= stay / total
    result[options[word]] += remaining
    return result


def _begun(text: bytes, options: Iterable[str]) -> list[str]:
    """The words that an answer with `text` in the choice's place can have there."""
    return [w for w in options if w.encode().startswith(text) or text.startswith(w.encode())]


def _reaches(step: Step, distance: int) -> bool:
    """Whether some token of a step that began before a choice runs into it."""
    return any(len(token) > distance for token, _ in step.options)


@cache
def _pattern(answer: type[Answer], named: bool = True) -> bytes:
    pattern = b""
    for literal, name, kind in parts(answer):
        pattern += re.escape(literal.encode())
        if name and kind:
            group = b"(?P<" + name.encode() + b">" if named else b"(?:"
            pattern += group + _field(kind) + b")"
    return pattern


def _field(kind: Kind) -> bytes:
    match kind:
        case Choice():
            words = sorted(kind.options, key=len, reverse=True)
            return b"|".join(re.escape(word.encode()) for word in words)
        case Number():
            return rb"[0-9]{1,3}"
        case Quote():
            return rb"[^\n]+?"  # short of the first separator: still the passage's words
        case Text():
            return rb"[^\n]+"
        case Items():
            return b"(?:" + _pattern(kind.item, named=False) + b"){0,%d}" % kind.most
