"""Marks move with the text around them, and go when their own words change."""

import pytest

from desktop.check.marks import Edit, Mark, edited, grown, moved


def mark(start: int, end: int, passage: int = 0) -> Mark:
    return Mark(start, end, (), passage)


@pytest.mark.parametrize(
    ("edit", "place"),
    [
        (Edit(0, 0, 3), (13, 23)),
        (Edit(0, 4, 0), (6, 16)),
        (Edit(10, 0, 1), (11, 21)),  # just before it
        (Edit(20, 0, 5), (10, 20)),  # just after it
        (Edit(25, 5, 0), (10, 20)),
        (Edit(15, 0, 1), None),  # in its words
        (Edit(8, 4, 4), None),  # over its edge
        (Edit(10, 10, 10), None),
        (Edit(0, 50, 2), None),
    ],
)
def test_where_a_range_is_after_an_edit(edit: Edit, place: tuple[int, int] | None) -> None:
    assert moved(10, 20, edit) == place


def test_a_passage_takes_in_what_is_typed_into_it() -> None:
    assert grown(10, 20, Edit(15, 2, 6)) == (10, 24)
    assert grown(10, 20, Edit(18, 5, 0)) == (10, 18)
    assert grown(10, 20, Edit(0, 0, 2)) == (12, 22)


def test_marks_of_a_touched_passage_stay_but_are_no_longer_fresh() -> None:
    kept = edited([mark(0, 5), mark(10, 15), mark(30, 35, 1)], Edit(11, 1, 3), {0})
    assert [(one.start, one.end, one.fresh) for one in kept] == [(0, 5, False), (32, 37, True)]
