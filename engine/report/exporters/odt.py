"""The draft as an OpenDocument text with an annotation on each finding and a summary at its end.

A draft that is one keeps its own content.xml, but for what is put in between; any other becomes a clean
new document first.
"""

from collections.abc import Callable, Mapping, Sequence

from engine.report.exporters import odt_new
from engine.report.exporters.anchors import Anchor, find_blocks, in_new, in_original
from engine.report.exporters.errors import Unexportable
from engine.report.exporters.notes import SUMMARY_TITLE, Note, notes, summary, written_at
from engine.report.exporters.odt_paragraphs import (
    FO,
    NAMESPACES,
    OFFICE,
    STYLE,
    TEXT,
    Paragraph,
    Place,
    paragraphs,
)
from engine.report.exporters.package import Parts, pack, unpack
from engine.report.exporters.shown import shown
from engine.report.exporters.source_xml import Element, attribute, content, parse, splice
from engine.report.schema import ReportFile
from engine.text import Document

_CONTENT = "content.xml"
_DC = "http://purl.org/dc/elements/1.1/"
# Inserted elements declare what they use, whatever prefixes the document has
_SPACES = f"xmlns:office={attribute(OFFICE)} xmlns:text={attribute(TEXT)} xmlns:dc={attribute(_DC)}"


def to_odt(file: ReportFile, draft: Document, data: bytes) -> bytes:
    """data: the draft's own bytes. Raises Unexportable."""
    if draft.format == "odt":
        parts = unpack(data)
        annotated = _annotated(file, _source(parts), lambda found: in_original(draft, found))
        return pack({**parts, _CONTENT: annotated})
    new = shown(draft)
    parts = odt_new.parts(new)
    annotated = _annotated(file, parts[_CONTENT], lambda found: in_new(new, found))
    return pack({**parts, _CONTENT: annotated})


def find_in_odt(draft: Document, data: bytes) -> None:
    """Raises Unexportable where the draft, which data hold, could not be annotated."""
    find_blocks(draft, paragraphs(_text(parse(_source(Parts(data)), NAMESPACES, _CONTENT))))


def _source(parts: Mapping[str, bytes]) -> bytes:
    if _CONTENT not in parts:
        raise _not_text()
    return parts[_CONTENT]


def _text(root: Element) -> Element:
    body = root.child("office:body")
    text = body and body.child("office:text")
    if not text or text.is_empty_tag:
        raise _not_text()
    return text


def _not_text() -> Unexportable:
    return Unexportable("The draft is not a text that can be annotated: export it as html instead.")


def _annotated(
    file: ReportFile, source: bytes, anchored: Callable[[Sequence[Paragraph]], Anchor[Place]]
) -> bytes:
    root = parse(source, NAMESPACES, _CONTENT)
    text = _text(root)
    anchor = anchored(list(paragraphs(text)))
    prefix = _free_prefix(root)
    created = written_at(file)
    starts, endings = [], []
    for number, note in enumerate(notes(file.report), start=1):
        first, last = anchor(note.start, note.end)
        name = attribute(f"{prefix}{number}")
        starts.append((first.start, _annotation(note, name, created)))
        endings.append(
            (last.end, f"<office:annotation-end xmlns:office={attribute(OFFICE)} office:name={name}/>")
        )
    style, styling = _title_style(root, prefix)
    return splice(source, [*endings, *starts, (text.inner_end, _summary(file, style)), *styling])


def _free_prefix(root: Element) -> str:
    """How the names of our annotations begin, and no other's."""
    names = [one.attributes.get("office:name", "") for one in root.walk()]
    prefix = "evenhand"
    while any(name.startswith(prefix) for name in names):
        prefix += "-"
    return prefix


def _annotation(note: Note, name: str, created: str) -> str:
    return (
        f"<office:annotation {_SPACES} office:name={name}>"
        f"<dc:creator>{content(note.author)}</dc:creator><dc:date>{created}</dc:date>"
        + "".join(f"<text:p>{content(line)}</text:p>" for line in note.lines)
        + "</office:annotation>"
    )


def _title_style(root: Element, prefix: str) -> tuple[str, list[tuple[int, str]]]:
    """The name of the summary's heading style, and the insertion that defines it."""
    styles = root.child("office:automatic-styles")
    if not styles or styles.is_empty_tag:
        return "Heading", []  # most documents have it; it is plain text in others
    name = f"{prefix}title"
    style = (
        f"<style:style xmlns:style={attribute(STYLE)} xmlns:fo={attribute(FO)} "
        f'style:name={attribute(name)} style:family="paragraph"><style:paragraph-properties '
        'fo:margin-top="0.8cm" fo:margin-bottom="0.2cm" fo:padding-top="0.3cm" '
        'fo:border-top="1pt solid #1f5c63" fo:keep-with-next="always"/>'
        '<style:text-properties fo:font-weight="bold"/></style:style>'
    )
    return name, [(styles.inner_end, style)]


def _summary(file: ReportFile, style: str) -> str:
    """Paragraphs in the document's own type below a heading that is none in its outline."""
    title = f"<text:p {_SPACES} text:style-name={attribute(style)}>{content(SUMMARY_TITLE)}</text:p>"
    lines = (f"<text:p {_SPACES}>{content(line)}</text:p>" for line in summary(file))
    return title + "".join(lines)
