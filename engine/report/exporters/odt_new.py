"""A clean new OpenDocument text: the least that every office program opens, in plain black type."""

from collections.abc import Iterable

from engine.report.exporters.shown import Shown
from engine.report.exporters.source_xml import content

_SPACE = "urn:oasis:names:tc:opendocument:xmlns"
_SPACES = " ".join(
    f'xmlns:{prefix}="{_SPACE}:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("text", "text"),
        ("style", "style"),
        ("fo", "xsl-fo-compatible"),
    )
)
_MIME_TYPE = "application/vnd.oasis.opendocument.text"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_FACE = 'fo:font-family="Georgia"'
_SIZES = {"Title": ("Title", "18pt"), "Heading_20_1": ("Heading 1", "14pt")}


def parts(paragraphs: Iterable[Shown]) -> dict[str, bytes]:
    """The package of a document with these paragraphs; its type comes first, as the format demands."""
    manifest = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{kind}"/>'
        for path, kind in (("/", _MIME_TYPE), ("content.xml", "text/xml"), ("styles.xml", "text/xml"))
    )
    return {
        "mimetype": _MIME_TYPE.encode(),
        "META-INF/manifest.xml": _part(
            f'<manifest:manifest xmlns:manifest="{_SPACE}:manifest:1.0" manifest:version="1.2">'
            f"{manifest}</manifest:manifest>"
        ),
        "content.xml": _part(
            f'<office:document-content {_SPACES} office:version="1.2">'
            "<office:automatic-styles></office:automatic-styles><office:body><office:text>"
            f"{''.join(map(_paragraph, paragraphs))}</office:text></office:body></office:document-content>"
        ),
        "styles.xml": _part(
            f'<office:document-styles {_SPACES} office:version="1.2"><office:styles>{_styles()}'
            "</office:styles></office:document-styles>"
        ),
    }


def _part(xml: str) -> bytes:
    return (_DECLARATION + xml).encode()


def _paragraph(shown: Shown) -> str:
    if shown.kind == "title":
        return f'<text:h text:outline-level="1" text:style-name="Title">{content(shown.text)}</text:h>'
    if shown.kind == "heading":
        return f'<text:h text:outline-level="2" text:style-name="Heading_20_1">{content(shown.text)}</text:h>'
    return f'<text:p text:style-name="Standard">{content(shown.text)}</text:p>'


def _styles() -> str:
    headings = "".join(
        f'<style:style style:name="{key}" style:display-name="{name}" style:family="paragraph" '
        'style:parent-style-name="Standard"><style:paragraph-properties fo:keep-with-next="always" '
        'fo:margin-top="0.4cm" fo:margin-bottom="0.3cm"/>'
        f'<style:text-properties {_FACE} fo:font-weight="bold" fo:font-size="{size}"/></style:style>'
        for key, (name, size) in _SIZES.items()
    )
    return (
        '<style:style style:name="Standard" style:family="paragraph"><style:paragraph-properties '
        'fo:margin-bottom="0.3cm" fo:line-height="130%"/>'
        f'<style:text-properties {_FACE} fo:font-size="11pt"/></style:style>{headings}'
    )
