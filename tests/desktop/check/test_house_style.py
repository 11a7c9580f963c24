"""Accepting a term keeps the rest of a house style as people wrote it."""

from pathlib import Path

import pytest

from desktop.check.house_style import accept, own, style_for
from knowledge import shipped
from knowledge.house_style import UnusableStyle, load


def accepted(path: Path) -> tuple[str, ...]:
    return load(path, shipped().categories).accept


def test_the_first_term_makes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "house-style.toml"
    accept(path, 'the "radical" plan')
    accept(path, "scheme")
    accept(path, "Scheme")
    assert accepted(path) == ("scheme", 'the "radical" plan')


@pytest.mark.parametrize(
    "text",
    [
        '# ours\naccept = ["grassroots"]  # may stand\n\n[severity]\nhyperbole = "off"\n',
        'accept = [\n  "grassroots",\n]\n[severity]\nhyperbole = "off"\n',
        'accept = []\n[severity]\nhyperbole = "off"\n',
        '[severity]\nhyperbole = "off"\n\n[[reject]]\nterm = "gun grabber"\n',
        'protected = ["Right to Life Committee"]\n',
    ],
)
def test_the_rest_stays_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "house-style.toml"
    path.write_text(text, "utf-8")
    before = load(path, shipped().categories)
    accept(path, "radical")
    after = load(path, shipped().categories)
    assert set(after.accept) == {*before.accept, "radical"}
    assert after.model_copy(update={"accept": before.accept}) == before
    for line in text.splitlines():
        assert line.replace("[", "").replace("]", "") in path.read_text("utf-8").replace(
            '"radical", ', ""
        ).replace('"radical"', "").replace("[", "").replace("]", "")


@pytest.mark.parametrize("text", ["accept = [", '[[reject]]\nterm = "radical"\n'])
def test_a_file_that_cannot_take_it_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "house-style.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(UnusableStyle):
        accept(path, "radical")
    assert path.read_text("utf-8") == text


def test_the_chosen_style_wins_then_the_one_beside_the_draft_then_ones_own(tmp_path: Path) -> None:
    draft = tmp_path / "draft.txt"
    assert style_for(draft, "") is None
    accept(own(), "radical")
    assert style_for(draft, "") == style_for(None, "") == own()
    beside = tmp_path / "house-style.toml"
    beside.write_text("", "utf-8")
    assert style_for(draft, "") == beside
    assert style_for(draft, str(tmp_path / "chosen.toml")) == tmp_path / "chosen.toml"
    own().unlink()
