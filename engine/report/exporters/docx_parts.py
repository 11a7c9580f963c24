"""The parts of a Word file: which one holds the text, which the comments, and adding the latter."""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

from engine.report.exporters.docx_new import NO_RELATIONS, part
from engine.report.exporters.errors import Unexportable
from engine.report.exporters.source_xml import attribute, parse, splice

WORD_SPACES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": (
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
    ),
    "http://purl.oclc.org/ooxml/wordprocessingml/main": (  # Strict Open XML
        "http://purl.oclc.org/ooxml/officeDocument/relationships/comments"
    ),
}
"""The namespaces that Word's elements may have, and what the relation to comments is called beside them."""

_TYPES = "[Content_Types].xml"
_TYPES_SPACE = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS_SPACE = "http://schemas.openxmlformats.org/package/2006/relationships"
_COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"


@dataclass(frozen=True)
class Names:
    """The parts that matter here."""

    main: str
    relations: str  # of the main part; it may be missing
    comments: str | None


def not_word() -> Unexportable:
    return Unexportable("The draft is not a Word document that can be annotated: export it as html instead.")


def find_names(parts: Mapping[str, bytes]) -> Names:
    """Raises Unexportable where there is no text."""
    main = _related(parts, "_rels/.rels", "", "officeDocument") or "word/document.xml"
    if main not in parts or _TYPES not in parts:
        raise not_word()
    folder, name = posixpath.split(main)
    relations = posixpath.join(folder, "_rels", f"{name}.rels")
    return Names(main, relations, _related(parts, relations, folder, "comments"))


def with_comments(parts: dict[str, bytes], names: Names, comments: str, space: str) -> dict[str, bytes]:
    """The parts with comments, elements of the namespace space, after those that are there; the part for
    them is made where there is none."""
    if names.comments:
        return {**parts, names.comments: _before_end(parts[names.comments], comments, names.comments)}
    name = posixpath.join(posixpath.dirname(names.main), "comments.xml")
    relations = parts.get(names.relations, NO_RELATIONS)
    override = (
        f"<Override xmlns={attribute(_TYPES_SPACE)} PartName={attribute('/' + name)} "
        f"ContentType={attribute(_COMMENTS_TYPE)}/>"
    )
    key = _free_id(relations, names.relations)
    relation = (
        f"<Relationship xmlns={attribute(_RELATIONS_SPACE)} Id={attribute(key)} "
        f"Type={attribute(WORD_SPACES[space])} Target={attribute('/' + name)}/>"
    )
    return {
        **parts,
        _TYPES: _before_end(parts[_TYPES], override, _TYPES),
        names.relations: _before_end(relations, relation, names.relations),
        name: part(f"<w:comments xmlns:w={attribute(space)}>{comments}</w:comments>"),
    }


def _related(parts: Mapping[str, bytes], relations: str, folder: str, kind: str) -> str | None:
    """The first part that the part `relations` names for a kind; its targets are seen from folder."""
    if relations not in parts:
        return None
    for one in parse(parts[relations], {}, relations).elements():
        target = posixpath.join("/", folder, one.attributes.get("Target", ""))
        name = posixpath.normpath(target).lstrip("/")
        if one.attributes.get("Type", "").rpartition("/")[2] == kind and name in parts:
            return name
    return None


def _free_id(relations: bytes, name: str) -> str:
    taken = {one.attributes.get("Id") for one in parse(relations, {}, name).elements()}
    number = 1
    while f"evenhand{number}" in taken:
        number += 1
    return f"evenhand{number}"


def _before_end(data: bytes, text: str, name: str) -> bytes:
    """data with text as the last of its root's contents."""
    root = parse(data, {}, name)
    if not root.is_empty_tag:
        return splice(data, [(root.inner_end, text)])
    raw_name = data[root.start + 1 : root.end - 2].split()[0].decode()
    return data[: root.end - 2] + f">{text}</{raw_name}>".encode() + data[root.end :]
