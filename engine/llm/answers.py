"""Typed, terse answers: a pydantic model that says how the language model writes it.

`surface` is a format string of literal text and fields; each field's annotation names its kind:

    class Verdict(Answer):
        surface = "{claim} {confidence}\\n{quotes}"
        claim: Annotated[Claim, Choice({"yes": "biased", "no": "neutral"})]
        confidence: Annotated[float, Number()]
        quotes: Annotated[tuple[Item, ...], Items(Item, 3, when=("claim", frozenset({"yes"})))]

`grammar.py` turns it into a grammar, `reading.py` turns what was written into the model again. Newlines
end quotes and texts, so one follows each that isn't last.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """Base of all typed answers."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    surface: ClassVar[str]


@dataclass(frozen=True)
class Choice:
    """One of several words; `options` maps what the model writes to the value."""

    options: Mapping[str, str]

    @property
    def longest(self) -> int:
        return max(len(word.encode()) for word in self.options)


@dataclass(frozen=True)
class Number:
    """0.00 to 1.00, written as a whole percentage: two tokens instead of four."""

    longest = 3


@dataclass(frozen=True)
class Text:
    """One line of 1 to `words` words of at most `letters` characters."""

    words: int
    letters: int = 20

    @property
    def longest(self) -> int:
        return 4 * self.words * (self.letters + 1)


@dataclass(frozen=True)
class Quote:
    """Whole words of the passage, verbatim, `least` (3 or more) to `most` characters."""

    least: int = 3
    most: int = 30

    @property
    def longest(self) -> int:
        return 4 * self.most


@dataclass(frozen=True)
class Items:
    """`least` to `most` answers of one type in a row, the last thing in an answer; none unless the field
    `when[0]` was written as one of `when[1]`. One that repeats another ends the answer."""

    item: type[Answer]
    most: int
    when: tuple[str, frozenset[str]] | None = None
    least: int = 0

    @property
    def longest(self) -> int:
        return self.most * longest(self.item)


Kind = Choice | Number | Text | Quote | Items
KINDS = (Choice, Number, Text, Quote, Items)


def parts(answer: type[Answer]) -> list[tuple[str, str | None, Kind | None]]:
    """The surface in order: (literal text before, field name, kind); the last may be only literal."""
    found: list[tuple[str, str | None, Kind | None]] = []
    for literal, name, _, _ in Formatter().parse(answer.surface):
        found.append((literal, name, kind(answer, name) if name else None))
    return found


def kind(answer: type[Answer], name: str) -> Kind:
    for note in answer.model_fields[name].metadata:
        if isinstance(note, KINDS):
            return note
    raise TypeError(f"{answer.__name__}.{name} has no kind")


def longest(answer: type[Answer]) -> int:
    """Bytes, and so an upper bound of the tokens, of the longest text an answer can have."""
    return sum(len(literal.encode()) + (kind.longest if kind else 0) for literal, _, kind in parts(answer))
