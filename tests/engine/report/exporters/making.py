"""Drafts in office formats made on the spot, and reports that mark chosen words in them."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from engine.report.canonical import seal
from engine.report.schema import Finding, PassageReport, ReportFile
from engine.text import Document

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DATE = 'w:author="Desk" w:date="2026-03-01T08:00:00Z"'
_DATA = Path(__file__).parent / "data"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def zipped(parts: Mapping[str, str]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def report_on(draft: Document, quotes: Sequence[str], like: ReportFile) -> ReportFile:
    """A report whose passages are the draft's blocks, with a finding on the first place of each quote;
    `like` gives the rest."""
    plain, slanted = like.report.passages[:2]
    passages = []
    for index, block in enumerate(draft.blocks):
        text = draft.text[block.start : block.end]
        found = [quote for quote in quotes if quote in text]
        passage = slanted if found else plain
        findings = [
            _finding(slanted, block.start + text.index(quote), quote, number)
            for number, quote in enumerate(found)
        ]
        update = {
            "index": index,
            "start": block.start,
            "end": block.end,
            "text": text,
            "findings": tuple(sorted(findings, key=lambda one: (one.start, one.end))),
        }
        passages.append(passage.model_copy(update=update))
    identity = like.report.draft.model_copy(
        update={"sha256": draft.data_sha256, "characters": len(draft.text), "title": draft.title}
    )
    biased = sum(one.decision.verdict == "biased" for one in passages)
    verdict = like.report.verdict.model_copy(update={"biased_passages": biased, "passages": len(passages)})
    update = {"draft": identity, "passages": tuple(passages), "verdict": verdict}
    report = like.report.model_copy(update=update)
    return seal(report, like.circumstances.model_copy(update={"draft_name": draft.name}))


def _finding(model: PassageReport, start: int, quote: str, number: int) -> Finding:
    place = {"start": start, "end": start + len(quote), "quote": quote}
    return model.findings[number % len(model.findings)].model_copy(update=place)


TITLE = "Council & mayor weigh new parking fees"
LEAD = "The city council will vote on Tuesday on a reckless plan to raise fees, the treasurer said."
CHANGED = (
    "Critics called the scheme a brazen cash grab, and “ordinary families” would pay & pay\u2011again for it."
)
CELLS = ("Year", "Wasted euros", "2025", "a staggering 1.2 million")
LAST = "Nobody believes\tthe so-called experts\nany more."
WORD_PARAGRAPHS = (TITLE, LEAD, CHANGED, *CELLS, LAST)
WORD_QUOTES = (
    "reckless plan",
    "vote on Tuesday",
    "Critics called the scheme a brazen cash grab",
    "brazen",
    "cash grab",
    "families” would pay & pay\u2011again",
    "Wasted",
    "a staggering 1.2 million",
    "so-called experts\nany more.",
)


def word_draft() -> bytes:
    """Tracked changes, a comment, a footnote, a table, bold words, a link, a field, a header, a text box."""
    body = (_DATA / "word_body.xml").read_text("utf-8")
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    names = ("document.main", "comments", "footnotes", "header", "styles")
    files = ("document", "comments", "footnotes", "header1", "styles")
    overrides = "".join(
        f'<Override PartName="/word/{file}.xml" ContentType="{kind}.{name}+xml"/>'
        for name, file in zip(names, files, strict=True)
    )
    relations = "".join(
        f'<Relationship Id="rId{number}" Type="{OFFICE}/{file.rstrip("1")}" Target="{file}.xml"/>'
        for number, file in enumerate(files[1:], start=1)
    )
    space = f'xmlns:w="{WORD}" xmlns:r="{OFFICE}"'
    note = '<w:p><w:r><w:t xml:space="preserve">{}</w:t></w:r></w:p>'.format
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{RELATIONS}"><Relationship Id="rId1" '
        f'Type="{OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f"<w:document {space}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{RELATIONS}">{relations}</Relationships>',
        "word/comments.xml": f'<w:comments {space}><w:comment w:id="4" {DATE} w:initials="D">'
        f"{note('Still Tuesday?')}</w:comment></w:comments>",
        "word/footnotes.xml": f'<w:footnotes {space}><w:footnote w:id="2">{note("Budget, page 4.")}'
        "</w:footnote></w:footnotes>",
        "word/header1.xml": f"<w:hdr {space}>{note('DRAFT, a disastrous header')}</w:hdr>",
        "word/styles.xml": f'<w:styles {space}><w:style w:type="paragraph" w:default="1" w:styleId="Normal">'
        '<w:name w:val="Normal"/><w:pPr><w:spacing w:after="160"/></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:rPr><w:b/>'
        '<w:sz w:val="32"/></w:rPr></w:style></w:styles>',
    }
    return zipped({name: DECLARATION + xml for name, xml in parts.items()})


ODT_QUOTES = (
    "reckless plan",
    "vote on Tuesday",
    "Critics called the scheme a brazen cash grab",
    "brazen",
    "families” would pay & pay",
    "a staggering 1.2 million",
    "so-called  experts\nany more.",
)


def odt_draft() -> bytes:
    """Tracked changes, an annotation, a footnote, a table, a list, bold words, a link, all kinds of space."""
    spaces = " ".join(
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for prefix, name in (
            ("office", "office"),
            ("text", "text"),
            ("style", "style"),
            ("table", "table"),
            ("fo", "xsl-fo-compatible"),
            ("draw", "drawing"),
        )
    )
    body = (_DATA / "odt_body.xml").read_text("utf-8")
    spaces += ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
    manifest = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    kind = "application/vnd.oasis.opendocument.text"
    return zipped(
        {
            "mimetype": kind,
            "content.xml": f'{DECLARATION}<office:document-content {spaces} office:version="1.2">'
            '<office:automatic-styles><style:style style:name="T1" style:family="text">'
            '<style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>'
            f"<office:body><office:text>{body}</office:text></office:body></office:document-content>",
            "META-INF/manifest.xml": f'{DECLARATION}<manifest:manifest xmlns:manifest="{manifest}" '
            'manifest:version="1.2">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
            '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
            "</manifest:manifest>",
        }
    )
