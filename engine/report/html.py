"""The report as one self-contained HTML page: no script, no request, the same bytes for the same input."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from engine.bias import constants
from engine.bias.outputs import MetaCategory, Strength
from engine.report import tokens, words
from engine.report.marks import Mark, marks, segments
from engine.report.safe import for_page
from engine.report.schema import PassageReport, Report, ReportFile
from knowledge.house_style import FILE as HOUSE_STYLE_FILE

_HEADING_WORDS = 12
_LANES = 4  # underlines that fit below one another


@dataclass(frozen=True)
class _Line:
    """One underline: overlapping ones take different lanes, 0 next to the text."""

    mark: Mark
    kind: MetaCategory
    strength: Strength
    lane: int


@dataclass(frozen=True)
class _Piece:
    text: str
    lines: tuple[_Line, ...]  # outermost lane last
    ending: tuple[Mark, ...]


@dataclass(frozen=True)
class _Gap:
    """Text between two passages: the rest of the line above, whole lines, the start of the line below."""

    trail: str
    lines: str
    lead: str


@dataclass(frozen=True)
class _Entry:
    """A passage with what the page shows of it, and the text around it that was not examined."""

    before: str  # whole lines
    lead: str  # on the passage's first line: a Markdown "# " or "> "
    trail: str  # on its last line
    passage: PassageReport
    marks: tuple[Mark, ...]
    pieces: tuple[_Piece, ...]


def render_html(file: ReportFile, draft_text: str) -> bytes:
    """The page as UTF-8. `draft_text` is the decoded draft that the report's offsets refer to.

    Raises ValueError if it is another text.
    """
    report = file.report
    _check(report, draft_text)
    gaps = _gaps(report, draft_text)
    return (
        _template()
        .render(
            file=file,
            report=report,
            entries=tuple(_entries(report, gaps)),
            rest=gaps[-1].lines,
            style=Markup(tokens.css() + _stylesheet()),
            role=lambda text: _role(text, report.draft.title),
            words=words,
            constants=constants,
            command=_command(file),
        )
        .encode()
    )


def _check(report: Report, draft_text: str) -> None:
    spans = [(one.start, one.end, one.text) for one in report.passages]
    spans += [(found.start, found.end, found.quote) for one in report.passages for found in one.findings]
    in_order = all(one.end <= other.start for one, other in pairwise(report.passages))
    if not in_order or any(draft_text[start:end] != text for start, end, text in spans):
        raise ValueError(
            "This draft is not the text that the report was made from: "
            "use the draft as it was, or check it again."
        )


def _gaps(report: Report, draft_text: str) -> tuple[_Gap, ...]:
    """The text before each passage and after the last: one more than there are passages."""
    ends = [0, *(passage.end for passage in report.passages)]
    starts = [*(passage.start for passage in report.passages), len(draft_text)]
    between = [draft_text[end:start] for end, start in zip(ends, starts, strict=True)]
    between[0] = "\n" + between[0]  # no passage has this line's start,
    between[-1] += "\n"  # and none the last line's end
    return tuple(_gap(text) for text in between)


def _gap(text: str) -> _Gap:
    if "\n" not in text:
        return _Gap("", "", text)
    trail, _, below = text.partition("\n")
    lines, _, lead = below.rpartition("\n")
    return _Gap(trail.rstrip(), lines, lead)


def _entries(report: Report, gaps: tuple[_Gap, ...]) -> Iterator[_Entry]:
    for passage, before, after in zip(report.passages, gaps[:-1], gaps[1:], strict=True):
        found = marks(passage.findings)
        yield _Entry(
            before=before.lines,
            lead=before.lead,
            trail=after.trail,
            passage=passage,
            marks=found,
            pieces=_pieces(passage, found),
        )


def _role(text: str, title: str | None) -> str:
    """Whether a text looks like the title, a heading or the body: the report does not say."""
    line = text.strip()
    if line.lstrip("# ") == title:
        return "title"
    short = "\n" not in line and len(line.split()) <= _HEADING_WORDS
    return "heading" if short and line[-1:].isalnum() else "body"


def _pieces(passage: PassageReport, found: tuple[Mark, ...]) -> tuple[_Piece, ...]:
    lines = _lines(found)
    return tuple(
        _Piece(
            text=segment.text,
            lines=tuple(line for line in lines if line.mark in segment.covering),
            ending=segment.ending,
        )
        for segment in segments(passage.text, passage.start, found)
    )


def _lines(found: tuple[Mark, ...]) -> tuple[_Line, ...]:
    """One line for each kind of each mark, in the first lane that is free where the mark starts."""
    free_from = [0] * _LANES
    lines = []
    for mark in found:
        for kind in words.KINDS:
            strengths = {one.strength for one in mark.findings if one.kind == kind}
            if strengths:
                lane = next((n for n, end in enumerate(free_from) if end <= mark.start), _LANES - 1)
                free_from[lane] = mark.end
                lines.append(_Line(mark, kind, _strongest(strengths), lane))
    return tuple(sorted(lines, key=lambda line: line.lane))


def _strongest(strengths: set[Strength]) -> Strength:
    return max(strengths, key=lambda strength: constants.STRENGTH_VALUES[strength])


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("engine.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: for_page(value) if isinstance(value, str) else value,
    )
    environment.filters["percent"] = lambda share: f"{100 * share:.2f}%"
    environment.filters["two"] = lambda number: f"{number:.2f}"
    return environment.get_template("report.html.j2")


@cache
def _stylesheet() -> str:
    return (files("engine.report") / "templates" / "report.css").read_text("utf-8")


def _command(file: ReportFile) -> str:
    """What makes the same report again, in the format that states its SHA-256."""
    manifest = file.report.manifest
    words = ["evenhand", "check", file.circumstances.draft_name, "--model", manifest.model.file]
    words += ["--seed", str(manifest.seed), "--passes", str(manifest.passes)]
    words += ["--granularity", manifest.granularity, "--policy", manifest.policy, "--format", "json"]
    if manifest.house_style:
        words += ["--style", HOUSE_STYLE_FILE]
    return shlex.join(words)
