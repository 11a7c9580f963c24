import pytest

from knowledge.inflect import forms


@pytest.mark.parametrize(
    ("term", "pos", "expected"),
    [
        ("thug", "noun", {"thugs"}),
        ("hoax", "noun", {"hoaxes"}),
        ("crony", "noun", {"cronies"}),
        ("lackey", "noun", {"lackeys"}),
        ("strongman", "noun", {"strongmen"}),
        ("war on women", "noun", {"wars on women", "war-on-women"}),
        ("witch hunt", "noun", {"witch hunts", "witch-hunt", "witch-hunts"}),
        ("slam", "verb", {"slams", "slammed", "slamming"}),
        ("whine", "verb", {"whines", "whined", "whining"}),
        ("screech", "verb", {"screeches", "screeched", "screeching"}),
        ("pillory", "verb", {"pillories", "pilloried", "pillorying"}),
        ("spew", "verb", {"spews", "spewed", "spewing"}),
        ("panic", "verb", {"panicked", "panicking"}),
        ("belie", "verb", {"belies", "belied", "belying"}),
        ("cancel", "verb", {"canceled", "cancelled", "canceling", "cancelling"}),
        ("ram through", "verb", {"rams through", "rammed through", "ramming through"}),
    ],
)
def test_inflections_by_rule(term: str, pos: str, expected: set[str]) -> None:
    assert expected | {term} <= forms(term, pos)


def test_no_wrong_form_where_spelling_decides() -> None:
    assert not {"slaming", "slamed", "whineing"} & (forms("slam", "verb") | forms("whine", "verb"))
    assert forms("savages", "noun") == {"savages"}
    assert forms("shady", "adjective") == {"shady"}
