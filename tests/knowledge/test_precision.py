"""Sentences on which a search for substrings goes wrong, and protected vocabulary in its own use.

All are invented, by somebody else than who wrote the rules. Rules and protected terms were then extended
until most of them passed, so they hold what was won; what the matcher does on new text they don't tell.
"""

import csv
from pathlib import Path

import pytest

from engine.text import speech_in
from knowledge import matcher, shipped
from knowledge.surface import fold

HERE = Path(__file__).parent

# Another sense of the very words, which only meaning could tell: a literal dumpster fire.
BEYOND_RULES = {
    "his mouthpiece back in",
    "must be rigged and on the water",
    "a kickflip off the rails",
    "relied on the cover-up",
    "Groomers packed",
    'instead of "death tax,"',
    "a beach cover-up",
    "electrical stunning of hogs",
    "brilliant green dye",
    "put out a dumpster fire",
    "the wingnut on the crib",
}


def table(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def cases() -> list[object]:
    beyond = pytest.mark.xfail(reason="another sense of the very words", strict=True)
    return [
        pytest.param(
            row["sentence"],
            sorted(filter(None, row["flagged"].split(";"))),
            id=f"{row['kind']}-{line}",
            marks=[beyond] if any(words in row["sentence"] for words in BEYOND_RULES) else [],
        )
        for line, row in enumerate(table("precision.csv"), 2)
    ]


@pytest.mark.parametrize(("sentence", "flagged"), cases())
def test_only_the_authors_loaded_words_are_flagged(sentence: str, flagged: list[str]) -> None:
    hits = matcher().match(sentence, speech_in(sentence))
    assert sorted(hit.term.term for hit in hits if not hit.quoted) == flagged


def test_a_search_for_substrings_goes_wrong_on_them() -> None:
    """Or else they would show nothing."""
    active = [fold(term.term) for term in shipped().lexicon]
    rows = [row for row in table("precision.csv") if row["kind"] != "control"]
    wrong = [
        row
        for row in rows
        if {term for term in active if term in fold(row["sentence"])}
        != {fold(term) for term in row["flagged"].split(";") if term}
    ]
    assert len(wrong) == len(rows) >= 120


@pytest.mark.parametrize(
    ("sentence", "term"), [(row["sentence"], row["term"]) for row in table("protected_sentences.csv")]
)
def test_protected_vocabulary_is_left_alone(sentence: str, term: str) -> None:
    assert [hit.text for hit in matcher().match(sentence, speech_in(sentence)) if not hit.quoted] == []
    form = next(
        form
        for entry in shipped().protected
        if entry.term == term
        for form in entry.forms
        if fold(form) in fold(sentence)
    )
    start = fold(sentence).index(fold(form))
    assert matcher().protect(sentence, start, start + len(form)) is not None
