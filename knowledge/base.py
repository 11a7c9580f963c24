"""All that matching goes by: what ships, or what ships with a newsroom's house style merged over it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from knowledge import loader
from knowledge.house_style import HOUSE_STYLE, HouseStyle
from knowledge.inflect import any_forms
from knowledge.records import LexiconCategory, NeutralPhrase, Protected, Severity, Term

REJECTED_SCORE = 0.80
"""A newsroom that rejects a term means it: strong evidence, which no neutral phrase silences."""


@dataclass(frozen=True)
class Knowledge:
    """`severity` has a level for the categories whose level a house style sets."""

    lexicon: tuple[Term, ...]
    protected: tuple[Protected, ...]
    neutral_phrases: tuple[NeutralPhrase, ...]
    intensity: Mapping[str, float]
    categories: Mapping[str, LexiconCategory]
    severity: Mapping[str, Severity] = field(default_factory=dict)

    def with_style(self, style: HouseStyle) -> "Knowledge":
        """This knowledge with `style` over it: of two rules about the same words the newsroom's stands."""
        off = {category for category, level in style.severity.items() if level == "off"}
        rejected = tuple(
            Term(
                term=one.term,
                category=HOUSE_STYLE,
                pos="phrase",
                score=REJECTED_SCORE,
                alternative=one.alternative,
                residual=False,
                forms=tuple(sorted(any_forms(one.term))),
                message=one.message,
            )
            for one in style.reject
            if HOUSE_STYLE not in off
        )
        allowed = tuple(
            Protected(term=term, domain=domain, forms=tuple(sorted(any_forms(term))))
            for domain, terms in (("accepted", style.accept), (HOUSE_STYLE, style.protected))
            for term in terms
        )
        refused = {form.lower() for term in rejected for form in term.forms}
        return replace(
            self,
            lexicon=rejected + tuple(term for term in self.lexicon if term.category not in off),
            protected=allowed + tuple(one for one in self.protected if one.term.lower() not in refused),
            categories={**self.categories, HOUSE_STYLE: _HOUSE_CATEGORY},
            severity={category: level for category, level in style.severity.items() if level != "off"},
        )


_HOUSE_CATEGORY = LexiconCategory(
    key=HOUSE_STYLE,
    name="House style",
    definition="Terms that the newsroom's own style rejects.",
    advice="Follow the newsroom's style.",
)


@cache
def shipped() -> Knowledge:
    return Knowledge(
        lexicon=loader.lexicon(),
        protected=loader.protected(),
        neutral_phrases=loader.neutral_phrases(),
        intensity=loader.intensity(),
        categories=loader.lexicon_categories(),
    )
