"""A clean new Word document: the least that every office program opens, in plain black type."""

from collections.abc import Iterable

from engine.report.exporters.shown import Shown
from engine.report.exporters.source_xml import attribute, content

_SPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_STYLES = {"title": "Title", "heading": "Heading1", "paragraph": "Normal"}


def part(xml: str) -> bytes:
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{xml}'.encode()


NO_RELATIONS = part(f"<Relationships xmlns={attribute(_PACKAGE + '/relationships')}></Relationships>")


def parts(paragraphs: Iterable[Shown]) -> dict[str, bytes]:
    """The package of a document with these paragraphs."""
    return {
        "[Content_Types].xml": part(
            f"<Types xmlns={attribute(_PACKAGE + '/content-types')}>"
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/word/document.xml" ContentType="{_WORD}.document.main+xml"/>'
            f'<Override PartName="/word/styles.xml" ContentType="{_WORD}.styles+xml"/>'
            "</Types>"
        ),
        "_rels/.rels": _relations("officeDocument", "word/document.xml"),
        "word/_rels/document.xml.rels": _relations("styles", "styles.xml"),
        "word/document.xml": part(
            f"<w:document xmlns:w={attribute(_SPACE)}><w:body>{''.join(map(_paragraph, paragraphs))}"
            '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>'
            '<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" '
            'w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>'
        ),
        "word/styles.xml": part(_styles()),
    }


def _relations(kind: str, target: str) -> bytes:
    return part(
        f"<Relationships xmlns={attribute(_PACKAGE + '/relationships')}>"
        f'<Relationship Id="rId1" Type="{_OFFICE}/{kind}" Target="{target}"/></Relationships>'
    )


def _paragraph(shown: Shown) -> str:
    return (
        f'<w:p><w:pPr><w:pStyle w:val="{_STYLES[shown.kind]}"/></w:pPr>'
        f'<w:r><w:t xml:space="preserve">{content(shown.text)}</w:t></w:r></w:p>'
    )


def _styles() -> str:
    headings = (("Title", "Title", 36), ("Heading1", "heading 1", 28))
    return (
        f"<w:styles xmlns:w={attribute(_SPACE)}><w:docDefaults>"
        '<w:rPrDefault><w:rPr><w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:cs="Georgia"/>'
        '<w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault>'
        '<w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="300" w:lineRule="auto"/></w:pPr>'
        '</w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal">'
        '<w:name w:val="Normal"/></w:style>'
        + "".join(
            f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/>'
            '<w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/></w:pPr>'
            f'<w:rPr><w:b/><w:sz w:val="{size}"/><w:szCs w:val="{size}"/></w:rPr></w:style>'
            for key, name, size in headings
        )
        + "</w:styles>"
    )
