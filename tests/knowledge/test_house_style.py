"""A newsroom's rules: read, refused by line, and merged over ours."""

from pathlib import Path

import pytest

from knowledge import matcher, shipped
from knowledge.house_style import HouseStyle, UnusableStyle, beside, load, parse
from knowledge.match import Matcher

CATEGORIES = shipped().categories
STYLE = """
accept = ["shameless"]
protected = ["Shameful Secrets Fund"]

[severity]
hyperbole = "off"
loaded_speech_verb = "suggestion"

[[reject]]
term = "gun owner"
alternative = "person with a gun"
message = "Style guide, page 12."

[[reject]]
term = "interest rate"
"""


def styled(text: str) -> Matcher:
    return Matcher(shipped().with_style(parse(text, CATEGORIES)))


def found(text: str) -> list[str]:
    return [hit.text for hit in styled(STYLE).match(text)]


def test_an_accepted_term_may_stand() -> None:
    assert [hit.text for hit in matcher().match("A shameless plan.")] == ["shameless"]
    assert found("A shameless plan.") == []
    entry = styled(STYLE).protect("A shameless plan.", 2, 11)
    assert entry and entry.domain == "accepted"


def test_a_longer_term_of_ours_stands_beside_an_accepted_one() -> None:
    text = "The radical left won; a radical plan."
    assert [hit.text for hit in styled('accept = ["radical"]').match(text)] == ["radical left"]


def test_a_protected_term_shields_the_words_in_it() -> None:
    assert found("The Shameful Secrets Fund grew.") == []
    assert found("A shameful plan.") == ["shameful"]


def test_a_rejected_term_is_flagged_with_the_newsrooms_reason() -> None:
    (hit,) = styled(STYLE).match("Two gun owners spoke.")
    assert (hit.text, hit.term.alternative, hit.term.message) == (
        "gun owners",
        "person with a gun",
        "Style guide, page 12.",
    )
    assert (hit.term.category, hit.severity) == ("house_style", "error")


def test_a_rejected_term_beats_our_protected_one() -> None:
    assert matcher().match("The interest rate rose.") == ()
    assert found("The interest rate rose.") == ["interest rate"]


def test_a_rejected_term_is_not_silenced_by_plain_attribution() -> None:
    assert found("According to police, a gun owner called.") == ["gun owner"]


def test_a_category_can_be_off_or_have_a_severity() -> None:
    hyperbole = next(term for term in shipped().lexicon if term.category == "hyperbole" and term.score > 0.7)
    text = f"It was {hyperbole.term}."
    assert matcher().match(text)
    assert found(text) == []
    (hit,) = styled(STYLE).match("The mayor ranted about it.")
    assert hit.severity == "suggestion"
    assert matcher().match("The mayor ranted about it.")[0].severity != "suggestion"


def test_the_newsrooms_own_rejections_can_be_off_too() -> None:
    off = styled(STYLE.replace('hyperbole = "off"', 'house_style = "off"'))
    assert off.match("Two gun owners spoke.") == ()


def test_a_term_matches_however_it_was_spaced() -> None:
    (hit,) = styled('[[reject]]\nterm = "gun  owner"').match("A gun owner called.")
    assert hit.text == "gun owner"


def test_capitals_that_matter() -> None:
    terms = styled('[[reject]]\nterm = "US"\nalternative = "U.S."')
    assert terms.match("They told us.") == ()
    assert [hit.text for hit in terms.match("They told the US envoy.")] == ["US"]


def test_an_empty_style_changes_nothing() -> None:
    assert parse("", CATEGORIES) == HouseStyle()
    text = "A shameless plan."
    assert styled("").match(text) == matcher().match(text)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('acept = ["x"]', 1, "did you mean 'accept'"),
        ('\naccept = "x"', 2, "accept must be a list"),
        ('\n\naccept = ["x", 3]', 3, "3, which is no term"),
        ('accept = ["x", " "]', 1, "no term"),
        ("[severity]\nhyperbol = 'off'", 2, "did you mean 'hyperbole'"),
        ("accept = ['!!!']", 1, "no term"),
        ("accept = " + "[" * 5000, 1, "nested too deeply"),
        ("x = " + "9" * 6000, 1, "too long a number"),
        ("accept = ['xy', 'x']\nprotected = [\n 'xy z',\n 'x',\n]", 4, "stands under accept"),
        ("[severity]\n\nhyperbole = 'loud'", 3, "'loud' is no severity"),
        ("severity = 3", 1, "severity must be a table"),
        ("reject = ['x']", 1, "each rejected term needs its own"),
        ("[[reject]]\nterm = 'x'\n[[reject]]\nalternative = 'y'", 3, "names no term"),
        ("[[reject]]\nterm = 'x'\nmesage = 'y'", 1, "did you mean 'message'"),
        ("[[reject]]\nterm = 3", 1, "term must be words"),
        ("accept = ['x']\nprotected = ['X ']", 2, "stands under accept already"),
        ("accept = ['x']\n\n[[reject]]\nterm = 'x'", 4, "stands under accept already"),
        ("accept = ['x'", 1, "this is not TOML"),
        ("accept = ['x']\nb = = 3", 2, "this is not TOML"),
    ],
)
def test_an_error_is_named_by_line(text: str, line: int, words: str) -> None:
    with pytest.raises(UnusableStyle) as caught:
        parse(text, CATEGORIES)
    assert (line, True) in [(fault.line, words in fault.message) for fault in caught.value.faults]
    assert str(caught.value).startswith("house-style.toml, line ")


def test_all_errors_are_named_at_once_in_order() -> None:
    with pytest.raises(UnusableStyle) as caught:
        parse("accept = 1\nprotected = 2\n[severity]\nhyperbol = 'off'", CATEGORIES)
    assert [fault.line for fault in caught.value.faults] == [1, 2, 4]


def test_the_style_beside_a_draft(tmp_path: Path) -> None:
    draft = tmp_path / "draft.txt"
    assert beside(draft) is None
    (tmp_path / "house-style.toml").write_text(STYLE, encoding="utf-8")
    found = beside(draft)
    assert found
    assert load(found, CATEGORIES) == parse(STYLE, CATEGORIES)


def test_a_file_that_is_no_text_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "house-style.toml"
    with pytest.raises(UnusableStyle, match="can't be read"):
        load(path, CATEGORIES)
    path.write_bytes(b"accept = ['\xff\xfe']")
    with pytest.raises(UnusableStyle, match="UTF-8"):
        load(path, CATEGORIES)


def test_a_byte_order_mark_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "house-style.toml"
    path.write_bytes(b"\xef\xbb\xbfaccept = ['x']")
    assert load(path, CATEGORIES).accept == ("x",)
