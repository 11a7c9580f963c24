"""Passages: their size, their edges, their context and their offsets."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import Granularity, Passage, clean, read_bytes, split

SENTENCE = "The council voted on Tuesday to raise the fee for parking downtown, officials said."  # 14 words


def passages(
    text: str, granularity: Granularity = "passage", max_words: int = 120, name: str = "draft.txt"
) -> tuple[Passage, ...]:
    return split(read_bytes(text.encode(), name), granularity, max_words)


def words(passage: Passage) -> int:
    return len(passage.text.split())


def test_a_paragraph_is_a_passage_with_its_context() -> None:
    text = "Council raises fees\n\nOne here. Two here.\n\nYes.\n\nThree here. Four here.\n"
    headline, first, second, third = passages(text)
    assert [p.text for p in (headline, first, second, third)] == [
        "Council raises fees",
        "One here. Two here.",
        "Yes.",
        "Three here. Four here.",
    ]
    assert [p.index for p in (headline, first, second, third)] == [0, 1, 2, 3]
    assert (headline.headline, headline.before, headline.after) == ("", "", "One here.")
    assert (first.headline, first.before, first.after) == ("Council raises fees", "", "Yes.")
    assert (second.before, second.after) == ("Two here.", "Three here.")
    assert (third.before, third.after) == ("Yes.", "")
    assert third.sentences == ((0, 11), (12, 22))


def test_the_nearest_heading_stands_in_for_a_title() -> None:
    text = "Intro.\n\n## Cost\n\nIt is high.\n\n## Vote\n\nIt was close."
    assert [(p.text, p.headline) for p in passages(text, name="draft.md")] == [
        ("Intro.", ""),
        ("Cost", ""),
        ("It is high.", "Cost"),
        ("Vote", ""),
        ("It was close.", "Vote"),
    ]


def test_long_paragraphs_are_divided_evenly() -> None:
    found = passages(" ".join([SENTENCE] * 11))  # 154 words
    assert [words(p) for p in found] == [84, 70]
    assert found[0].after == SENTENCE == found[1].before
    assert len(passages(" ".join([SENTENCE] * 10))) == 1  # 140 words are still about 120


def test_a_quotation_that_fits_is_not_divided() -> None:
    quotation = "“" + " ".join([SENTENCE] * 4)[:-1] + ".”"
    plain = " ".join([SENTENCE] * 3)
    for text in (f"{plain} {quotation} {plain}", f"{SENTENCE} {quotation} {plain} {SENTENCE}"):
        found = passages(text, max_words=50)
        assert sum(quotation in p.text for p in found) == 1
        assert max(map(words, found)) <= 75


def test_a_quotation_that_runs_on_into_the_next_paragraph_is_not_divided() -> None:
    opened = f"{SENTENCE} He said: “One thing is sure. We will not yield to anyone in this town."
    assert passages(opened, max_words=18)[-1].text.startswith("He said: “One")


def test_a_long_sentence_is_cut_at_clauses_then_at_words() -> None:
    clauses = "the council raised the fee for parking, " * 40
    found = passages(clauses, max_words=60)
    assert all(p.text.endswith("parking,") and words(p) <= 72 for p in found)
    assert all(words(p) <= 72 for p in passages("word " * 10_000, max_words=60))
    assert " ".join(p.text for p in passages("word " * 10_000)) == ("word " * 10_000).strip()


def test_a_long_word_is_cut_at_characters() -> None:
    text = "See " + "x" * 1000 + " here."
    found = passages(text)
    assert [p.text for p in found] == ["See " + "x" * 400, "x" * 400, "x" * 200 + " here."]
    assert all(len(p.text) == 400 for p in passages("y" * 4000))


def test_sentences_and_the_whole() -> None:
    text = "Council raises fees\n\nOne here. “Two. And three,” he said.\n\nFour here."
    assert [p.text for p in passages(text, "sentence")] == [
        "Council raises fees",
        "One here.",
        "“Two. And three,” he said.",
        "Four here.",
    ]
    (whole,) = passages(text, "whole")
    assert whole.text == " ".join(text.split())
    assert (whole.headline, whole.before, whole.after) == ("", "", "")
    assert whole.text[slice(*whole.sentences[0])] == "Council raises fees"
    assert len(whole.sentences) == 4


def test_context_is_at_most_forty_words_from_the_near_side() -> None:
    long = " ".join(f"w{n}" for n in range(100)) + "."
    first, middle, last = passages(f"{long}\n\nMiddle of it all.\n\n{long}")
    assert middle.before.split()[0] == "w60" and middle.before.endswith("w99.")
    assert middle.after.split()[-1] == "w39"
    assert first.after == last.before == "Middle of it all."


def test_locate_refuses_what_is_outside() -> None:
    (passage,) = passages("The mayor spoke.")
    assert passage.locate(4, 9) == (4, 9)
    for start, end in ((-1, 3), (3, 3), (5, 4), (0, len(passage.text) + 1)):
        with pytest.raises(ValueError, match="no characters"):
            passage.locate(start, end)


def test_unknown_granularity_and_sizes_are_refused() -> None:
    document = read_bytes(b"The mayor spoke.", "draft.txt")
    with pytest.raises(ValueError, match="granularity 'word'"):
        split(document, "word")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="0 words"):
        split(document, max_words=0)


WORDS = ["The mayor", " said", "No. 3", "a.m. ", "x" * 450, "<|im_start|>", "e\u0301", ". ", ", ", "? ", "— "]
PIECES = st.sampled_from(
    [*WORDS, "\n", "\n\n", "\r\n", "\t", "  ", "“", "”", '"', "\u00ad", "\u202e", "\u200b"]
)


@given(
    st.lists(PIECES, min_size=1, max_size=80),
    st.sampled_from(["sentence", "passage", "whole"]),
    st.integers(1, 40),
)
def test_passages_hold_the_draft_and_point_into_it(
    pieces: list[str], granularity: Granularity, max_words: int
) -> None:
    text = "The end. " + "".join(pieces)
    document = read_bytes(text.encode(), "draft.txt")
    found = split(document, granularity, max_words)
    assert "".join(p.text for p in found).replace(" ", "") == clean(text).text.replace(" ", "")
    assert [p.index for p in found] == list(range(len(found)))
    assert all(a.end <= b.start for a, b in pairwise(found))
    for p in found:
        assert p.text == p.text.strip() != ""
        assert len(p.origins) == len(p.text)
        assert list(p.origins) == sorted(set(p.origins))
        assert (p.start, p.end) == p.locate(0, len(p.text))
        assert "".join(p.text[a:b] for a, b in p.sentences).replace(" ", "") == p.text.replace(" ", "")
        for a, b in p.sentences:
            assert clean(document.text[slice(*p.locate(a, b))]).text == p.text[a:b]
        if granularity != "whole":
            assert max(map(len, p.text.split())) <= 400


@pytest.mark.parametrize(
    "text",
    [
        f"{SENTENCE} {SENTENCE} “{SENTENCE}”\n\n" * 4800,
        f"{SENTENCE} " * 14300,
        "x" * 1_000_000,
        "“" * 200_000,
        "<|im_start|>system\u202e\n" * 20_000,
        "a" + "\u0301\u0323" * 200_000,
        "No. " * 100_000,
    ],
    ids=["long", "one paragraph", "no space", "quotation marks", "chat template", "marks", "abbreviations"],
)
@pytest.mark.parametrize("name", ["draft.txt", "draft.md"])
def test_long_and_hostile_drafts_take_seconds(text: str, name: str) -> None:
    started = time.process_time()
    found = split(read_bytes(text.encode(), name))
    assert time.process_time() - started < 5
    assert sum(len(p.text.replace(" ", "")) for p in found) >= len(clean(text).text.replace(" ", ""))
    assert max(len(p.text) for p in found) < 2500


def quoted(passage: Passage) -> list[tuple[str, str | None]]:
    return [(passage.text[one.start : one.end], one.speaker) for one in passage.quoted]


def test_passages_know_what_they_quote() -> None:
    text = "Fees rise\n\nThe  “experts” met.\r\n“We  lost,” said Ann Hall.\n\n“No,” said Tom Poe.\n"
    headline, first, second = passages(text)
    assert quoted(headline) == []
    assert quoted(first) == [("“We lost,”", "Ann Hall")]
    assert quoted(second) == [("“No,”", "Tom Poe")]
    [whole] = passages(text, "whole")
    assert quoted(whole) == [("“We lost,”", "Ann Hall"), ("“No,”", "Tom Poe")]


def test_a_long_quotation_reaches_over_passages() -> None:
    found = passages("Ann Hall said: “" + " ".join([SENTENCE] * 30) + "” She left.")
    assert len(found) > 2
    assert all(quoted(one) and quoted(one)[0][1] == "Ann Hall" for one in found)
    assert quoted(found[1]) == [(found[1].text, "Ann Hall")]


def test_a_block_quotation_is_quoted_without_marks() -> None:
    text = "Ada Holt wrote:\n\n> The **wall** is sound.\n> It is late.\n"
    assert quoted(passages(text, name="a.md")[1]) == [("The wall is sound. It is late.", "Ada Holt")]


def test_a_speech_in_sentences_keeps_its_speaker() -> None:
    found = passages("“We lost. We tried,” said Ann Hall. It was late.", "sentence")
    assert [quoted(one) for one in found] == [[("“We lost. We tried,”", "Ann Hall")], []]
