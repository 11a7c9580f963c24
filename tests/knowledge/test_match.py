"""Matching on sentences of our own, each chosen because a naive matcher would go wrong on it or a strict
one would miss it."""

import pytest

from knowledge import Hit, lexicon, matcher
from knowledge.match import FLOOR

OPEN, APOSTROPHE, HYPHEN = "\u201c", "\u2019", "\u2011"


def found(text: str) -> list[str]:
    hits = matcher().match(text)
    assert all(text[hit.start : hit.end] == hit.text for hit in hits)
    return [hit.term.term for hit in hits]


def only(text: str) -> Hit:
    (hit,) = matcher().match(text)
    return hit


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The senator offered a radical plan.", ["radical"]),
        ("A SHAMEFUL vote.", ["shameful"]),
        ("Reporters called the thugs cowards.", ["thug", "coward"]),
        ("The mayor slammed the council.", ["slam"]),
        ("She kept slamming the council.", ["slam"]),
        ("The agency bungled the rollout.", ["bungle"]),
        ("His cronies profited.", ["crony"]),
        ("The rulings were hoaxes.", ["hoax"]),
        ("Two wars on women.", ["war on women"]),
        ("They rammed through the bill.", ["ram through"]),
        ("They took our country back.", ["take our country back"]),
        ("A witch-hunt began.", ["witch hunt"]),
        ("A hardliner spoke.", ["hard-liner"]),
        ("The deep\nstate resisted.", ["deep state"]),
        (f"A job{HYPHEN}killing rule.", ["job-killing"]),
        ("A job\u2013killing rule.", ["job-killing"]),
        ("A fake\u00a0news story.", ["fake news"]),
        (f"The thug{APOSTROPHE}s lawyer spoke.", ["thug"]),
        ("The thug's lawyer spoke.", ["thug"]),
        ("Takers, not makers, they said.", ["takers, not makers"]),
        ("Is this (evil)?", ["evil"]),
        ("A vile\u2014and costly\u2014plan.", ["vile"]),
        ("Caf\u00e9s \U0001f600 saw shady deals.", ["shady"]),
        ("\u0130stanbul saw a shady deal.", ["shady"]),
    ],
)
def test_finds(text: str, terms: list[str]) -> None:
    assert found(text) == terms


@pytest.mark.parametrize(
    "text",
    [
        "Radicalization and radicalism were studied.",
        "The medieval exhibit opened.",
        "The devilish recipe won.",
        "Evilness is a word.",
        "A non-radical proposal passed.",
        "An ex-crony testified.",
        "A post by @radical drew replies.",
        "It would be late.",
        "Rants_file was deleted.",
        "They cover up the windows at night.",
    ],
)
def test_leaves_parts_of_longer_words_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("text", ["He is no slut.", "She was not a slut."])
def test_a_slur_cannot_be_denied_away(text: str) -> None:
    assert found(text) == ["slut"]


@pytest.mark.parametrize(
    "text",
    [
        "Neither the shameful mayor nor the board spoke.",
        "It was nothing if not shameful.",
        "They acted without the shameful bill.",
        "The record label shamefully lied.",
    ],
)
def test_a_negation_of_something_else_denies_nothing(text: str) -> None:
    assert len(found(text)) == 1


@pytest.mark.parametrize("text", ["See www.thug.com today.", "Write to john.thug@example.org today."])
def test_addresses_are_no_words(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("text", ["A big oil spill closed the port.", "They spoke of big pharma."])
def test_capitals_of_a_term_are_needed(text: str) -> None:
    assert found(text) == []


def test_a_long_sentence_takes_no_time_to_speak_of() -> None:
    """Quadratic rules would take half a minute here."""
    assert matcher().match("Thug " * 4_000)
    assert len(matcher().match("\u201cThe Thug\u201d " * 2_000)) < 4_000


@pytest.mark.parametrize(
    "text",
    [
        "He recovered from a radical prostatectomy.",
        "Free radicals damage cells.",
        "The explosive device was removed.",
        "Toxic waste leaked into the river.",
        "The tax regimes of both states differ.",
        "The great replacement theory is the subject of the course.",
        "A grand slam in the ninth inning.",
        "The right-wing party won nine seats.",
        "A radical mastectomy and a toxic shock syndrome case.",
    ],
)
def test_protected_vocabulary_beats_the_term_in_it(text: str) -> None:
    assert found(text) == []


def test_a_longer_lexicon_term_beats_the_protected_one_in_it() -> None:
    assert found("A flood of migrants came.") == ["flood of migrants"]
    assert found("The migrants came.") == []


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The fake news media again.", ["fake news media"]),
        ("The globalist elite met.", ["globalist elite"]),
        ("The radical left met the radical left mayor.", ["radical left", "radical left"]),
        ("Crony capitalism and cronies.", ["crony capitalism", "crony"]),
    ],
)
def test_longest_match_wins_and_nothing_overlaps(text: str, terms: list[str]) -> None:
    assert found(text) == terms


@pytest.mark.parametrize(
    "text",
    [
        "She leads the Radical Party in parliament.",
        "He joined the Radicals in 1911.",
        "Last year Visionary Films went public.",
        "He works at Clown Show Brewing in Ohio.",
        "Yesterday the Black Lives Matter movement grew.",
        "He met Sen. Brilliant at noon.",
    ],
)
def test_names_in_mid_sentence_are_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Radical plans fail.", ["radical"]),
        ("It passed. Shameful votes followed.", ["shameful"]),
        ("A DISGRACEFUL vote.", ["disgraceful"]),
        ("Mayor's Radical Plan Sparks Debate in the Council", ["radical"]),
        ("He attacked the Deep State again.", ["deep state"]),
        ("The RINO voted yes.", ["RINO"]),
    ],
)
def test_capitals_that_are_no_name(text: str, terms: list[str]) -> None:
    assert found(text) == terms


def test_words_within_the_ranges_of_speech_are_marked_and_no_others() -> None:
    text = "A disgraceful bill, a vile one and a shameful one."
    speech = [(0, text.index(",")), (text.index("vile"), text.index("one."))]
    hits = matcher().match(text, speech)
    assert [(hit.text, hit.quoted) for hit in hits] == [
        ("disgraceful", True),
        ("vile", True),
        ("shameful", True),
    ]
    assert [hit.quoted for hit in matcher().match(text)] == [False] * 3
    assert [hit.quoted for hit in matcher().match(text, [(0, 5), (20, len(text))])] == [False, True, True]


def test_scores_under_the_floor_are_inactive() -> None:
    assert any(term.term == "alleged" and term.score < FLOOR for term in lexicon())
    assert found("The alleged theft was reported.") == []


def test_a_neutral_phrase_silences_mild_terms_of_its_own_sentence_only() -> None:
    assert found("The plan is obviously late.") == ["obviously"]
    assert found("According to the mayor, the plan is obviously late.") == []
    assert found("The House voted to end the obviously late plan.") == []
    assert found("According to the mayor, it is late. It is obviously late.") == ["obviously"]
    assert found("According to the mayor, the plan is vile.") == ["vile"]


def test_a_title_does_not_end_a_sentence() -> None:
    assert found("According to Sen. Smith of the U.S. Senate, the plan is obviously late.") == []


def test_intensity_looks_three_words_around_in_the_same_sentence() -> None:
    assert only("The plan was shady.").intensity == 0.0
    assert only("The shady plan caused fury.").intensity == 0.9
    assert only("The shady plan that they made caused fury.").intensity == 0.0
    assert only("The plan was shady. Fury followed.").intensity == 0.0
    assert only("It was vile.").intensity == 0.9


def test_hit_carries_the_term() -> None:
    hit = only("The death tax stays.")
    assert (hit.start, hit.end, hit.text) == (4, 13, "death tax")
    assert (hit.term.category, hit.term.score, hit.term.alternative) == ("economic_slant", 0.7, "estate tax")


@pytest.mark.parametrize("text", ["", " ", "\n", '"', OPEN, "\u2018\u2018", ".", "'s"])
def test_nothing_to_find(text: str) -> None:
    assert matcher().match(text) == ()
