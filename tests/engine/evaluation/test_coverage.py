"""The figures of Appendix E on records whose answer can be counted by hand."""

from dataclasses import replace

import pytest

from engine.evaluation.coverage import LEAST_RECORDS, Record, coverage
from knowledge import Term, shipped
from knowledge.match import Matcher


def term(word: str, score: float) -> Term:
    return Term(
        term=word, category="hyperbole", pos="adjective", score=score, alternative=None, residual=True,
        forms=(word,),
    )  # fmt: skip


MATCHER = Matcher(
    replace(
        shipped(),
        lexicon=(term("mildish", 0.6), term("strongish", 0.8), term("fierceish", 0.9), term("unseen", 0.7)),
    )
)


def records(word: str, biased: int, neutral: int) -> list[Record]:
    return [Record(f"A {word} plan, number {n}.", n < biased) for n in range(biased + neutral)]


def test_precision_recall_and_correlation() -> None:
    found = coverage(
        [
            *records("mildish", 1, 4),
            *records("strongish", 3, 2),
            *records("fierceish", 5, 0),
            *records("plain", 1, 4),
        ],
        MATCHER,
    )
    assert (found.records, found.biased, found.matching, found.matching_biased) == (20, 10, 15, 9)
    assert found.precision == pytest.approx(9 / 15)
    assert found.recall == pytest.approx(0.9)
    assert (found.terms, found.terms_found, found.correlated) == (4, 3, 3)
    # Pearson's r of (0.6, 0.2), (0.8, 0.6), (0.9, 1.0)
    assert found.correlation == pytest.approx(0.98198, abs=1e-5)


def test_rare_terms_are_not_correlated() -> None:
    few = LEAST_RECORDS - 1
    found = coverage([*records("mildish", few, 0), *records("strongish", 0, few)], MATCHER)
    assert (found.correlation, found.correlated, found.terms_found) == (None, 0, 2)


def test_coarser_scores_select_other_terms_only_where_they_tie() -> None:
    texts = ["A mildish, strongish plan.", "A strongish, fierceish plan.", "A fierceish, mildish plan."]
    found = coverage([Record(text, True) for text in texts], MATCHER)
    assert found.unchanged == {
        "two levels (below 0.80, from 0.80)": pytest.approx(2 / 3),
        "no scores": pytest.approx(1 / 3),
    }


def test_a_speakers_words_do_not_count() -> None:
    found = coverage([Record('"A strongish plan," she said.', True)], MATCHER)
    assert (found.matching, found.unchanged) == (0, {})
