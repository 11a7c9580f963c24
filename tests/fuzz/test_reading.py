"""A small part of the fuzz run in every test run, the whole of it (some minutes) among the slow ones."""

import pytest

from tests.fuzz.reading import FORMATS, cases, main, outcome


@pytest.mark.parametrize("format", [format for format in FORMATS if format != "pdf"])
def test_damaged_drafts_are_read_or_refused(format: str) -> None:
    ends = {outcome(name, data, format) for _, name, data in cases(format, range(25))}
    assert ends <= {"read", "refused"}


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_twenty_thousand_damaged_drafts() -> None:
    assert main(20_000) == 0
