"""Rumours: a claim, its veracity and the comments under it."""

from pydantic import JsonValue

from engine.evaluation.datasets.item import Item, UnusableDataset
from engine.evaluation.datasets.items import label, required, rest
from engine.evaluation.datasets.rows import Row

LABELS: dict[str, str | None] = {name: name for name in ("true", "false", "unverified")}
STANCES = ("support", "deny", "query", "comment")


def rumour_item(row: Row) -> Item:
    """The claim is the text, the event the topic; `extra["comments"]` is a list of `text` and `stance`, the
    stance None where the source gives none of the four. Raises UnusableDataset."""
    comments = row.values.get("comments")
    if not isinstance(comments, list):
        raise UnusableDataset(f"{row.place}: there is no list of comments: name a file of rumour threads.")
    return Item(
        id=row.text("id"),
        text=required(row, "claim"),
        label=label(row, ("veracity",), LABELS),
        topic=row.text("event"),
        extra=rest(row, "id", "claim", "veracity", "event")
        | {"comments": [_comment(row, comment) for comment in comments]},
    )


def _comment(row: Row, comment: JsonValue) -> dict[str, JsonValue]:
    if not isinstance(comment, dict) or not isinstance(comment.get("text"), str):
        raise UnusableDataset(f"{row.place}: a comment has no text: mend or remove it.")
    stance = comment.get("stance")
    return {"text": comment["text"], "stance": stance if stance in STANCES else None}
