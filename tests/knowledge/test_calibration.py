"""The sentences that set a model's zero: pairs on one topic, and as many of each kind as the zero needs."""

import csv
from collections import Counter
from itertools import combinations
from pathlib import Path
from statistics import mean

import pytest

import knowledge
from knowledge.surface import fold

SOURCE = Path(knowledge.__file__).parent / "source" / "calibration.csv"
COLUMNS = ["topic", "slanted", "sentence", "lean", "degree"]


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    with SOURCE.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, strict=True)
        assert reader.fieldnames == COLUMNS
        return list(reader)


@pytest.fixture(scope="module")
def neutral(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    return [row for row in rows if row["slanted"] == "0"]


@pytest.fixture(scope="module")
def slanted(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    return [row for row in rows if row["slanted"] == "1"]


def test_topics_come_in_pairs_of_a_neutral_and_a_slanted_sentence(rows: list[dict[str, str]]) -> None:
    assert len(rows) == 80
    pairs = list(zip(rows[::2], rows[1::2], strict=True))
    assert all(
        (first["topic"], first["slanted"], second["slanted"]) == (second["topic"], "0", "1")
        for first, second in pairs
    )
    assert len({first["topic"] for first, _ in pairs}) == 40


def test_only_slanted_sentences_lean_and_both_sides_do_so_alike(
    neutral: list[dict[str, str]], slanted: list[dict[str, str]]
) -> None:
    assert {(row["lean"], row["degree"]) for row in neutral} == {("none", "")}
    assert Counter(row["lean"] for row in slanted) == {"left": 20, "right": 20}
    assert Counter(row["degree"] for row in slanted) == {"mild": 13, "moderate": 14, "strong": 13}
    by_both = Counter((row["lean"], row["degree"]) for row in slanted)
    assert len(by_both) == 6 and set(by_both.values()) == {6, 7}


def test_sentences_have_the_length_of_published_ones(rows: list[dict[str, str]]) -> None:
    assert [row["sentence"] for row in rows if not 15 <= len(row["sentence"].split()) <= 40] == []


def test_neither_kind_is_given_away_by_length_numbers_or_quotation_marks(
    neutral: list[dict[str, str]], slanted: list[dict[str, str]]
) -> None:
    """Or else the zero would be that of the surface."""

    def words(kind: list[dict[str, str]]) -> float:
        return mean(len(row["sentence"].split()) for row in kind)

    def numbered(kind: list[dict[str, str]]) -> int:
        return sum(any(map(str.isdigit, row["sentence"])) for row in kind)

    def quoting(kind: list[dict[str, str]]) -> int:
        return sum("\u201c" in row["sentence"] for row in kind)

    assert abs(words(neutral) - words(slanted)) < 2
    assert abs(numbered(neutral) - numbered(slanted)) <= 4
    assert abs(quoting(neutral) - quoting(slanted)) <= 8


def test_sentences_are_whole_and_typed_cleanly(rows: list[dict[str, str]]) -> None:
    for sentence in (row["sentence"] for row in rows):
        assert sentence == " ".join(sentence.split())
        assert sentence.lstrip("\u201c")[0].isupper() and sentence.endswith((".", ".\u201d"))
        assert all(letter.isascii() or letter in "\u201c\u201d\u2019" for letter in sentence), sentence
        assert sentence.count("\u201c") == sentence.count("\u201d")
        assert '"' not in sentence and "'" not in sentence


def test_no_sentence_repeats_or_nearly_repeats_another(rows: list[dict[str, str]]) -> None:
    """A pair may share its facts, not its wording: above half, the one is the other with a word changed."""
    vocabularies = [frozenset(fold(row["sentence"]).split()) for row in rows]
    close = [
        (rows[one]["topic"], rows[other]["topic"])
        for one, other in combinations(range(len(rows)), 2)
        if len(vocabularies[one] & vocabularies[other]) > 0.5 * len(vocabularies[one] | vocabularies[other])
    ]
    assert close == []
