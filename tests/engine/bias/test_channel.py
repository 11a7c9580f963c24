"""The reading by likelihood: what it makes of the log ratios of tokens, and the real test model's."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bias import channel, constants
from engine.bias.channel import interpret, margin, strongest, words
from engine.bias.outputs import WordRatio
from engine.llm import ChatTemplate, Client
from tests.engine.bias.conftest import passage_of

TEXT = "The reckless council rammed through a budget of 40 millions, Mayor Harrison said on Tuesday."

ratios = st.lists(st.floats(-40, 40), max_size=40)
texts = st.text(st.sampled_from("abcé ’'-.,!?1Ä🚗中\u0301") | st.characters(exclude_categories=["Cs"]))


def cut(text: str, places: list[int]) -> list[bytes]:
    """The text's bytes in tokens that end at those places, characters or not."""
    data = text.encode()
    ends = sorted({min(place, len(data)) for place in places} | {0, len(data)})
    return [data[start:end] for start, end in pairwise(ends)]


def heat(text: str, **ratio: float) -> tuple[WordRatio, ...]:
    """Every word at its ratio, the others at 0."""
    tokens = [word.encode() for word in text.split(" ")]
    tokens = [tokens[0], *(b" " + token for token in tokens[1:])]
    plain = [token.decode().strip(" .,;:!?“”()") for token in tokens]
    return words(text, tokens, [ratio.get(word, 0.0) for word in plain])


def quotes(text: str, **ratio: float) -> list[str]:
    return [span.quote for span in strongest(text, heat(text, **ratio))]


@given(ratios)
def test_the_margin_is_bounded_by_the_number_of_tokens(found: list[float]) -> None:
    assert abs(margin(found)) <= constants.CHANNEL_LIMIT * math.sqrt(len(found)) + 1e-9


@given(ratios, st.randoms())
def test_the_margin_does_not_depend_on_the_order_of_the_tokens(found: list[float], random: object) -> None:
    mixed = sorted(found, key=lambda _: random.random())  # type: ignore[attr-defined]
    assert margin(mixed) == pytest.approx(margin(found), abs=1e-9)


def test_one_token_counts_no_more_than_the_limit() -> None:
    limit = constants.CHANNEL_LIMIT
    assert margin([50.0, 0.0, 0.0, 0.0]) == limit / 2
    assert margin([50.0, -limit / 2]) == pytest.approx(limit / 2 / math.sqrt(2))
    assert margin([]) == 0.0


@given(texts, st.lists(st.integers(0, 200)), st.data())
def test_every_word_has_the_sum_of_the_tokens_that_touch_it(
    text: str, places: list[int], data: st.DataObject
) -> None:
    tokens = cut(text, places)
    values = data.draw(st.lists(st.floats(-5, 5), min_size=len(tokens), max_size=len(tokens)))
    found = words(text, tokens, values)
    for word in found:
        assert text[word.start : word.end] == word.quote
        first, last = len(text[: word.start].encode()), len(text[: word.end].encode())
        ends = [sum(map(len, tokens[: place + 1])) for place in range(len(tokens))]
        touching = [
            value
            for value, end, token in zip(values, ends, tokens, strict=True)
            if end > first and end - len(token) < last
        ]
        assert word.ratio == pytest.approx(sum(touching))
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_a_character_that_tokens_share_belongs_to_its_word() -> None:
    text = "Ein Café 🚗 für"
    accent = len(b"Ein Caf") + 1  # inside é
    wheels = len("Ein Café ".encode()) + 2  # inside the car
    found = words(text, cut(text, [accent, wheels]), [1.0, 2.0, 4.0])
    assert [(word.quote, word.ratio) for word in found] == [("Ein", 1.0), ("Café", 3.0), ("für", 4.0)]


def test_tokens_of_another_text_are_refused() -> None:
    with pytest.raises(ValueError, match="not those of the text"):
        words("A word.", [b"A ", b"verb."], [0.0, 0.0])


@given(texts, st.lists(st.integers(0, 200)), st.data())
def test_the_strongest_spans_are_verbatim_apart_and_few(
    text: str, places: list[int], data: st.DataObject
) -> None:
    tokens = cut(text, places)
    values = data.draw(st.lists(st.floats(-5, 5), min_size=len(tokens), max_size=len(tokens)))
    found = words(text, tokens, values)
    spans = strongest(text, found)
    assert bool(spans) == bool(found)  # at least one, where there are words
    assert len(spans) <= constants.CHANNEL_SPANS
    assert all(text[span.start : span.end] == span.quote for span in spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    for span in spans:
        inside = [word for word in found if span.start <= word.start and word.end <= span.end]
        assert 1 <= len(inside) <= constants.CHANNEL_SPAN_WORDS
        assert span.ratio == pytest.approx(sum(word.ratio for word in inside))


def test_words_that_lean_the_same_way_join_the_strongest() -> None:
    assert quotes(TEXT, reckless=2.0, council=0.6, rammed=0.4) == ["reckless council"]
    assert quotes(TEXT, The=0.7, reckless=2.0, rammed=1.2, through=0.5) == ["The reckless", "rammed through"]


def test_names_and_numbers_begin_no_span() -> None:
    assert quotes(TEXT, Harrison=3.0, Mayor=2.0, Tuesday=2.0, reckless=1.1, council=-1.0) == ["reckless"]
    assert quotes("Taxes of 1,250 dollars.", **{"1,250": 3.0, "Taxes": 1.0}) == ["Taxes"]


def test_a_capital_at_the_start_of_a_sentence_is_no_name() -> None:
    text = "It passed. Reckless spending. He said: “Shameless!” So Reckless did."
    assert quotes(text, Reckless=2.0, Shameless=1.5) == ["Reckless", "Shameless"]


def test_spans_do_not_reach_across_punctuation() -> None:
    text = "They were shameless, reckless (greedy) liars."
    assert quotes(text, shameless=1.5, reckless=1.4, greedy=1.3) == [
        "shameless",
        "reckless",
        "greedy",
    ]


def test_a_span_has_a_limit_and_grows_toward_the_stronger_side() -> None:
    text = "one weary loaded phrase which never really ends today"
    strong = dict.fromkeys(text.split(), 0.6) | {"phrase": 2.0, "which": 0.9, "never": 0.8, "really": 0.7}
    [span] = quotes(text, **strong)
    assert len(span.split()) == constants.CHANNEL_SPAN_WORDS
    assert {"phrase", "which", "never", "really"} <= set(span.split())


def test_where_no_word_is_strong_the_strongest_stands_for_them() -> None:
    assert quotes(TEXT, reckless=0.2, rammed=0.3, Harrison=0.9) == ["rammed"]
    assert quotes("In A 1st NATO", NATO=0.9, A=0.1) == ["NATO"]  # nothing but names and numbers


def test_the_pairs_of_contexts_are_averaged() -> None:
    tokens = [b"A ", b"loaded ", b"phrase"]
    read = interpret("A loaded phrase", tokens, [[0.0, 2.0, 0.0], [0.0, 0.0, 1.0]])
    assert read.margin == pytest.approx((2.0 + 1.0) / 2 / math.sqrt(3))
    assert [word.ratio for word in read.words] == [0.0, 1.0, 0.5]
    assert read.claim == "biased"
    assert read.measured["biased"] == pytest.approx(1 / (1 + math.exp(-read.margin)))
    assert [span.quote for span in read.spans] == ["loaded phrase"]


def test_a_reading_that_leans_to_reports_claims_nothing_and_cites_nothing() -> None:
    for row in ([-1.0, 2.0, -1.5], [0.0, 0.0, 0.0]):
        read = interpret("A loaded phrase", [b"A ", b"loaded ", b"phrase"], [row])
        assert (read.claim, read.spans) == ("neutral", ())
        assert sum(read.measured.values()) == pytest.approx(1.0)


def test_a_speakers_words_count_in_the_heat_alone() -> None:
    text = "“Shameless thieves,” he claimed bluntly."
    tokens = cut(text, [len(part.encode()) for part in ("“Shameless", "“Shameless thieves,”", text[:-9])])
    quoted = [(0, text.index(" he"))]
    read = interpret(text, tokens, [[2.0, 2.0, 0.0, 0.5]], quoted)
    assert read.margin == pytest.approx(0.5 / math.sqrt(2))
    assert [word.ratio for word in read.words][:2] == [2.0, 2.0]
    assert [span.quote for span in read.spans] == ["bluntly"]


def test_the_test_model_reads_a_passage_the_same_each_time(client: Client) -> None:
    text = "The “radical” council rammed a café’s budget through — shamelessly, 40 minutes late 🚗."
    template, one = ChatTemplate(client.info), passage_of(text)
    read, usage = channel.read(client, template, one)
    again, _ = channel.read(client, template, one)
    assert again == read
    assert [word.quote for word in read.words][:3] == ["The", "radical", "council"]
    assert all(math.isfinite(word.ratio) for word in read.words)
    assert any(word.ratio for word in read.words)
    assert usage.sampled == usage.forced == 0  # nothing is generated


def test_the_test_model_reads_slanted_and_plain_wording_apart(client: Client) -> None:
    template = ChatTemplate(client.info)
    slanted, plain = (
        channel.read(client, template, passage_of(text))[0].margin
        for text in (
            "The shameless elites despise honest families and want to see them ruined.",
            "The committee voted 5-4 on Tuesday to approve the budget, officials said.",
        )
    )
    assert slanted > plain
