"""A newsroom's own rules (`house-style.toml`), merged over ours:

accept = ["grassroots"]                  # may stand: the lexicon and the evidence agent leave it alone
protected = ["Right to Life Committee"]  # neutral vocabulary; shields the words in it

[severity]                               # of a lexicon category: off, suggestion, warning or error
hyperbole = "off"

[[reject]]
term = "gun grabber"
alternative = "gun-control supporter"    # optional
message = "Style guide, page 12."        # optional
"""

import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import Field
from rapidfuzz.process import extractOne

from knowledge.records import Record, Strings

FILE = "house-style.toml"
HOUSE_STYLE = "house_style"
"""Category of rejected terms, domain of protected ones; `accepted` is the domain of accepted ones."""
Level = Literal["off", "suggestion", "warning", "error"]
_PARTS = ("accept", "protected", "severity", "reject")
_FIELDS = ("term", "alternative", "message")
_LETTER = re.compile(r"\w")
_ALIKE = 60  # of 100: near enough to ask "did you mean"


class Rejected(Record):
    term: str
    alternative: str | None = None
    message: str | None = None


class HouseStyle(Record):
    accept: Strings = ()
    protected: Strings = ()
    severity: dict[str, Level] = Field(default_factory=dict)
    reject: tuple[Rejected, ...] = Field(default=(), strict=False)


@dataclass(frozen=True)
class Fault:
    """What is wrong in a line of the file, counted from 1, and what to do."""

    line: int
    message: str


class UnusableStyle(ValueError):
    """A house style that can't be used; `faults` has all that is wrong with it, by line."""

    def __init__(self, file: str, faults: Collection[Fault]) -> None:
        self.file = file
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        super().__init__("\n".join(f"{file}, line {fault.line}: {fault.message}" for fault in self.faults))


def beside(draft: Path) -> Path | None:
    """The house style in the draft's folder, if there is one."""
    path = draft.parent / FILE
    return path if path.is_file() else None


def load(path: Path, categories: Collection[str]) -> HouseStyle:
    """The house style in a file; `categories` are the keys whose severity it may set.

    Raises UnusableStyle, for a file that can't be read too.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise UnusableStyle(path.name, [Fault(1, "this is not UTF-8 text; save it as UTF-8.")]) from None
    except OSError as error:
        raise UnusableStyle(path.name, [Fault(1, f"can't be read ({error.strerror}).")]) from None
    return parse(text, categories, path.name)


def parse(text: str, categories: Collection[str], file: str = FILE) -> HouseStyle:
    """Raises UnusableStyle naming every faulty line."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column \d+\)$", str(error))
        line = int(place[1]) if place else len(text.splitlines()) or 1
        what = (
            str(error)[: place.start()].strip() if place else str(error).removesuffix(" (at end of document)")
        )
        raise UnusableStyle(file, [Fault(line, f"this is not TOML: {what}.")]) from None
    except (RecursionError, ValueError):
        message = "this is nested too deeply, or holds too long a number; a house style needs neither."
        raise UnusableStyle(file, [Fault(1, message)]) from None
    faults = list(_faults(data, text, categories))
    if faults:
        raise UnusableStyle(file, faults)
    return HouseStyle.model_validate(_single_spaced(data))


def _single_spaced(value: Any) -> Any:
    """Terms as they stand in cleaned text."""
    match value:
        case str():
            return " ".join(value.split())
        case list():
            return [_single_spaced(item) for item in value]
        case dict():
            return {key: _single_spaced(item) for key, item in value.items()}
    return value


def _faults(data: dict[str, Any], text: str, categories: Collection[str]) -> Iterator[Fault]:
    lines = _Lines(text)
    categories = [*categories, HOUSE_STYLE]
    for key in data:
        if key not in _PARTS:
            yield Fault(lines.of_key(key), f"{key!r} is unknown here; {_suggest(key, _PARTS)}")
    for part in ("accept", "protected"):
        terms = data.get(part, [])
        if not isinstance(terms, list):
            yield Fault(lines.of_key(part), f'{part} must be a list, such as {part} = ["grassroots"].')
            continue
        for term in terms:
            if not isinstance(term, str) or not _LETTER.search(term):
                yield Fault(
                    lines.of_key(part), f"{part} holds {term!r}, which is no term; put words in quotes."
                )
    severity = data.get("severity", {})
    if not isinstance(severity, dict):
        yield Fault(
            lines.of_key("severity"), "severity must be a table: [severity] and then a category a line."
        )
        severity = {}
    for category, level in severity.items():
        if category not in categories:
            yield Fault(
                lines.of_key(category),
                f"{category!r} is no category of the lexicon; {_suggest(category, categories)}",
            )
        if level not in get_args(Level):
            yield Fault(
                lines.of_key(category), f"{level!r} is no severity; {_suggest(level, get_args(Level))}"
            )
    reject = data.get("reject", [])
    if not isinstance(reject, list) or not all(isinstance(entry, dict) for entry in reject):
        yield Fault(
            lines.of_key("reject"),
            "each rejected term needs its own [[reject]] line, with term = in the line below.",
        )
        reject = []
    for number, entry in enumerate(reject):
        line = lines.of_table("reject", number)
        for key, value in entry.items():
            if key not in _FIELDS:
                yield Fault(line, f"{key!r} is unknown in [[reject]]; {_suggest(key, _FIELDS)}")
            elif not isinstance(value, str) or not _LETTER.search(value):
                yield Fault(line, f"{key} must be words in quotes.")
        if "term" not in entry:
            yield Fault(line, "this [[reject]] names no term.")
    yield from _repeats(data, lines)


def _repeats(data: dict[str, Any], lines: "_Lines") -> Iterator[Fault]:
    """Terms that two rules speak about: only one of them could hold."""
    listed = [
        (term, part)
        for part in ("accept", "protected")
        if isinstance(data.get(part), list)
        for term in data[part]
    ]
    rejected = data.get("reject")
    if isinstance(rejected, list):
        listed += [(entry.get("term"), "reject") for entry in rejected if isinstance(entry, dict)]
    seen: dict[str, str] = {}
    for term, part in listed:
        if not isinstance(term, str) or not term.strip():
            continue
        key = " ".join(term.lower().split())
        if key in seen:
            line = lines.of_last(term)
            yield Fault(line, f"{term!r} stands under {seen[key]} already; keep one of the two.")
        seen.setdefault(key, part)


def _suggest(word: object, known: Collection[str]) -> str:
    near = extractOne(word, list(known), score_cutoff=_ALIKE) if isinstance(word, str) else None
    return f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}."


class _Lines:
    """Where in the text a thing stands: TOML readers don't say. Line 1 where it can't be found."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def of_key(self, key: str) -> int:
        name = rf"""["']?{re.escape(key)}["']?"""
        return self._matching(
            rf"\s*(?:{name}\s*=|\[+\s*{name}\s*\]|severity\s*\.\s*{name}\s*=)|.*[{{,]\s*{name}\s*="
        )[0]

    def of_last(self, value: str) -> int:
        return self._matching(rf""".*["']{re.escape(value)}["']""")[-1]

    def of_table(self, name: str, number: int) -> int:
        found = self._matching(rf"\s*\[\[\s*{name}\s*\]\]")
        return found[number] if number < len(found) else self.of_key(name)

    def _matching(self, pattern: str) -> list[int]:
        return [n for n, line in enumerate(self._lines, 1) if re.match(pattern, line)] or [1]
