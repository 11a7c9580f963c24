"""XML as a stream of events, bounded, and without anything that could reach outside the file."""

from collections.abc import Mapping
from typing import NoReturn, Protocol
from xml.parsers.expat import ExpatError, ParserCreate

from engine.text.document import UnreadableDraft
from engine.text.formats.package import damaged, too_large

_MOST_ELEMENTS = 600_000  # a long novel with its formatting has less
_DEEPEST = 512


class Handler(Protocol):
    """Names and attributes come as PREFIX:LOCAL, the prefix being ours for the namespace, "?" for others."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None: ...

    def end(self, name: str) -> None: ...

    def text(self, text: str) -> None: ...


def stream(data: bytes, prefixes: Mapping[str, str], handler: Handler, name: str) -> None:
    """Run the handler over the XML in data; name is the file's, for messages.

    A document type, and with it every entity of its own, is refused. Raises UnreadableDraft for that, for
    XML that is not well-formed, and for more elements than a draft has.
    """
    names: dict[str, str] = {}
    elements = depth = 0

    def short(full: str) -> str:
        if full not in names:
            space, _, local = full.rpartition("}")
            names[full] = f"{prefixes.get(space, '?')}:{local}" if space else local
        return names[full]

    def start(full: str, attributes: dict[str, str]) -> None:
        nonlocal elements, depth
        elements += 1
        depth += 1
        if elements > _MOST_ELEMENTS or depth > _DEEPEST:
            raise too_large(name)
        handler.start(short(full), {short(key): value for key, value in attributes.items()})

    def end(full: str) -> None:
        nonlocal depth
        depth -= 1
        handler.end(short(full))

    def refuse(*_: object) -> NoReturn:
        raise UnreadableDraft(
            f"{name} holds a document type, which no office program writes: save it again in its own program "
            "and try again."
        )

    parser = ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.text
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (ExpatError, ValueError, LookupError, UnicodeError) as error:
        raise damaged(name) from error
