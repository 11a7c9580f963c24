"""What the method knows: taxonomy, bias lexicon, protected terms, a newsroom's house style, and the rules for
finding them in a text.

People edit the tables under `source/`; `python -m knowledge.build` makes what is read, under `data/`. This
package imports nothing else of Evenhand.
"""

from knowledge.base import Knowledge, shipped
from knowledge.loader import (
    calibration,
    intensity,
    lexicon,
    lexicon_categories,
    neutral_phrases,
    protected,
    taxonomy,
    version,
)
from knowledge.match import Hit, Matcher, matcher, styled
from knowledge.records import (
    BiasType,
    Category,
    Frame,
    LexiconCategory,
    MetaCategory,
    NeutralPhrase,
    Protected,
    Severity,
    Taxonomy,
    Term,
)

__all__ = [
    "BiasType",
    "Category",
    "Frame",
    "Hit",
    "Knowledge",
    "LexiconCategory",
    "Matcher",
    "MetaCategory",
    "NeutralPhrase",
    "Protected",
    "Severity",
    "Taxonomy",
    "Term",
    "calibration",
    "intensity",
    "lexicon",
    "lexicon_categories",
    "matcher",
    "neutral_phrases",
    "protected",
    "shipped",
    "styled",
    "taxonomy",
    "version",
]
