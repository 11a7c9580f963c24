"""Where sentences begin and end."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.normalize import clean
from engine.text.sentences import sentences


@pytest.mark.parametrize(
    "expected",
    [
        ["U.S. Sen. Dana Whitfield said Mr. Cole came at 9 a.m. Tuesday.", "He left at 5 p.m.", "It rained."],
        ["The meeting begins at 6 p.m. Thursday at Town Hall.", "Bring a chair."],
        ["The polls closed at 8 p.m. EST on Nov. 5.", "No one was hurt."],
        ["Proposal No. 3 passed.", "J. R. R. Marlow wrote Vol. 2 of it.", "Gov. Lee, D-Ohio, signed it."],
        ["He waited... and then he left.", "Nothing … happened."],
        ["“We won\u2019t stop. We can\u2019t stop,” he said.", "“It is over!” she cried.", "Silence."],
        ['"Is it over?" he asked.', '"Not today. Not ever."', "The room fell quiet."],
        ["Who did it? the paper asked.", "Nobody knew."],
        ["Acme Inc. said so.", "It cost $3.5 million.", "40 people came."],
        ["He moved to the U.S.", "Then he left Washington, D.C., for good."],
        ["1. First point.", "2. Second point."],
    ],
)
def test_sentences(expected: list[str]) -> None:
    text = " ".join(expected)
    assert [text[start:end] for start, end in sentences(text)] == expected


@given(st.text(st.one_of(st.sampled_from("aB1 .!?\"'“”()«…,"), st.characters(exclude_categories=["Cs"]))))
def test_sentences_hold_all_text(text: str) -> None:
    text = clean(text).text
    ranges = sentences(text)
    covered = "".join(text[start:end] for start, end in ranges)
    assert covered.replace(" ", "") == text.replace(" ", "")
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in ranges)
    assert all(a[1] <= b[0] for a, b in pairwise(ranges))


def test_a_long_paragraph_is_cut_where_a_short_one_is() -> None:
    sentence = "“We met at 9 a.m. Tuesday,” Mr. Cole of the U.S. Senate said. "
    text = (sentence * 1000).strip()
    assert {text[start:end] for start, end in sentences(text)} == {sentence.strip()}
