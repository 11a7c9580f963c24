"""What is written into an office document: a comment for each finding, and a summary at its end."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from engine.report import words
from engine.report.exporters.errors import Unexportable
from engine.report.schema import Finding, PassageReport, Report, ReportFile

SUMMARY_TITLE = "Evenhand: early warning"
INITIALS = "EH"


@dataclass(frozen=True)
class Note:
    """A comment on the draft's characters from start to end: who says it, in which paragraphs."""

    start: int
    end: int
    author: str
    lines: tuple[str, ...]


def notes(report: Report) -> tuple[Note, ...]:
    """One note a finding, in reading order, the longer ones of one start first."""
    found = [
        Note(finding.start, finding.end, _author(finding), tuple(_lines(finding, passage)))
        for passage in report.passages
        for finding in passage.findings
        if finding.start < finding.end
    ]
    return tuple(sorted(found, key=lambda note: (note.start, -note.end)))


def summary(file: ReportFile) -> tuple[str, ...]:
    """The paragraphs below SUMMARY_TITLE."""
    remarks = file.circumstances.remarks
    return (words.headline(file.report), words.CAVEAT, *remarks, *_passages(file.report), *_made(file))


def written_at(file: ReportFile) -> str:
    """When the draft was checked, to the second, in UTC: 2026-03-02T09:30:00Z. Raises Unexportable."""
    try:
        created = datetime.fromisoformat(file.circumstances.created).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Unexportable("The report does not say when it was made: check the draft again.") from error
    return created.strftime("%Y-%m-%dT%H:%M:%SZ")


def _author(finding: Finding) -> str:
    return f"Evenhand, {words.AGENTS[finding.agent].lower()}"


def _lines(finding: Finding, passage: PassageReport) -> Iterator[str]:
    kind = words.KINDS[finding.kind]
    detail = "" if words.plain(finding.type) == kind else f" ({words.plain(finding.type)})"
    yield f"{kind.capitalize()}{detail}, {finding.strength}."
    yield finding.why
    if finding.whose:
        yield finding.whose
    if finding.alternative:
        yield f"Try instead: “{finding.alternative}”"
    if finding.advice:
        yield finding.advice
    yield f"{words.AGENTS[finding.agent]}. Passage {_state(passage)}."


def _passages(report: Report) -> Iterator[str]:
    for passage in report.passages:
        decision = passage.decision
        if words.state(decision) != "neutral":
            flags = (
                f" For a person to look at: {words.FLAGS[flag.kind].lower()}. {flag.note}"
                for flag in decision.flags
            )
            path = words.PATHS[decision.path]
            yield f"Passage {_state(passage)}. {path}. {decision.reason}{''.join(flags)}"


def _state(passage: PassageReport) -> str:
    state = words.state(passage.decision)
    verb = "" if state == "slanted" else "is "
    return f"{passage.index + 1} {verb}{words.STATES[state]}"


def _made(file: ReportFile) -> Iterator[str]:
    manifest = file.report.manifest
    model = f"{manifest.model.name}, {manifest.model.quantization}"
    yield f"Checked by Evenhand {manifest.evenhand} with {model}, on {written_at(file)[:10]}."
    yield f"Report SHA-256: {file.sha256}"
