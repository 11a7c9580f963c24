"""The report as Markdown (CommonMark): for a ticket, a wiki or a message."""

import re
from collections.abc import Iterator

from engine.report import words
from engine.report.marks import Mark, marks, segments
from engine.report.safe import for_terminal
from engine.report.schema import PassageReport, ReportFile

# What works as markup anywhere, or as a link for some readers, and what does at the start of a line
_ANYWHERE = re.compile(r"[\\`*_\[\]<>&|~$@]|:(?=//)|(?<=www)\.")
_AT_START = re.compile(r"^([ \t]*(?:\d+(?=[.)]))?)([#+=.)-])", re.MULTILINE)


def to_markdown(file: ReportFile) -> bytes:
    """The verdict, and each passage that is not plainly neutral with its marks, findings and arguments.

    Nothing in the draft works as markup, as a link or as HTML.
    """
    return ("\n\n".join(_blocks(file)) + "\n").encode("utf-8", "replace")


def _blocks(file: ReportFile) -> Iterator[str]:
    report = file.report
    yield f"# {_inert(file.circumstances.draft_name)}"
    yield f"**{_inert(words.headline(report))}**"
    yield _inert(words.CAVEAT)
    for remark in file.circumstances.remarks:
        yield f"**{_line(remark)}**"
    for passage in report.passages:
        if words.state(passage.decision) != "neutral":
            yield from _passage(passage)
    yield from _made(file)


def _passage(passage: PassageReport) -> Iterator[str]:
    decision = passage.decision
    found = marks(passage.findings)
    yield f"## Passage {passage.index + 1}: {words.STATES[words.state(decision)]}"
    yield _quoted(_marked(passage, found))
    if found:
        yield "\n".join(line for mark in found for line in _findings(mark))
    yield _inert(f"{words.PATHS[decision.path]}. {decision.reason}")
    if decision.arguments:
        yield _arguments(passage)
    for flag in decision.flags:
        note = f"{words.FLAGS[flag.kind].lower()}. {flag.note}"
        yield f"**For a person to look at:** {_inert(note)}"


def _marked(passage: PassageReport, found: tuple[Mark, ...]) -> str:
    """The text with its marks in numbered brackets, which may overlap where bold type may not."""
    text = ""
    for segment in segments(passage.text, passage.start, found):
        text += r"\[" * len(segment.starting) + _inert(segment.text)
        text += "".join(rf"\]<sup>{mark.number}</sup>" for mark in segment.ending)
    return text


def _findings(mark: Mark) -> Iterator[str]:
    for finding in mark.findings:
        agent = words.AGENTS[finding.agent].lower()
        line = f"- {mark.number}, **{words.KINDS[finding.kind]}**, “{_line(finding.quote)}” ({agent}): "
        line += _line(finding.why)
        if finding.whose:
            line += f" {_line(finding.whose)}"
        if finding.alternative:
            line += f" Try instead: “{_line(finding.alternative)}”."
        if finding.advice:
            line += f" {_line(finding.advice)}"
        yield line


def _arguments(passage: PassageReport) -> str:
    rows = ["| Agent | Claim | Confidence | Effective weight |", "|---|---|---|---|"]
    rows += [
        f"| {words.AGENTS[one.agent]} | {one.claim} | {one.adjusted:.2f} | {one.effective:.2f} |"
        for one in passage.decision.arguments
    ]
    return "\n".join(rows)


def _made(file: ReportFile) -> Iterator[str]:
    manifest = file.report.manifest
    yield "## How this report was made"
    rows = {
        "Model": f"{manifest.model.name}, {manifest.model.quantization} ({manifest.model.file})",
        "Model SHA-256": manifest.model.sha256,
        "Draft SHA-256": file.report.draft.sha256,
        "Run": f"seed {manifest.seed}, passes {manifest.passes}, by {manifest.granularity}, "
        f"policy {manifest.policy}, Evenhand {manifest.evenhand}",
        "Checked": file.circumstances.created,
        "Report SHA-256": file.sha256,
    }
    yield "\n".join(f"- {name}: {_line(value)}" for name, value in rows.items())


def _quoted(text: str) -> str:
    """As a block quote; an empty line of the draft stays one."""
    return "\n".join(f"> {line.strip()}".rstrip() for line in text.split("\n"))


def _line(text: str) -> str:
    return _inert(" ".join(text.split()))


def _inert(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _AT_START.sub(r"\1\\\2", _ANYWHERE.sub(r"\\\g<0>", for_terminal(text)))
