"""The data that ships: its counts, its coverage and its version."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from knowledge import lexicon, lexicon_categories, taxonomy, version
from knowledge.loader import DATA, FILES


def test_taxonomy_has_the_papers_counts() -> None:
    known = taxonomy()
    assert len(known.categories) == 10
    assert len(known.types) == 7
    assert len(known.mapping) == 35
    assert Counter(frame.kind for frame in known.frames) == {"generic": 7, "issue_specific": 5}
    assert Counter(category.severity for category in known.categories) == {"high": 6, "medium": 4}


def test_mapping_uses_every_meta_category_and_covers_all_that_an_agent_may_say() -> None:
    known = taxonomy()
    metas = {meta.key for meta in known.meta_categories}
    assert set(known.mapping.values()) == metas
    assert {entry.key for entry in known.categories} | {entry.key for entry in known.types} <= set(
        known.mapping
    )
    for meta in metas:
        assert known.meta(meta) == meta
    for kind in ("biased_phrase", "loaded_term", "unsupported_claim"):
        assert known.meta(kind) in metas


@pytest.mark.parametrize("label", ["dog_whistle", "Dog whistle", "DOG-WHISTLE", "  dog  whistle "])
def test_meta_reads_a_label_however_it_is_written(label: str) -> None:
    assert taxonomy().meta(label) == "biased_language"


def test_meta_refuses_an_unknown_label() -> None:
    with pytest.raises(KeyError):
        taxonomy().meta("typographical bias")


def test_prompt_definitions_are_short_and_distinct() -> None:
    known = taxonomy()
    for limit, entries in ((16, known.categories), (12, known.types), (10, known.frames)):
        assert all(len(entry.definition.split()) <= limit for entry in entries)
        assert len({entry.definition for entry in entries}) == len(entries)


def test_every_category_has_invented_examples_and_a_counter_example() -> None:
    sentences = [
        sentence
        for category in taxonomy().categories
        for sentence in (*category.examples, category.counter_example)
    ]
    assert len(set(sentences)) == 30
    assert all(sentence[0].isupper() and sentence.endswith((".", '"', "?")) for sentence in sentences)


def test_every_lexicon_category_says_what_to_do() -> None:
    categories = lexicon_categories()
    assert {term.category for term in lexicon()} == set(categories)
    assert len({category.advice for category in categories.values()}) == len(categories)


def test_scores_below_the_scale_state_a_reason() -> None:
    low = [term for term in lexicon() if term.score < 0.60]
    assert low and all(term.reason for term in low)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in FILES:
        shutil.copy(DATA / name, tmp_path / name)
    return tmp_path


def test_version_ignores_formatting_and_line_endings(copy: Path) -> None:
    for name in FILES:
        compact = json.dumps(json.loads((copy / name).read_text("utf-8")), indent=7)
        (copy / name).write_bytes(compact.replace("\n", "\r\n").encode())
    assert version(copy) == version()
    assert len(version()) == 16


@pytest.mark.parametrize("name", FILES)
def test_version_follows_the_content_of_every_file(copy: Path, name: str) -> None:
    data = json.loads((copy / name).read_text("utf-8"))
    data["extra"] = 1
    (copy / name).write_text(json.dumps(data), "utf-8")
    assert version(copy) != version()


def test_version_follows_a_score(copy: Path) -> None:
    text = (copy / "lexicon.json").read_text("utf-8")
    (copy / "lexicon.json").write_text(text.replace('"score": 0.9', '"score": 0.8', 1), "utf-8")
    assert version(copy) != version()
