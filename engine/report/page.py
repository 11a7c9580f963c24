"""What every page that shows a draft with its marks is made of: the HTML page and the PDF."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from engine.bias import constants
from engine.bias.outputs import MetaCategory, Strength
from engine.report import words
from engine.report.marks import Mark, marks, segments
from engine.report.schema import PassageReport, Report, ReportFile
from knowledge.house_style import FILE as HOUSE_STYLE_FILE

Role = Literal["title", "heading", "body"]

_HEADING_WORDS = 12
_LANES = 4  # underlines that fit below one another


@dataclass(frozen=True)
class Line:
    """One underline: overlapping ones take different lanes, 0 next to the text."""

    mark: Mark
    kind: MetaCategory
    strength: Strength
    lane: int


@dataclass(frozen=True)
class Piece:
    text: str
    lines: tuple[Line, ...]  # outermost lane last
    ending: tuple[Mark, ...]


@dataclass(frozen=True)
class Gap:
    """Text between two passages: the rest of the line above, whole lines, the start of the line below."""

    trail: str
    lines: str
    lead: str


@dataclass(frozen=True)
class Entry:
    """A passage with what the page shows of it, and the text around it that was not examined."""

    before: str  # whole lines
    lead: str  # on the passage's first line: a Markdown "# " or "> "
    trail: str  # on its last line
    passage: PassageReport
    marks: tuple[Mark, ...]
    pieces: tuple[Piece, ...]


def check(report: Report, draft_text: str) -> None:
    """Raises ValueError where draft_text is another text than the report was made from."""
    spans = [(one.start, one.end, one.text) for one in report.passages]
    spans += [(found.start, found.end, found.quote) for one in report.passages for found in one.findings]
    in_order = all(one.end <= other.start for one, other in pairwise(report.passages))
    if not in_order or any(draft_text[start:end] != text for start, end, text in spans):
        raise ValueError(
            "This draft is not the text that the report was made from: "
            "use the draft as it was, or check it again."
        )


def gaps(report: Report, draft_text: str) -> tuple[Gap, ...]:
    """The text before each passage and after the last: one more than there are passages."""
    ends = [0, *(passage.end for passage in report.passages)]
    starts = [*(passage.start for passage in report.passages), len(draft_text)]
    between = [draft_text[end:start] for end, start in zip(ends, starts, strict=True)]
    between[0] = "\n" + between[0]  # no passage has this line's start,
    between[-1] += "\n"  # and none the last line's end
    return tuple(_gap(text) for text in between)


def _gap(text: str) -> Gap:
    if "\n" not in text:
        return Gap("", "", text)
    trail, _, below = text.partition("\n")
    lines, _, lead = below.rpartition("\n")
    return Gap(trail.rstrip(), lines, lead)


def entries(report: Report, gaps: tuple[Gap, ...]) -> Iterator[Entry]:
    """An entry for each passage; gaps are those of the same report."""
    for passage, before, after in zip(report.passages, gaps[:-1], gaps[1:], strict=True):
        found = marks(passage.findings)
        yield Entry(
            before=before.lines,
            lead=before.lead,
            trail=after.trail,
            passage=passage,
            marks=found,
            pieces=_pieces(passage, found),
        )


def role(text: str, title: str | None) -> Role:
    """Whether a text looks like the title, a heading or the body: the report does not say."""
    line = text.strip()
    if line.lstrip("# ") == title:
        return "title"
    short = "\n" not in line and len(line.split()) <= _HEADING_WORDS
    return "heading" if short and line[-1:].isalnum() else "body"


def _pieces(passage: PassageReport, found: tuple[Mark, ...]) -> tuple[Piece, ...]:
    lines = _lines(found)
    return tuple(
        Piece(
            text=segment.text,
            lines=tuple(line for line in lines if line.mark in segment.covering),
            ending=segment.ending,
        )
        for segment in segments(passage.text, passage.start, found)
    )


def _lines(found: tuple[Mark, ...]) -> tuple[Line, ...]:
    """One line for each kind of each mark, in the first lane that is free where the mark starts."""
    free_from = [0] * _LANES
    lines = []
    for mark in found:
        for kind in words.KINDS:
            strengths = {one.strength for one in mark.findings if one.kind == kind}
            if strengths:
                lane = next((n for n, end in enumerate(free_from) if end <= mark.start), _LANES - 1)
                free_from[lane] = mark.end
                lines.append(Line(mark, kind, _strongest(strengths), lane))
    return tuple(sorted(lines, key=lambda line: line.lane))


def _strongest(strengths: set[Strength]) -> Strength:
    return max(strengths, key=lambda strength: constants.STRENGTH_VALUES[strength])


def command(file: ReportFile) -> str:
    """What makes the same report again, in the format that states its SHA-256."""
    manifest = file.report.manifest
    words = ["evenhand", "check", file.circumstances.draft_name, "--model", manifest.model.file]
    words += ["--seed", str(manifest.seed), "--passes", str(manifest.passes)]
    words += ["--granularity", manifest.granularity, "--policy", manifest.policy, "--format", "json"]
    if manifest.house_style:
        words += ["--style", HOUSE_STYLE_FILE]
    return shlex.join(words)
