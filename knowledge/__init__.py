"""What the method knows: taxonomy, bias lexicon, protected terms, and the rules for finding them in a text.

The data files stand beside this module; it imports nothing else of Evenhand.
"""

from knowledge.loader import intensity, lexicon, neutral_phrases, protected, taxonomy, version
from knowledge.match import Hit, match, protect
from knowledge.records import (
    BiasType,
    Category,
    Frame,
    MetaCategory,
    NeutralPhrase,
    Protected,
    Taxonomy,
    Term,
)

__all__ = [
    "BiasType",
    "Category",
    "Frame",
    "Hit",
    "MetaCategory",
    "NeutralPhrase",
    "Protected",
    "Taxonomy",
    "Term",
    "intensity",
    "lexicon",
    "match",
    "neutral_phrases",
    "protect",
    "protected",
    "taxonomy",
    "version",
]
