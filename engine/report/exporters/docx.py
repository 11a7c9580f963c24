"""The draft as a Word document with a comment on each finding and a summary at its end.

A draft that is one keeps its own bytes: comment marks go into document.xml, comments into their part, and
nothing else changes. Any other draft becomes a clean new document first.
"""

from collections.abc import Callable, Mapping, Sequence

from engine.report.exporters import docx_new
from engine.report.exporters.anchors import Anchor, find_blocks, in_new, in_original
from engine.report.exporters.docx_marks import insertions
from engine.report.exporters.docx_paragraphs import NAMESPACES, Paragraph, Place, paragraphs
from engine.report.exporters.docx_parts import WORD_SPACES, Names, find_names, not_word, with_comments
from engine.report.exporters.notes import INITIALS, SUMMARY_TITLE, Note, notes, summary, written_at
from engine.report.exporters.package import Parts, pack, unpack
from engine.report.exporters.shown import shown
from engine.report.exporters.source_xml import Element, attribute, content, parse, splice
from engine.report.schema import ReportFile
from engine.text import Document


def to_docx(file: ReportFile, draft: Document, data: bytes) -> bytes:
    """data: the draft's own bytes. Raises Unexportable."""
    if draft.format == "docx":
        return pack(_annotated(file, unpack(data), lambda found: in_original(draft, found)))
    new = shown(draft)
    return pack(_annotated(file, docx_new.parts(new), lambda found: in_new(new, found)))


def find_in_docx(draft: Document, data: bytes) -> None:
    """Raises Unexportable where the draft, which data hold, could not be commented on."""
    parts = Parts(data)
    _, body, _ = _read(parts, find_names(parts))
    find_blocks(draft, paragraphs(body))


def _read(parts: Mapping[str, bytes], names: Names) -> tuple[Element, Element, str]:
    """The root of the main part, the body in it, and the namespace that Word's elements have."""
    source = parts[names.main]
    root = parse(source, NAMESPACES, names.main)
    body = root.child("w:body")
    space = next((uri for uri in WORD_SPACES if uri.encode() in source[: root.inner]), None)
    if body is None or space is None:
        raise not_word()
    return root, body, space


def _annotated(
    file: ReportFile, parts: dict[str, bytes], anchored: Callable[[Sequence[Paragraph]], Anchor[Place]]
) -> dict[str, bytes]:
    names = find_names(parts)
    source = parts[names.main]
    root, body, space = _read(parts, names)
    anchor = anchored(list(paragraphs(body)))
    first = _free_number(root, parts, names.comments)
    numbered = list(enumerate(notes(file.report), start=first))
    marks = [(number, *anchor(note.start, note.end)) for number, note in numbered]
    comments = "".join(_comment(number, note, written_at(file), space) for number, note in numbered)
    marked = splice(source, [*insertions(source, marks), (_end(body), _summary(file, space))])
    result = {**parts, names.main: marked}
    return with_comments(result, names, comments, space) if comments else result


def _free_number(root: Element, parts: dict[str, bytes], comments: str | None) -> int:
    """The first number that no comment has."""
    elements = list(root.walk())
    if comments:
        elements += parse(parts[comments], NAMESPACES, comments).walk()
    ids = [one.attributes.get("w:id", "") for one in elements if one.name.startswith("w:comment")]
    return max((int(one) for one in ids if one.isdecimal()), default=-1) + 1


def _end(body: Element) -> int:
    """Where the last paragraph may go: before the page setup, which comes last."""
    last = list(body.elements())[-1:]
    return last[0].start if last and last[0].name == "w:sectPr" else body.inner_end


def _summary(file: ReportFile, space: str) -> str:
    """Paragraphs in the document's own type, the first bold under a line. They declare their namespace
    themselves, whatever prefix the document has for it."""
    border = '<w:pBdr><w:top w:val="single" w:sz="8" w:space="8" w:color="1F5C63"/></w:pBdr>'
    lines = [
        f'<w:pPr><w:keepNext/>{border}<w:spacing w:before="480" w:after="120"/></w:pPr>'
        f"<w:r><w:rPr><w:b/></w:rPr>{_text(SUMMARY_TITLE)}</w:r>"
    ]
    lines += [f'<w:pPr><w:spacing w:after="120"/></w:pPr><w:r>{_text(line)}</w:r>' for line in summary(file)]
    return "".join(f"<w:p xmlns:w={attribute(space)}>{line}</w:p>" for line in lines)


def _comment(number: int, note: Note, created: str, space: str) -> str:
    first, *others = note.lines
    paragraphs = [
        f"<w:r><w:annotationRef/></w:r><w:r><w:rPr><w:b/></w:rPr>{_text(first)}</w:r>",
        *(f"<w:r>{_text(line)}</w:r>" for line in others),
    ]
    return (
        f"<w:comment xmlns:w={attribute(space)} w:id={attribute(str(number))} "
        f"w:author={attribute(note.author)} w:date={attribute(created)} w:initials={attribute(INITIALS)}>"
        + "".join(f"<w:p>{paragraph}</w:p>" for paragraph in paragraphs)
        + "</w:comment>"
    )


def _text(text: str) -> str:
    return f'<w:t xml:space="preserve">{content(text)}</w:t>'
