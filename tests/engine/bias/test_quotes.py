"""Where an agent's quote stands in its passage."""

import pytest

from engine.bias.quotes import locate

TEXT = "The tax cut helps. A tax cut, the mayor's tax cut plan, beats syntax cut-offs."


def test_the_first_occurrence_counts() -> None:
    assert locate("tax cut", TEXT, []) == (4, 11)


def test_an_occurrence_that_is_taken_is_passed_over() -> None:
    second = TEXT.index("tax cut", 5)
    assert locate("tax cut", TEXT, [(4, 11)]) == (second, second + 7)
    third = TEXT.index("tax cut", second + 1)
    assert locate("tax cut", TEXT, [(0, 5), (second + 6, second + 8)]) == (third, third + 7)


def test_neighbors_that_only_touch_leave_it_free() -> None:
    assert locate("tax cut", TEXT, [(0, 4), (11, 12)]) == (4, 11)


def test_words_taken_everywhere_are_a_repetition() -> None:
    assert locate("helps", TEXT, [(12, 17)]) is None


@pytest.mark.parametrize("part", ["ax cut", "tax cu", "elp"])
def test_a_part_of_a_word_is_no_quote(part: str) -> None:
    assert locate(part, TEXT, []) is None


def test_words_inside_a_longer_word_are_no_occurrence() -> None:
    assert locate("art", "A party. An art fair.", []) == (12, 15)


def test_quotes_may_begin_or_end_with_punctuation() -> None:
    assert locate("'s tax", TEXT, []) == (TEXT.index("'s tax"), TEXT.index("'s tax") + 6)
    assert locate("cut-offs.", TEXT, []) == (TEXT.index("cut-offs."), len(TEXT))


def test_words_that_do_not_stand_there_are_nowhere() -> None:
    assert locate("Tax Cut", TEXT, []) is None
