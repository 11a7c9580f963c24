"""What an office file's properties say of it: title, author, date."""

from collections.abc import Mapping

from engine.text.formats.xml import stream

_PREFIXES = {
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
    "urn:oasis:names:tc:opendocument:xmlns:meta:1.0": "meta",
}


class _Properties:
    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._element = ""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._element = name

    def end(self, name: str) -> None:
        self._element = ""

    def text(self, text: str) -> None:
        if self._element:
            self.found[self._element] = self.found.get(self._element, "") + text


def properties(data: bytes | None, name: str) -> dict[str, str]:
    """Those of docProps/core.xml or meta.xml by their names ("dc:title"); empty without that part."""
    handler = _Properties()
    if data is not None:
        stream(data, _PREFIXES, handler, name)
    return handler.found
