"""What a dataset is made of: one item, and the labels that a task knows."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

Task = Literal["bias", "stance", "rumour"]

CLASSES: dict[Task, tuple[str, ...]] = {
    "bias": ("biased", "neutral"),
    "stance": ("favor", "against", "none"),
    "rumour": ("true", "false", "unverified"),
}
POSITIVE: dict[Task, str | None] = {"bias": "biased", "stance": None, "rumour": None}
"""The class whose precision, recall and F1 are reported; None for the mean over the classes."""


class UnusableDataset(Exception):
    """A dataset that can't be read; the message is one sentence for a person."""


class Item(BaseModel):
    """One labelled text. `id` is unique in its file and does not depend on the order of the lines."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    text: str
    label: str | None  # one of CLASSES[task]; None where the source gives none
    topic: str = ""
    extra: dict[str, JsonValue] = Field(
        default_factory=dict
    )  # what else the source says: outlet, biased words, target, comments
