from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.llm import Answer, EngineFailed, Items, Number, Quote, Text
from engine.llm.messages import RawAnswer, Step, Usage
from engine.llm.reading import choice_probabilities, read
from tests.engine.llm.asking import Marked, Verdict

WORDS = {"slanted": "biased", "neutral": "neutral", "unclear": "uncertain"}


def raw(text: str, *steps: Step) -> RawAnswer:
    return RawAnswer(text.encode(), steps, Usage())


def step(start: int, **options: float) -> Step:
    return Step(start, tuple((token.encode(), p) for token, p in options.items()))


def tokens(start: int, options: dict[bytes, float]) -> Step:
    return Step(start, tuple(options.items()))


def test_every_kind():
    class Line(Answer):
        surface = "- {quote}\n"
        quote: Annotated[str, Quote()]

    class Whole(Answer):
        surface = "{{x}} {score}%: {reason}\n{lines}end"
        score: Annotated[float, Number()]
        reason: Annotated[str, Text(5)]
        lines: Annotated[tuple[Line, ...], Items(Line, 3)]

    answer = read(Whole, raw("{x} 7%: It's (loaded).\n- naïve café\n- - odd: %\nend")).answer
    assert answer == Whole(
        score=0.07, reason="It's (loaded).", lines=(Line(quote="naïve café"), Line(quote="- odd: %"))
    )
    assert read(Whole, raw("{x} 100%: a\nend")).answer == Whole(score=1, reason="a", lines=())


def test_branches_and_nested_items():
    assert read(Verdict, raw("neutral, sure 0\n")).answer == Verdict(claim="neutral", confidence=0, marks=())
    result = read(Verdict, raw("slanted, sure 90\nloaded: “über” alles\nopinion: x, y\n"))
    assert result.answer.claim == "biased"
    assert [(mark.type, mark.quote) for mark in result.answer.marks] == [
        ("loaded_language", "“über” alles"),
        ("opinionated", "x, y"),
    ]
    assert set(result.measured) == {"claim", "marks.0.type", "marks.1.type"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "slanted",
        "slanted, sure 90",
        "maybe, sure 90\n",
        "slanted, sure 90\nloaded: \n",
        "neutral, sure x\n",
    ],
)
def test_a_text_that_is_no_answer_is_refused_with_the_text(text):
    with pytest.raises(EngineFailed, match="does not follow its grammar"):
        read(Verdict, raw(text))


def test_steps_belong_to_the_choice_at_their_byte():
    """The second mark stands after non-ASCII words: offsets are bytes."""
    text = "slanted, sure 90\nloaded: naïve “café”\nopinion: xyz\n"
    first, second = text.encode().index(b"loaded"), text.encode().index(b"opinion")
    measured = read(
        Verdict,
        raw(
            text,
            step(0, slanted=0.6, neutral=0.3, unclear=0.1),
            step(first, loaded=0.9, opinion=0.1),
            step(second, loaded=0.2, opinion=0.8),
        ),
    ).measured
    assert measured["claim"] == pytest.approx({"biased": 0.6, "neutral": 0.3, "uncertain": 0.1})
    assert measured["marks.0.type"] == pytest.approx({"loaded_language": 0.9, "opinionated": 0.1})
    assert measured["marks.1.type"] == pytest.approx({"loaded_language": 0.2, "opinionated": 0.8})


def test_words_that_differ_in_their_first_token():
    steps = (step(4, sl=0.5, slant=0.1, neut=0.25, un=0.15), step(6, anted=1.0))
    assert choice_probabilities(steps, 4, "slanted", WORDS) == pytest.approx(
        {"biased": 0.6, "neutral": 0.25, "uncertain": 0.15}
    )


def test_words_that_share_a_prefix():
    words = {"left": "l", "leaning": "g", "none": "n"}
    steps = (step(0, le=0.7, lea=0.1, none=0.2), step(2, aning=0.75, ft=0.25))
    assert choice_probabilities(steps, 0, "leaning", words) == pytest.approx({"l": 0.2, "g": 0.6, "n": 0.2})
    steps = (step(0, le=0.7, none=0.3),)
    assert choice_probabilities(steps, 0, "none", words) == pytest.approx({"l": 0.35, "g": 0.35, "n": 0.3})


def test_a_token_that_spans_the_literal_before():
    """', ' and the word in one token, or the comma alone first."""
    steps = (tokens(3, {b", slan": 0.5, b", neu": 0.2, b",": 0.3}), tokens(9, {b"ted": 1.0}))
    assert choice_probabilities(steps, 5, "slanted", WORDS) == pytest.approx(
        {"biased": 0.8, "neutral": 0.2, "uncertain": 0.0}
    )


def test_a_forced_choice_is_certain():
    assert choice_probabilities((), 0, "neutral", WORDS) == {"biased": 0, "neutral": 1, "uncertain": 0}
    elsewhere = (step(20, a=0.5, b=0.5),)
    assert choice_probabilities(elsewhere, 0, "neutral", WORDS)["neutral"] == 1


def test_the_end_of_the_answer_is_none_of_the_words():
    """Where an item may begin, the answer may also end: a type's probability is that among types."""
    steps = (tokens(0, {b"": 0.5, b"loaded": 0.3, b"opinion": 0.2}),)
    got = choice_probabilities(steps, 0, "loaded", {"loaded": "l", "opinion": "o"})
    assert got == pytest.approx({"l": 0.6, "o": 0.4})


def test_other_text_that_could_stand_there_is_none_of_the_words():
    steps = (tokens(0, {b"end": 0.5, b"loaded": 0.3, b"opinion": 0.2}),)
    got = choice_probabilities(steps, 0, "opinion", {"loaded": "l", "opinion": "o"})
    assert got == pytest.approx({"l": 0.6, "o": 0.4})


@st.composite
def written(draw):
    """A choice, and how a tokenizer might have cut it with what else it could have written."""
    words = draw(st.lists(st.text("abé", min_size=1, max_size=6), min_size=1, max_size=4, unique=True))
    word = draw(st.sampled_from(words))
    text = b", " + word.encode()
    alternatives = [b", " + other.encode() for other in words]
    steps, position = [], draw(st.integers(0, 2))
    while position < len(text):
        end = draw(st.integers(position + 1, len(text)))
        options = {text[position:end]: 1.0}
        for other in alternatives:
            if other.startswith(text[:position]) and len(other) > position:
                cut = other[position : draw(st.integers(position + 1, len(other)))]
                options.setdefault(cut, draw(st.floats(0, 1)))
        if draw(st.booleans()):
            options[b""] = draw(st.floats(0, 1))
        total = sum(options.values())
        if len(options) > 1:
            steps.append(tokens(position, {token: p / total for token, p in options.items()}))
        position = end
    return words, word, tuple(steps)


@given(written())
def test_probabilities_sum_to_1(case):
    words, word, steps = case
    found = choice_probabilities(steps, 2, word, {one: one for one in words})
    assert set(found) == set(words)
    assert sum(found.values()) == pytest.approx(1)
    assert all(0 <= p <= 1 + 1e-9 for p in found.values())
    assert found[word] > 0


def test_two_words_of_one_value_add_up():
    words = {"yes": "y", "yeah": "y", "no": "n"}
    steps = (step(0, yes=0.3, yeah=0.3, no=0.4),)
    assert choice_probabilities(steps, 0, "yes", words) == pytest.approx({"y": 0.6, "n": 0.4})


def test_marked_alone():
    assert read(Marked, raw("loaded: a b c\n")).answer == Marked(type="loaded_language", quote="a b c")
