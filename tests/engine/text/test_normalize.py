"""Clean-up and its offset map."""

import unicodedata
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from engine.text.normalize import clean, strip_invisible

# Text as adversaries write it: letters, marks, Hangul parts, white space, controls, direction marks, tags.
TEXT = st.text(
    st.one_of(
        st.sampled_from("ab .,\n\t\r\u00a0\u00ad\u200b\u202e\ufeff\x00\x1b\x85\u2028\U000e0041"),
        st.sampled_from("e\u0301\u0323\u0308\u0345\u1100\u1161\u11a8\u212b\u0958\u0344\u09c7\u09be\uac00"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=60,
)


@given(TEXT)
@example("e\u0301\u0323x")
@example("a\u200b\u0301")
def test_each_character_maps_to_a_later_offset(text: str) -> None:
    cleaned = clean(text)
    assert len(cleaned.origins) == len(cleaned.text)
    assert all(0 <= a < b for a, b in pairwise(cleaned.origins))
    ends = [cleaned.end(index) for index in range(len(cleaned.text))]
    assert all(
        start < end <= following
        for start, end, following in zip(
            cleaned.origins, ends, [*cleaned.origins[1:], len(text)], strict=False
        )
    )


@given(TEXT)
def test_only_visible_text_and_single_spaces_remain(text: str) -> None:
    cleaned = clean(text).text
    assert "  " not in cleaned
    assert all(c == " " or not c.isspace() for c in cleaned)
    assert all(unicodedata.category(c) not in ("Cc", "Cf") for c in cleaned)
    assert clean(cleaned).text == cleaned
    assert unicodedata.normalize("NFC", cleaned) == unicodedata.normalize("NFC", clean_slowly(text))


def clean_slowly(text: str) -> str:
    """The same clean-up without a map."""
    kept = "".join(c for c in text if c.isspace() or unicodedata.category(c) not in ("Cc", "Cf"))
    spaced = "".join(" " if c.isspace() else c for c in kept)
    while "  " in spaced:
        spaced = spaced.replace("  ", " ")
    return spaced


@given(TEXT, st.data())
def test_a_slice_of_the_original_cleans_to_the_same_slice(text: str, data: st.DataObject) -> None:
    cleaned = clean(text)
    # A reader selects whole characters: never between a letter and its marks.
    edges = [i for i in range(len(cleaned.text) + 1) if i == len(cleaned.text) or not joins(cleaned.text[i])]
    if len(edges) < 2:
        return
    start = data.draw(st.sampled_from(edges[:-1]))
    end = data.draw(st.sampled_from([edge for edge in edges if edge > start]))
    original = text[cleaned.origins[start] : cleaned.end(end - 1)]
    assert clean(original).text == cleaned.text[start:end]


def joins(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" or "\u1161" <= character <= "\u11c2"


def test_typography_is_kept_and_noise_is_not() -> None:
    text = "\ufeff“Gov\u00adernment” \u2013\r\n\tit\u2019s\u200b\u202e  \u00a0a\x07 cafe\u0301…"
    assert clean(text).text == "“Government” \u2013 it\u2019s a café…"


def test_a_composed_character_reaches_over_its_marks() -> None:
    cleaned = clean("cafe\u0301 x")
    assert cleaned.text == "café x"
    assert (cleaned.origins[3], cleaned.end(3)) == (3, 5)
    assert cleaned.end(2) == 3


def test_the_visible_range() -> None:
    assert strip_invisible("xx \u200b a b\u00ad\n", 2, 10) == (5, 8)
    assert strip_invisible(" \u200b ", 0, 3) == (3, 3)
