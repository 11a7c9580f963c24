"""Which language a draft is in."""

import pytest

from engine.text import language_of, read_bytes
from engine.text.language import remark_on


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The mayor said it would not be built before the summer, and he meant it.", "en"),
        ("Council approves budget; schools, libraries, parks gain funding despite shortfall", "en"),
        ("Der Bürgermeister sagte am Dienstag, dass die Straße gesperrt wird.", "de"),
        ("Le maire a déclaré mardi que la route serait fermée pendant un mois.", "fr"),
        ("El alcalde dijo el martes que la carretera se cerraría durante un mes.", "es"),
        ("Мэр заявил во вторник, что дорога будет закрыта на один месяц.", "ru"),
        (
            "市長は火曜日に道路が一か月間閉鎖されると述べたが、誰も彼に尋ねなかった。それは重要な決定でした。",
            "ja",
        ),
    ],
)
def test_languages(text: str, code: str) -> None:
    found = language_of(text)
    assert found is not None
    assert found.code == code
    assert found.is_evaluated == (code == "en")


def test_a_few_words_say_too_little() -> None:
    assert language_of("Fees rise again") is None


def test_a_remark_on_what_the_method_was_not_evaluated_on() -> None:
    german = "Der Bürgermeister sagte am Dienstag, dass die Straße gesperrt wird."
    assert remark_on(read_bytes(german.encode(), "a.txt")) == (
        "a.txt seems to be in German: the method was evaluated on English texts only, so rely on its "
        "findings even less than usual."
    )
    assert (
        remark_on(read_bytes(b"The mayor said that it was late and that he was not there.", "a.txt")) is None
    )
