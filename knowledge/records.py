"""Typed, immutable records of the knowledge base. Every record checks its own fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

PartOfSpeech = Literal["noun", "verb", "adjective", "adverb", "phrase"]
PhraseKind = Literal["attribution", "procedure", "speech"]
Severity = Literal["suggestion", "warning", "error"]

ANCHORS = (0.60, 0.70, 0.80, 0.90)
"""Mild, moderate, strong, very strong: the four-anchor ordinal scale of Appendix E."""

Strings = Annotated[tuple[str, ...], Field(strict=False)]


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, str_min_length=1)


class Category(Record):
    """A bias category with its severity (Appendix C, Table 9); all examples are invented.

    `counter_example` looks like this bias to a careless reader and is sound reporting.
    """

    key: str
    name: str
    severity: Literal["high", "medium"]
    definition: str
    examples: Annotated[tuple[str, str], Field(strict=False)]
    counter_example: str


class BiasType(Record):
    """One of the BiasAgent's seven types (Appendix B)."""

    key: str
    name: str
    definition: str


class MetaCategory(Record):
    """What the types and categories are summed up as (Appendix B)."""

    key: str
    name: str


class Frame(Record):
    """A framing type and the literature it comes from (section 3.2)."""

    key: str
    name: str
    kind: Literal["generic", "issue_specific"]
    definition: str
    reference: str


@dataclass(frozen=True)
class Taxonomy:
    """10 categories, 7 types, 4 meta-categories, the 35-entry mapping onto them, 12 framing types."""

    categories: tuple[Category, ...]
    types: tuple[BiasType, ...]
    meta_categories: tuple[MetaCategory, ...]
    mapping: Mapping[str, str]
    frames: tuple[Frame, ...]

    def meta(self, label: str) -> str:
        """The meta-category of a label, whatever its case, spaces and hyphens ("Dog-whistle").

        Raises KeyError for a label outside the mapping.
        """
        return self.mapping["_".join(label.lower().replace("-", " ").replace("_", " ").split())]


class LexiconCategory(Record):
    """What unites some terms of the lexicon, and what a reporter does about them.

    `deniable`: to deny such a term ("no hoax") is to report, not to judge; slurs stay slurs.
    """

    key: str
    name: str
    definition: str
    advice: str
    deniable: bool = True


class Term(Record):
    """A term of the bias lexicon (Appendix E).

    `score` is one of ANCHORS, or in [0, 0.60) with a `reason`. `alternative` is a neutral wording in
    the term's base form, None where only the category's advice can help. `residual`: slanted even after
    the replacement, so only evidence, attribution or leaving it out can mend it. `forms` are all surface
    forms under which the term is found, itself included. `variant` is the regional English it belongs to
    (a language tag), None for American or general use. `message` is a newsroom's own reason.
    """

    term: str
    category: str
    pos: PartOfSpeech
    score: float = Field(ge=0.0, le=1.0)
    alternative: str | None
    residual: bool
    forms: Strings
    variant: str | None = None
    reason: str | None = None
    message: str | None = None

    @model_validator(mode="after")
    def _on_the_scale(self) -> Self:
        if self.score not in ANCHORS and not (self.score < ANCHORS[0] and self.reason):
            raise ValueError("score must be 0.6, 0.7, 0.8 or 0.9, or lower with a reason")
        return self

    @property
    def severity(self) -> Severity:
        """How loud to be about it, unless the house style says otherwise."""
        _, moderate, strong, _ = ANCHORS
        return "error" if self.score >= strong else "warning" if self.score >= moderate else "suggestion"


class Protected(Record):
    """Editorially neutral vocabulary that must not be flagged as loaded (Appendix D).

    `note` says which false match a collision entry prevents.
    """

    term: str
    domain: str
    forms: Strings
    note: str | None = None


class CalibrationSentence(Record):
    """An invented sentence on which a model's zero is set; sentences come in pairs on one topic.

    `lean` and `degree` (mild, moderate, strong) describe slanted ones and set nothing.
    """

    topic: str
    slanted: bool
    sentence: str
    lean: Literal["left", "right", "none"]
    degree: Literal["mild", "moderate", "strong"] | None


class NeutralPhrase(Record):
    """Words of plain reporting: a source named, a procedure, or a verb of speech."""

    phrase: str
    kind: PhraseKind
