"""The report as a PDF: the page that html.py makes, as it is laid out for print."""

from collections.abc import Iterator
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus.doctemplate import BaseDocTemplate, PageTemplate
from reportlab.platypus.flowables import CondPageBreak, Flowable, Spacer
from reportlab.platypus.frames import Frame

from engine.report import page, tokens, words
from engine.report.exporters import typefaces
from engine.report.exporters.pdf_argument import argument
from engine.report.exporters.pdf_boxes import boxed
from engine.report.exporters.pdf_text import HEAD, QUOTE, SANS, SMALL, MarkedText, Piece, Style, Underline
from engine.report.marks import Mark
from engine.report.schema import Report, ReportFile

_MARGIN, _INDENT = 54.0, 30.0  # points
_ROLES = {
    "title": Style(typefaces.SERIF_BOLD, 19, 26, after=12),
    "heading": Style(typefaces.SERIF_BOLD, 12, 20),
    "body": Style(),
}
_TOP = Style(typefaces.SANS_BOLD, 17, 22, after=6)
_ROW = Style(typefaces.SANS, 9.5, 14, after=1)
_LEAST = 60.0  # points that a passage's first lines need on a page


def to_pdf(file: ReportFile, draft_text: str) -> bytes:
    """A4, with all typefaces embedded; the same bytes for the same input, since nothing is compressed or
    dated. draft_text is the decoded draft that the report's offsets refer to.
    """
    buffer = BytesIO()
    width, height = A4
    frame = Frame(_MARGIN, _MARGIN, width - 2 * _MARGIN, height - 2 * _MARGIN, 0, 0, 0, 0)
    template = PageTemplate(frames=[frame], onPage=lambda canvas, _: _footer(canvas, file))
    name = file.circumstances.draft_name
    document = BaseDocTemplate(
        buffer,
        pagesize=A4,
        pageTemplates=[template],
        title=f"{typefaces.printable(name, typefaces.SANS)}: early warning",
        creator=f"Evenhand {file.report.manifest.evenhand}",
        lang="en",
        initialFontName=typefaces.typeface(typefaces.SANS).fontName,
        pageCompression=0,
        invariant=1,
    )
    document.build(list(_story(file, draft_text)))
    return buffer.getvalue()


def _footer(canvas: Canvas, file: ReportFile) -> None:
    canvas.setFont(typefaces.typeface(typefaces.SANS).fontName, 8)
    canvas.setFillColor(HexColor(tokens.LIGHT["quiet"]))
    name = typefaces.printable(file.circumstances.draft_name, typefaces.SANS)
    shortened = name if len(name) <= 80 else name[:79] + "…"
    canvas.drawString(_MARGIN, _MARGIN / 2, f"Evenhand early warning · {shortened}")
    canvas.drawRightString(A4[0] - _MARGIN, _MARGIN / 2, str(canvas.getPageNumber()))


def _story(file: ReportFile, draft_text: str) -> Iterator[Flowable]:
    report = file.report
    gaps = page.gaps(report, draft_text)
    entries = tuple(page.entries(report, gaps))
    yield from _top(file, any(entry.marks for entry in entries))
    for entry in entries:
        yield from _entry(entry, report.draft.title)
    yield from _rest(report, gaps[-1].lines)
    yield from _made(file)
    if typefaces.MISSING in typefaces.printable(draft_text, typefaces.SERIF):
        yield MarkedText([Piece(f"{typefaces.MISSING} stands for a sign that this typeface lacks.")], SMALL)


def _top(file: ReportFile, has_marks: bool) -> Iterator[Flowable]:
    report = file.report
    yield MarkedText(
        [Piece("Evenhand ", bold=True), Piece(" early warning report", color="quiet")],
        Style(typefaces.SANS, 11, 16, after=16),
    )
    counts = f"{words.count(report.draft.words, 'word')} · {words.count(report.verdict.passages, 'passage')}"
    checked = f"checked in {words.duration(file.circumstances.seconds)}"
    yield MarkedText([Piece(f"{file.circumstances.draft_name} · {counts} · {checked}")], SMALL)
    yield MarkedText([Piece(words.headline(report))], _TOP)
    yield MarkedText([Piece(words.CAVEAT)], SANS)
    for remark in file.circumstances.remarks:
        yield MarkedText([Piece(remark, bold=True)], SANS)
    if has_marks:
        legend: list[Piece] = []
        for kind, name in words.KINDS.items():
            legend += [Piece(name, (Underline(kind, "moderate", 0),)), Piece("  ·  ", color="quiet")]
        yield MarkedText(legend[:-1], Style(typefaces.SANS, 8.5, 14))
    yield Spacer(0, 20)


def _entry(entry: page.Entry, title: str | None) -> Iterator[Flowable]:
    passage, decision = entry.passage, entry.passage.decision
    state = words.state(decision)
    if entry.before.strip():
        yield MarkedText([Piece(entry.before.strip())], _ROLES[page.role(entry.before, title)])
    yield CondPageBreak(_LEAST)
    yield MarkedText(
        [Piece(f"{passage.index + 1}", bold=True), Piece(f"  {words.STATES[state]}")],
        Style(typefaces.SANS, 8.5, 12, "quiet" if state == "neutral" else "ink", after=2),
    )
    yield MarkedText(_pieces(entry), _ROLES[page.role(passage.text, title)])
    for mark in entry.marks:
        yield from boxed(list(_finding(mark)), _INDENT, background=None)
        yield Spacer(0, 5)
    if state != "neutral":
        yield CondPageBreak(3 * _LEAST)
        yield from boxed(list(argument(decision, passage.outputs.evidence)), _INDENT, "paper")
        yield Spacer(0, 14)


def _pieces(entry: page.Entry) -> list[Piece]:
    pieces = [Piece(entry.lead, color="quiet")]
    for piece in entry.pieces:
        lines = tuple(Underline(line.kind, line.strength, line.lane) for line in piece.lines)
        pieces.append(Piece(piece.text, lines))
        pieces += [Piece(str(mark.number), color="accent", raised=True) for mark in piece.ending]
    return [*pieces, Piece(entry.trail, color="quiet")]


def _finding(mark: Mark) -> Iterator[Flowable]:
    quote = Piece(f"“{' '.join(mark.findings[0].quote.split())}”")
    yield MarkedText([Piece(f"{mark.number}", raised=True, color="accent"), Piece(" "), quote], QUOTE)
    for finding in mark.findings:
        kind = Piece(words.KINDS[finding.kind], (Underline(finding.kind, finding.strength, 0),))
        agent = Piece(f" · {words.AGENTS[finding.agent].lower()}. ", color="quiet")
        yield MarkedText([kind, agent, Piece(finding.why)], SANS)
        if finding.whose:
            yield MarkedText([Piece(finding.whose, color="quiet")], SANS)
        if finding.alternative:
            yield MarkedText([Piece(f"Try instead: “{finding.alternative}”", color="accent")], SANS)
        if finding.advice:
            yield MarkedText([Piece(finding.advice, color="accent")], SANS)


def _rest(report: Report, rest: str) -> Iterator[Flowable]:
    if not rest.strip():
        return
    if not report.verdict.complete:
        yield MarkedText([Piece("The check was stopped here. What follows was not examined.")], HEAD)
    role = page.role(rest, report.draft.title) if report.verdict.complete else "body"
    color = None if report.verdict.complete else "quiet"
    yield MarkedText([Piece(rest.strip(), color=color)], _ROLES[role])


def _made(file: ReportFile) -> Iterator[Flowable]:
    manifest, report = file.report.manifest, file.report
    sampling = "greedy" if manifest.temperature == 0 else f"temperature {manifest.temperature:.2f}"
    packages = "".join(f", {name} {version}" for name, version in sorted(manifest.packages.items()))
    rows = {
        "Report SHA-256": file.sha256,
        "Model": f"{manifest.model.name}, {manifest.model.quantization} ({manifest.model.file})",
        "Model SHA-256": manifest.model.sha256,
        "Draft": f"{report.draft.encoding}, {words.count(report.draft.characters, 'character')}",
        "Draft SHA-256": report.draft.sha256,
        "Method": f"{manifest.method}, policy {manifest.policy}, read by {manifest.granularity}",
        "Sampling": f"seed {manifest.seed}, passes {manifest.passes}, {sampling}",
        "Context": f"{manifest.context:,} tokens, {manifest.cache}, schedule {manifest.schedule}",
        "Software": f"Evenhand {manifest.evenhand}, llama.cpp {manifest.llama_cpp}{packages}",
        "Knowledge SHA-256": manifest.knowledge,
        "Checked": file.circumstances.created,
    }
    yield Spacer(0, 20)
    yield CondPageBreak(2 * _LEAST)
    yield MarkedText([Piece("How this report was made")], Style(typefaces.SERIF_BOLD, 14, 20, after=6))
    yield MarkedText(
        [
            Piece(
                "Anyone with the same draft and the same model file gets this report again, byte for byte, "
                "and so the same SHA-256:"
            )
        ],
        SANS,
    )
    yield MarkedText([Piece(page.command(file))], Style(typefaces.SANS, 9, 13, "accent"))
    for name, value in rows.items():
        yield MarkedText([Piece(f"{name}  ", color="quiet"), Piece(value)], _ROW)
