"""The report as simple HTML, of which Qt can make pages and other programs can take a copy."""

from collections.abc import Iterator
from html import escape

from engine.bias.decision import Argument
from engine.report import words
from engine.report.marks import Mark, Segment, marks, segments
from engine.report.safe import for_page
from engine.report.schema import PassageReport, ReportFile
from engine.report.tokens import LIGHT, MEASURES

_SERIF, _SANS = (MEASURES[name].replace('"', "'") for name in ("serif", "sans"))
_QUIET, _INK = LIGHT["quiet"], LIGHT["ink"]


def paper(file: ReportFile) -> str:
    """One page after another: the verdict, each passage with its findings and argument, how it was made."""
    report = file.report
    parts = [
        f"<h1>{_text(words.headline(report))}</h1>",
        f"<p>{_text(words.CAVEAT)}</p>",
        _quiet(
            f"{file.circumstances.draft_name} · {words.count(report.draft.words, 'word')} · "
            f"{words.count(report.verdict.passages, 'passage')}"
        ),
    ]
    for passage in report.passages:
        parts += _passage(passage)
    parts += _made(file)
    return f'<html><body style="font-family: {_SANS}; color: {_INK}">{"".join(parts)}</body></html>'


def _text(text: str) -> str:
    return escape(for_page(text)).replace("\n", "<br>")


def _quiet(text: str) -> str:
    return f'<p style="color: {_QUIET}; font-size: small">{_text(text)}</p>'


def _passage(passage: PassageReport) -> Iterator[str]:
    found = marks(passage.findings)
    state = words.STATES[words.state(passage.decision)]
    yield "<hr>"
    yield _quiet(f"Passage {passage.index + 1}: {state}")
    pieces = "".join(_piece(one) for one in segments(passage.text, passage.start, found))
    yield f'<p style="font-family: {_SERIF}; font-size: large; line-height: 150%">{pieces}</p>'
    for mark in found:
        yield _finding(mark)
    if words.state(passage.decision) != "neutral":
        yield f"<p>{_text(words.PATHS[passage.decision.path])}. {_text(passage.decision.reason)}</p>"
        yield _arguments(passage.decision.arguments)
    for flag in passage.decision.flags:
        title = f"For a person to look at: {words.FLAGS[flag.kind].lower()}."
        yield f"<p><b>{_text(title)}</b> {_text(flag.note)}</p>"


def _piece(segment: Segment) -> str:
    numbers = "".join(f"<sup>{mark.number}</sup>" for mark in segment.ending)
    if not segment.covering:
        return _text(segment.text) + numbers
    color = LIGHT[segment.covering[0].findings[0].kind]
    return f'<u style="color: {color}">{_text(segment.text)}</u>{numbers}'


def _finding(mark: Mark) -> str:
    lines = [f"<b>{mark.number}</b> “{_text(mark.findings[0].quote)}”"]
    for one in mark.findings:
        said = f"{words.KINDS[one.kind]}, {words.AGENTS[one.agent].lower()}: {one.why}"
        lines.append(_text(said))
        if one.alternative:
            lines.append(_text(f"Try instead: “{one.alternative}”"))
        if one.advice:
            lines.append(_text(one.advice))
    return f'<p style="margin-left: 24px">{"<br>".join(lines)}</p>'


def _arguments(arguments: tuple[Argument, ...]) -> str:
    heads = "".join(f'<th align="left">{name}</th>' for name in ("Agent", "Claims", "Quotes", "Weighs"))
    rows = "".join(_argument(one) for one in arguments)
    return f'<table cellpadding="4" width="100%"><tr>{heads}</tr>{rows}</table>' if arguments else ""


def _argument(one: Argument) -> str:
    quotes = "; ".join(f"“{span.quote}”" for span in one.evidence) or "nothing"
    cells = (words.AGENTS[one.agent], one.claim, quotes, f"{one.effective:.2f} of {one.weight:.2f}")
    return f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in cells)}</tr>"


def _made(file: ReportFile) -> Iterator[str]:
    manifest = file.report.manifest
    yield "<hr>"
    yield "<h3>How this report was made</h3>"
    facts = {
        "Model": f"{manifest.model.name}, {manifest.model.quantization} ({manifest.model.file})",
        "Settings": f"seed {manifest.seed}, passes {manifest.passes}, "
        f"read by {manifest.granularity}, {manifest.policy} policy",
        "Software": f"Evenhand {manifest.evenhand}, llama.cpp {manifest.llama_cpp}",
        "Checked": file.circumstances.created,
        "Draft SHA-256": file.report.draft.sha256,
        "Model SHA-256": manifest.model.sha256,
        "Report SHA-256": file.sha256,
    }
    yield "".join(f"<p>{_text(name)}: {_text(value)}</p>" for name, value in facts.items())
