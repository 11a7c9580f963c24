"""Whose words they are."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import only_voice, read_bytes, speech_in
from engine.text.quotations import Quotation, quotations, spoken


def found(*paragraphs: str) -> tuple[str, tuple[Quotation, ...]]:
    text = "\n\n".join(paragraphs)
    blocks, start = [], 0
    for paragraph in paragraphs:
        blocks.append((start, start + len(paragraph), False))
        start += len(paragraph) + 2
    return text, quotations(text, blocks)


def said(*paragraphs: str) -> list[tuple[str, str | None]]:
    text, all_ = found(*paragraphs)
    return [(text[one.inner_start : one.inner_end], one.speaker) for one in all_ if not one.is_authors]


def scare(*paragraphs: str) -> list[str]:
    text, all_ = found(*paragraphs)
    return [text[one.inner_start : one.inner_end] for one in all_ if one.is_authors]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"No," she said.', [("No,", "she")]),
        ("“We cannot,” said Mayor Odile Brandt, who left.", [("We cannot,", "Mayor Odile Brandt")]),
        ("“We cannot,” Dr. Hamid Azari said.", [("We cannot,", "Dr. Hamid Azari")]),
        ("“It is late,” the clerk, Ann Poe, said.", [("It is late,", "Ann Poe")]),
        ('"Why?" asked Lee. "Because," Marsh answered.', [("Why?", "Lee"), ("Because,", "Lee")]),
        ("“A,” said Cole. “B is longer.”", [("A,", "Cole"), ("B is longer.", "Cole")]),
        ("Cole: “We tried.” Brandt: “You did not.”", [("We tried.", "Cole"), ("You did not.", "Brandt")]),
        ("The governor, who won, told reporters: “I stay.”", [("I stay.", "The governor")]),
        ('According to the union, "the count was wrong".', [("the count was wrong", "the union")]),
        ("Critics described the law as “a gift”.", [("a gift", "Critics")]),
        ("‘No,’ said Tom. ‘The dogs’ home is full.’", [("No,", "Tom"), ("The dogs’ home is full.", "Tom")]),
        ("'We can't,' Mr Cole said. 'It's ours.'", [("We can't,", "Mr Cole"), ("It's ours.", "Mr Cole")]),
        ("„Wir bleiben hier“, sagte Anna Vogel.", [("Wir bleiben hier", "Anna Vogel")]),
        ("»Das ist sicher«, so Peter Kern.", [("Das ist sicher", "Peter Kern")]),
        ("« Nous ne partirons pas », a déclaré Paul Roux.", [("Nous ne partirons pas", "Paul Roux")]),
        ("”Vi blir kvar här”, said Eva Lund.", [("Vi blir kvar här", "Eva Lund")]),
        ("The report found that “wages fell in the year.”", [("wages fell in the year.", None)]),
        ("Nair said residents had told her, “She did this.”", [("She did this.", "residents")]),
        ('The 6" pipe broke. "No," he said.', [("No,", "he")]),
        ("It’s the workers’ union, and the ‘90s are over.", []),
    ],
)  # fmt: skip
def test_speech(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert said(text) == expected


def test_words_in_marks_that_nobody_said_are_the_authors() -> None:
    assert scare('The so-called "experts" met in the “Save Our Park” hall.') == ["experts", "Save Our Park"]
    assert scare("Residents who had “never once been asked” protested.") == []
    assert scare("“Never!” The hall went quiet.") == []


def test_quotations_within_quotations() -> None:
    text, (outer, inner) = found("“The mayor said ‘no new taxes’ and did this,” said Nair.")
    assert (outer.depth, outer.speaker) == (0, "Nair")
    assert (inner.depth, text[inner.start : inner.end]) == (1, "‘no new taxes’")
    assert not inner.is_authors
    assert spoken((outer, inner)) == (outer,)


def test_a_quotation_that_runs_on_over_paragraphs() -> None:
    text, all_ = found(
        "“It begins,” said Dean Hall. “It goes on.", "“And on.", "“It ends.” He left.", "Not a word."
    )
    assert [(text[one.inner_start : one.inner_end], one.speaker, one.continues) for one in all_] == [
        ("It begins,", "Dean Hall", False),
        ("It goes on.", "Dean Hall", False),
        ("And on.", "Dean Hall", True),
        ("It ends.", "Dean Hall", True),
    ]


def test_a_mark_that_is_never_closed_hides_no_more_than_its_sentence() -> None:
    text, (only,) = found('The mayor said "it was late. The plan is a disgrace. Everybody knows it.')
    assert text[only.start : only.end] == '"it was late.'


def test_block_quotations_have_a_speaker_before_or_below() -> None:
    document = read_bytes(
        "The engineer, Ada Holt, wrote:\n\n> The wall is sound.\n\n> It is late.\n> — Edna Falk\n".encode(),
        "a.md",
    )
    assert [(one.kind, one.speaker) for one in document.quotations] == [
        ("block", "Ada Holt"),
        ("block", "Edna Falk"),
    ]


def is_spoken(text: str, words: str) -> bool:
    at = text.index(words)
    return any(start <= at and at + len(words) <= end for start, end in speech_in(text))


@pytest.mark.parametrize(
    "text",
    [
        "“It is a disgraceful bill,” Smith said.",
        'The mayor said: "It is a disgraceful bill."',
        'The sign read: "A disgraceful bill."',
        'Smith called it "disgraceful" on Monday.',
        'According to Smith, the bill is "disgraceful" and long.',
        '"Is it disgraceful?" Smith asked.',
        '"It is a disgraceful bill," he says.',
        "Smith said, “It is long. It is disgraceful. It is late.”",
        "“We lost,” Smith said. “It is disgraceful.”",
        "The minister said ‘it is disgraceful’ and left.",
        "Smith said, “It is disgraceful",
    ],
)
def test_words_of_a_quoted_speaker_are_marked(text: str) -> None:
    assert is_spoken(text, "disgraceful")


@pytest.mark.parametrize(
    "text",
    [
        "It is a disgraceful bill, Smith said.",
        'The "disgraceful" bill passed.',
        "“It is long,” Smith said of the disgraceful bill.",
        "“We lost.” The senator left. The bill is disgraceful.",
        "Smith said no. The “disgraceful” bill passed.",
        "“It is long,” she said. It passed. The “disgraceful” bill is law.",
        "It isn't long, and the critics' view that it's disgraceful didn't win.",
    ],
)
def test_the_authors_own_words_are_not_marked(text: str) -> None:
    assert not is_spoken(text, "disgraceful")


def test_loaded_verbs_of_speech_name_a_speaker_too() -> None:
    assert said('"It is a bad bill," he ranted.') == [("It is a bad bill,", "he")]
    assert said("Smith slammed the “disgraceful” bill.") == [("disgraceful", "Smith")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“A,” said Mayor Odile Brandt. “B,” she said. “C,” Brandt added. “D,” the mayor said.", 4),
        ("“A,” said Mayor Odile Brandt. “B is long,” said Tomas Reyes. “C,” she said.", 0),
        ("“A,” said Brandt. “B,” she added. Later he said: “C.”", 0),
        ("“A,” she said. “B,” she said.", 0),
        ("The report found that “wages fell in the year.” “No,” said Brandt.", 0),
        ("The “experts” met.", 0),
        ("Nobody spoke.", 0),
    ],
)
def test_the_only_voice_of_a_draft(text: str, expected: int) -> None:
    assert only_voice(found(text)[1]) == expected


@given(st.lists(st.text(st.sampled_from("\"'“”„«»‘’‚ ab.S,\n"), max_size=60), min_size=1, max_size=4))
def test_ranges_hold_together(paragraphs: list[str]) -> None:
    text, all_ = found(*paragraphs)
    assert [(one.start, one.depth) for one in all_] == sorted((one.start, one.depth) for one in all_)
    for one in all_:
        assert 0 <= one.start < one.end <= len(text)
        assert one.start <= one.inner_start <= one.inner_end <= one.end


@pytest.mark.parametrize(
    "text", ["“" * 100_000, "“a ‘b " * 30_000, "'s " * 100_000, '" "a' * 50_000, "“A,” said B. " * 20_000]
)
def test_time_grows_with_the_length_only(text: str) -> None:
    started = time.process_time()
    found(text)
    assert time.process_time() - started < 5
