"""The sample drafts of the demo read as a person would divide them."""

from pathlib import Path

import pytest

from engine.text import clean, read, split

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.*"))


def test_all_samples_are_there() -> None:
    assert {path.name for path in SAMPLES} >= {"border-town.txt", "library-budget.txt", "parking-fees.md"}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_each_has_a_headline_and_passages_that_stand_in_it(path: Path) -> None:
    document = read(path)
    passages = split(document)
    assert document.title and document.title == passages[0].text
    assert 6 <= len(passages) <= 12
    assert all(passage.headline == document.title for passage in passages if passage.headline)
    for passage in passages:
        for start, end in passage.sentences:
            assert clean(document.text[slice(*passage.locate(start, end))]).text == passage.text[start:end]
