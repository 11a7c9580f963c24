"""From the text of an answer back to the typed answer, with the measured probability of each choice."""

import re
from collections.abc import Mapping
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
            case Items():
                found = re.finditer(_pattern(kind.item, named=False), written)
                values[name] = tuple(
                    _read(kind.item, item[0], start + item.start(), f"{path}{name}.{i}.", steps, measured)
                    for i, item in enumerate(found)
                )
            case _:
                values[name] = written.decode()
    return answer.model_validate(values)


def choice_probabilities(
    steps: tuple[Step, ...], start: int, word: str, options: Mapping[str, str]
) -> dict[str, float]:
    """The probability of each value of a choice written as `word` at byte `start`.

    Follows the sampled tokens: at each, the mass of the tokens that left the chosen word goes to the words
    they begin, in equal parts where one token begins several. Exact where words differ in their first
    token; nothing sampled there (only one word was possible) is probability 1.
    """
    result = dict.fromkeys(options.values(), 0.0)
    chosen = word.encode()
    remaining = 1.0
    for step in steps:
        written = step.start - start
        if written >= len(chosen) or (written < 0 and not _reaches(step, -written)):
            continue
        skip, done = max(-written, 0), chosen[: max(written, 0)]
        stay = 0.0
        for token, probability in step.options:
            text = done + token[skip:]
            begun = [w for w in options if w.encode().startswith(text) or text.startswith(w.encode())]
            if word in begun:
                stay += probability
            for other in begun if word not in begun else ():
                result[options[other]] += remaining * probability / len(begun)
        remaining *= stay
    result[options[word]] += remaining
    return result


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
        case Text() | Quote():
            return rb"[^\n]+"
        case Items():
            return b"(?:" + _pattern(kind.item, named=False) + b"){0,%d}" % kind.most
