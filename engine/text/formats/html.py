"""Web pages: the article, found among the furniture by trafilatura, in the page's own words and order."""

import codecs
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from lxml import etree
from lxml.html import HTMLParser

from engine.text.decode import decode
from engine.text.document import Location, UnreadableDraft
from engine.text.formats.content import Content, Paragraph, Paragraphs, byline
from engine.text.formats.package import too_large

logging.getLogger("trafilatura").propagate = False  # what it can't extract is no concern of the person's
_MOST_TAGS = 300_000
# Beyond these trafilatura takes seconds, growing with the square; a long feature has a tenth of that.
_MOST_ELEMENTS = 8_000
_MOST_TEXT = 600_000
_MOST_BYTES = 8 * 1024 * 1024

_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\f\v\n]+")
_UNSEEN = {
    "script", "style", "noscript", "template", "head", "svg", "math", "iframe", "object", "embed", "select",
    "textarea", "audio", "video", "canvas", "map", "datalist",
}  # fmt: skip
_PRINTED = {"header", "footer"}  # LibreOffice's names for the running heads of the page it saves
_BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog",
    "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4",
    "h5", "h6", "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup",
    "option", "p", "pre", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead",
    "tr", "ul", "button",
}  # fmt: skip
_FURNITURE = {"nav", "aside", "footer", "form", "menu", "button", "dialog", "search"}
_ROLES = {"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "menu"}
_LANDMARKS = ("article", "main")
_LONG_RUN = 25  # characters: shorter ones may stand anywhere by chance
_COVERED = 0.5
_MOST_DAMAGED = 0.02  # of a page's characters: with more it is in another encoding than it says
_LINKED = 0.3  # a page of which more is links has furniture, whatever its tags


@dataclass
class _Run:
    """Text between two block-level tags; number counts those of the page."""

    number: int
    text: str
    tags: frozenset[str]
    is_furniture: bool

    @property
    def level(self) -> int | None:
        return next((level for level in range(1, 7) if f"h{level}" in self.tags), None)


def read(data: bytes, name: str, charset: str | None = None) -> Content:
    """charset: what the message that holds the page says of it. Raises UnreadableDraft."""
    if len(data) > _MOST_BYTES or data.count(b"<") > _MOST_TAGS:
        raise too_large(name)
    text, encoding = _decoded(data, name, charset)
    page = _parsed(text)
    if page is None:
        raise UnreadableDraft(f"{name} is empty: save the text into it and try again.")
    runs = list(_runs(page))
    linked = sum(len(text) for text in page.itertext("a", with_tail=False) if text)
    content = Content(encoding=encoding)
    chosen = _article(page, runs, linked, content)
    paragraphs = Paragraphs(name)
    content.paragraphs = paragraphs.found
    whole = list(_with_headline(runs, chosen, content.title))
    for run in _with_captions(runs, whole):
        place = Location(0, len(run.text), paragraph=run.number, offset=0)
        paragraphs.add(Paragraph(run.text, (place,), run.level, "blockquote" in run.tags))
    return content


def _decoded(data: bytes, name: str, charset: str | None) -> tuple[str, str]:
    declared = _CHARSET.search(data[:4096])
    for label in (charset, declared and declared[1].decode("ascii")):
        if label and not data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            try:
                encoding = codecs.lookup(label).name
                encoding = "cp1252" if encoding in ("iso8859-1", "ascii") else encoding  # as browsers do
                text = data.decode(encoding, "replace")
            except (LookupError, ValueError):
                continue
            if text.count("\ufffd") <= _MOST_DAMAGED * len(text):
                return text, encoding
    return decode(data, name, is_known=True)


def _parsed(text: str) -> Any:
    """The page's root element; None where there is nothing. Nothing is fetched: libxml2 may not."""
    parser = HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=False
    )
    try:
        return etree.fromstring(text.replace("\0", "").encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None


@dataclass
class _Walk:
    runs: list[_Run] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    furniture: int = 0

    def flush(self) -> None:
        for part in "".join(self.pieces).split("\n\n"):
            if text := "\n".join(line.strip(" ") for line in part.split("\n")).strip():
                self.runs.append(_Run(len(self.runs), text, frozenset(self.tags), self.furniture > 0))
        self.pieces.clear()

    def add(self, text: str | None) -> None:
        if text:
            text = _SPACE.sub(" ", text)
            ends_in_space = not self.pieces or self.pieces[-1].endswith((" ", "\n"))
            self.pieces.append(text.lstrip(" ") if ends_in_space else text)


def _runs(page: Any) -> Sequence[_Run]:
    walk = _Walk()
    unseen = 0
    for event, element in etree.iterwalk(page, events=("start", "end")):
        tag = element.tag
        if not isinstance(tag, str):  # an entity that is not known
            continue
        is_furniture = tag in _FURNITURE or element.get("role", "").lower() in _ROLES
        is_unseen = tag in _UNSEEN or (tag == "div" and element.get("title") in _PRINTED)
        if event == "start":
            unseen += is_unseen
            if unseen:
                continue
            if tag in _BLOCKS:
                walk.flush()
            elif tag == "br":
                walk.pieces.append("\n")
            walk.tags.append(tag)
            walk.furniture += is_furniture
            walk.add(element.text)
        else:
            if is_unseen:
                unseen -= 1
            elif not unseen:
                if tag in _BLOCKS:
                    walk.flush()
                walk.tags.pop()
                walk.furniture -= is_furniture
            if not unseen:
                walk.add(element.tail)
    walk.flush()
    return walk.runs


def _article(page: Any, runs: Sequence[_Run], linked: int, content: Content) -> list[_Run]:
    """The runs that are the article; what the page says of title, author and date goes into content."""
    size = sum(len(run.text) for run in runs)
    if sum(1 for _ in page.iter()) > _MOST_ELEMENTS or size > _MOST_TEXT:
        return _by_landmarks(runs)
    found = _extracted(page)
    if found is None:
        return _by_landmarks(runs)
    content.title, content.byline, content.date = found.title, found.author, found.date
    if linked <= _LINKED * size and not any(run.is_furniture for run in runs):
        return list(runs)  # nothing but the article: every word of it counts
    chosen = _matching(runs, "".join("".join(found.body.itertext()).split()))
    return chosen or _by_landmarks(runs)


def _extracted(page: Any) -> Any:
    """What trafilatura finds; None where it fails, as it may on pages that no browser would show."""
    # It takes half a second to load, which only web pages need.
    from trafilatura import bare_extraction
    from trafilatura.settings import set_date_params

    try:
        return bare_extraction(
            page,
            include_comments=False,
            with_metadata=True,
            date_extraction_params=set_date_params(False),
        )
    except Exception:  # whatever it trips over, the landmarks are left
        return None


def _matching(runs: Sequence[_Run], extracted: str) -> list[_Run]:
    """The runs that stand in the extracted text, in its order; none where they are too little of it."""
    chosen: list[_Run] = []
    cursor = matched = 0
    for run in runs:
        wanted = "".join(run.text.split())
        found = extracted.startswith(wanted, cursor)
        at = cursor if found else extracted.find(wanted, cursor) if len(wanted) >= _LONG_RUN else -1
        if at >= 0:
            chosen.append(run)
            cursor = at + len(wanted)
            matched += len(wanted)
    return chosen if matched >= _COVERED * len(extracted) else []


def _by_landmarks(runs: Sequence[_Run]) -> list[_Run]:
    for landmark in _LANDMARKS:
        if found := [run for run in runs if landmark in run.tags and not run.is_furniture]:
            return found
    return [run for run in runs if not run.is_furniture] or list(runs)


def _with_captions(runs: Sequence[_Run], chosen: Sequence[_Run]) -> list[_Run]:
    """With the byline and the pictures' captions that stand among the chosen runs; trafilatura drops them."""
    numbers = {run.number for run in chosen}
    return [
        run
        for run in runs[min(numbers, default=0) : max(numbers, default=-1) + 1]
        if run.number in numbers
        or (not run.is_furniture and ("figcaption" in run.tags or byline([run.text]) is not None))
    ]


def _with_headline(runs: Sequence[_Run], chosen: list[_Run], title: str | None) -> Iterator[_Run]:
    """The chosen runs after the page's headline, which stands before the article on many a page."""
    if chosen and not any(run.level == 1 for run in chosen):
        headlines = [run for run in runs if run.level == 1 and run.number < chosen[0].number]
        named = [run for run in headlines if title and run.text.split() == title.split()]
        yield from (named or headlines)[-1:]
    yield from chosen
