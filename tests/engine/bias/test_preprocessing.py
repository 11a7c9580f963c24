"""Preprocessing: passages that fit, and what is known of a draft without a model."""

from collections.abc import Sequence

import pytest

from engine.bias.preprocessing import preprocess
from engine.text import UnreadableDraft, read_bytes

DRAFT = b"Council votes\n\nThe vote was 5-4. It took four hours.\n\nThe mayor left early.\n"


def letters(texts: Sequence[str]) -> list[int]:
    return [len(text) for text in texts]


def words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def test_a_draft_is_counted_and_divided() -> None:
    draft = preprocess(read_bytes(DRAFT, "draft.txt"), "passage", words, 100)
    assert [passage.text for passage in draft.passages] == [
        "Council votes",
        "The vote was 5-4. It took four hours.",
        "The mayor left early.",
    ]
    assert (draft.title, draft.words, draft.sentences) == ("Council votes", 14, 4)


def test_sentences_are_passages_where_asked_for() -> None:
    draft = preprocess(read_bytes(DRAFT, "draft.txt"), "sentence", words, 100)
    assert [passage.text for passage in draft.passages][1:3] == ["The vote was 5-4.", "It took four hours."]


def test_a_passage_over_the_limit_is_cut_and_counted_the_same() -> None:
    draft = preprocess(read_bytes(DRAFT, "draft.txt"), "passage", letters, 20)
    assert all(len(passage.text) <= 20 for passage in draft.passages)
    assert " ".join(passage.text for passage in draft.passages) == " ".join(DRAFT.decode().split())
    assert [passage.index for passage in draft.passages] == list(range(len(draft.passages)))
    assert draft.words == 14


def test_a_whole_draft_is_one_passage_or_refused_by_name() -> None:
    document = read_bytes(DRAFT, "draft.txt")
    [whole] = preprocess(document, "whole", words, 14).passages
    assert whole.text == " ".join(DRAFT.decode().split())
    with pytest.raises(UnreadableDraft, match=r"^draft\.txt is too long .* leave out --granularity whole"):
        preprocess(document, "whole", words, 13)


def test_a_paragraph_of_ten_thousand_words_fits_in_parts() -> None:
    text = " ".join(f"word{number}" for number in range(10_000))
    draft = preprocess(read_bytes(text.encode(), "draft.txt"), "passage", words, 150)
    assert max(words([passage.text for passage in draft.passages])) <= 150
    assert " ".join(passage.text for passage in draft.passages) == text
