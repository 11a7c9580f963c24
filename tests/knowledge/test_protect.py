"""Which proposed spans are protected vocabulary, and what holds for any text."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import Protected, matcher, shipped
from knowledge.match import Matcher
from knowledge.surface import fold


@pytest.mark.parametrize(
    ("text", "span", "term"),
    [
        ("The interest rate rose.", "interest rate", "interest rate"),
        ("The interest rates rose.", "interest rates", "interest rate"),
        ("The interest rate rose.", "The interest rate", "interest rate"),
        ("The interest rate rose.", "interest", "interest rate"),
        ('The "Interest Rate" rose.', '"Interest Rate"', "interest rate"),
        ("The ceasefire\u2019s end.", "The ceasefire\u2019s", "ceasefire"),
        ("Inflation and the recession hurt.", "Inflation and the recession", "inflation"),
        ("He had a radical prostatectomy.", "radical", "radical prostatectomy"),
    ],
)
def test_protects(text: str, span: str, term: str) -> None:
    start = text.index(span)
    entry = matcher().protect(text, start, start + len(span))
    assert entry is not None
    assert entry.term == term


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("The interest rate rose.", "rose"),
        ("The reckless interest rate rose.", "reckless interest rate"),
        ("The climate change hoax.", "climate change hoax"),
        ("A flood of migrants came.", "migrants"),
        ("The radical mayor.", "radical"),
        ("The interest rate, and more.", "and"),
    ],
)
def test_does_not_protect(text: str, span: str) -> None:
    start = text.index(span)
    assert matcher().protect(text, start, start + len(span)) is None


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (2, 2), (3, 2), (0, 99)])
def test_protect_refuses_a_span_outside_the_text(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="span"):
        matcher().protect("drought", start, end)


def test_a_protected_term_beats_a_lexicon_term_that_it_equals() -> None:
    text = "Two thugs spoke."
    assert matcher().match(text)
    thug = Protected(term="thug", domain="legal", forms=("thug", "thugs"))
    own = Matcher(replace(shipped(), protected=(thug,)))
    assert own.match(text) == ()
    (left,) = own.examine(text)
    assert (left.exempt, left.by) == ("protected", thug)


PIECES = st.sampled_from(
    [
        *'":-\u201c\u201d\u2018\u2019\u2011\u0130\U0001f600\n  ',
        *(". ", "said", "according to", "Party", "fury", "Radical", "radical", "thugs"),
        *("fake news media", "interest rate"),
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_text_gives_ordered_verbatim_hits_that_are_not_protected(text: str) -> None:
    assert len(fold(text)) == len(text)
    hits = matcher().match(text)
    for hit in hits:
        assert text[hit.start : hit.end] == hit.text
        assert matcher().protect(text, hit.start, hit.end) is None
        assert 0.0 <= hit.intensity <= 1.0
    assert all(left.end <= right.start for left, right in pairwise(hits))
