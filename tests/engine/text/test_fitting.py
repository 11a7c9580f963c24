"""Passages cut until a model's context can hold each."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from engine.text import Document, Passage, read_bytes, split
from engine.text.fitting import fit


def letters(texts: Sequence[str]) -> list[int]:
    return [len(text) for text in texts]


def whole(text: str) -> tuple[Document, Passage]:
    document = read_bytes(text.encode(), "draft.txt")
    [passage] = split(document, "whole")
    return document, passage


def test_what_fits_is_left_as_it_is() -> None:
    _, passage = whole("One sentence. Two sentences.")
    assert fit([passage], letters, 28) == (passage,)


def test_cut_at_the_sentence_nearest_the_middle() -> None:
    _, passage = whole("It rained. The town board met late Tuesday. Nobody came at all.")
    assert [part.text for part in fit([passage], letters, 50)] == [
        "It rained. The town board met late Tuesday.",
        "Nobody came at all.",
    ]


def test_one_sentence_is_cut_at_a_word_and_one_word_anywhere() -> None:
    _, passage = whole("The town board met")
    assert [part.text for part in fit([passage], letters, 10)] == ["The town", "board met"]
    _, passage = whole("abcdefgh")
    assert [part.text for part in fit([passage], letters, 3)] == ["ab", "cd", "ef", "gh"]


def test_parts_are_renumbered_among_the_others() -> None:
    document = read_bytes(b"Short.\n\nThis one is longer. It is cut.\n\nLast.\n", "draft.txt")
    parts = fit(split(document), letters, 20)
    assert [(part.index, part.text) for part in parts] == [
        (0, "Short."),
        (1, "This one is longer."),
        (2, "It is cut."),
        (3, "Last."),
    ]


def test_a_single_character_is_never_cut() -> None:
    _, passage = whole("a")
    assert fit([passage], lambda texts: [9] * len(texts), 3) == (passage,)


def test_headline_and_neighbors_go_with_every_part() -> None:
    document = read_bytes(b"Council votes\n\nThe first part here. The second one.\n\nAfter.\n", "draft.txt")
    parts = fit(split(document), letters, 22)[1:3]
    assert {part.headline for part in parts} == {"Council votes"}
    assert {part.after for part in parts} == {"After."}


PIECES = ["e\u0301", "word ", "  ", "\n", "Yes. ", "\u200b", "\U0001f697", "q" * 9]


@given(st.lists(st.sampled_from(PIECES), min_size=1), st.integers(1, 12))
def test_parts_hold_all_of_the_text_each_character_at_its_place(pieces: list[str], limit: int) -> None:
    document, passage = whole("A " + "".join(pieces))
    parts = fit([passage], letters, limit)
    assert all(len(part.text) <= limit for part in parts)
    assert "".join(part.text for part in parts).replace(" ", "") == passage.text.replace(" ", "")
    places = {passage.locate(i, i + 1): passage.text[i] for i in range(len(passage.text))}
    for part in parts:
        for i, character in enumerate(part.text):
            assert places[part.locate(i, i + 1)] == character
        assert part.locate(0, len(part.text)) == (part.start, part.end)
        assert all(0 <= start < end <= len(part.text) for start, end in part.sentences)
    assert parts[-1].end <= len(document.text)


def test_parts_keep_what_they_quote() -> None:
    [passage] = split(read_bytes("It was so. “We lost. We tried again,” said Ann Hall.".encode(), "a.txt"))
    parts = fit([passage], lambda texts: [len(text) for text in texts], 30)
    assert [[part.text[one.start : one.end] for one in part.quoted] for part in parts] == [
        [],
        ["“We lost. We tried"],
        ["again,”"],
    ]
    assert {one.speaker for part in parts for one in part.quoted} == {"Ann Hall"}
