"""SemEval-2019 Task 4: articles in one XML file, their labels in another one beside it."""

from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from engine.evaluation.datasets.item import Item, UnusableDataset
from engine.evaluation.datasets.items import items, label, required, rest
from engine.evaluation.datasets.rows import Row, data_of

LABELS: dict[str, str | None] = {"true": "biased", "false": "neutral"}
ARTICLES, TRUTH = "articles-", "ground-truth-"


def read_articles(path: Path) -> list[Item]:
    """The whole articles of `articles-*.xml`, with the labels of `ground-truth-*.xml` in the same folder;
    unlabelled without that file. Either of the two may be named.

    Raises UnusableDataset.
    """
    if path.name.startswith(TRUTH):
        path = path.with_name(ARTICLES + path.name.removeprefix(TRUTH))
    truth_path = path.with_name(TRUTH + path.name.removeprefix(ARTICLES))
    truth: dict[str, Row] = {}
    if path.name.startswith(ARTICLES) and truth_path.exists():
        truth = {required(row, "id"): row for row in _articles(truth_path)}

    def interpret(row: Row) -> Item:
        identity = required(row, "id")
        if truth and identity not in truth:
            raise UnusableDataset(
                f"{row.place}: {truth_path.name} has no label for the article {identity}: "
                "put the two files of one set side by side."
            )
        known = truth.get(identity)
        return Item(
            id=identity,
            text=required(row, "text"),
            label=label(known, ("hyperpartisan",), LABELS) if known else None,
            extra=rest(row, "id", "text"),
        )

    found = items(_articles(path), interpret)
    if not found:
        raise UnusableDataset(f"{path.name} holds no articles: name the file articles-*.xml.")
    return found


def _articles(path: Path) -> Iterator[Row]:
    """One row an article: its attributes, and as `text` its paragraphs, a blank line between them."""
    found: list[Row] = []
    paragraphs: list[str] = []
    attributes: dict[str, str] = {}
    place = ""
    parser = expat.ParserCreate()

    def start(name: str, given: dict[str, str]) -> None:
        nonlocal attributes, place
        if name == "article":
            attributes, place = given, f"{path.name}, line {parser.CurrentLineNumber}"
            paragraphs[:] = [""]
        elif name == "p":
            paragraphs.append("")

    def end(name: str) -> None:
        if name == "p":
            paragraphs.append("")
        elif name == "article":
            spoken = (" ".join(paragraph.split()) for paragraph in paragraphs)
            found.append(Row(place, attributes | {"text": "\n\n".join(one for one in spoken if one)}))

    def words(data: str) -> None:
        if paragraphs:
            paragraphs[-1] += data

    def entity(*_: object) -> None:  # the files declare none, and a declared one may explode
        raise UnusableDataset(
            f"{path.name}, line {parser.CurrentLineNumber}: it declares an entity: name the released file."
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = words
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data_of(path), True)
    except expat.ExpatError as error:
        raise UnusableDataset(
            f"{path.name}, line {error.lineno}: this is not valid XML: fetch the file again."
        ) from error
    yield from found
