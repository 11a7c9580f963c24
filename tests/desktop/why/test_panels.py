"""Why and Scorecard beside the draft, with clicks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import Desktop
from desktop.check.draft import Draft
from desktop.why.panel import WhyPanel
from desktop.why.pictures import BalanceBar, WeightBar
from desktop.why.scorecard import ScorecardPanel
from desktop.why.strip import Strip
from desktop.why.texts import Quote
from desktop.why.voices import ABREAST, Voices
from engine.report.schema import ReportFile

DEBATED = 1


@pytest.fixture
def why(qtbot: QtBot, desktop: Desktop, checked: Draft) -> WhyPanel:
    """In front, wide enough for three columns, at the passage that is debated."""
    desktop.check.show_panel("why")
    panel = desktop.window.findChild(WhyPanel)
    assert isinstance(panel, WhyPanel)
    panel.setMinimumWidth(600)
    panel.show_passage(DEBATED)
    qtbot.waitUntil(lambda: panel.width() >= 600)
    return panel


def words_in(widget: QWidget) -> str:
    """All that is to be read in a widget, without the places where long words may break."""
    labels = (label.text() for label in widget.findChildren(QLabel) if label.isVisible())
    return "\n".join(labels).replace("\u200b", "")


def test_it_shows_the_argument(why: WhyPanel, report_file: ReportFile) -> None:
    said = words_in(why)
    assert "Passage 2 of 4" in said and "Looks slanted" in said
    for claim in ("claims biased", "claims neutral"):
        assert claim in said
    assert "measured" in said and "self-reported" in said
    assert "weighs 0.40 of 0.50" in said
    assert "For a person to look at: the agents disagree" in said
    assert "The case for neutral: It could be read as a summary" in said
    assert "not a judgment" in said
    assert len(why.findChildren(WeightBar)) == 3
    [balance] = why.findChildren(BalanceBar)
    assert "the line is at 0.50" in balance.accessibleDescription()


def test_columns_stand_side_by_side_where_there_is_room(qtbot: QtBot, why: WhyPanel) -> None:
    [voices] = why.findChildren(Voices)
    qtbot.waitUntil(lambda: voices.abreast)
    voices.resize(3 * ABREAST - 1, voices.height())
    assert not voices.abreast


def test_a_click_on_a_quote_asks_for_its_words(
    qtbot: QtBot, desktop: Desktop, why: WhyPanel, draft_text: str
) -> None:
    quote = next(one for one in why.findChildren(Quote) if "rigged in their" in one.text())
    with qtbot.waitSignal(desktop.desk.words_asked) as signal:
        qtbot.mouseClick(quote, Qt.MouseButton.LeftButton)
    assert signal.args
    start, end = signal.args
    assert draft_text[start:end] == "rigged in their favor"
    with qtbot.waitSignal(desktop.desk.words_asked):
        qtbot.keyClick(quote, Qt.Key.Key_Space)


def test_numbers_are_one_click_away(qtbot: QtBot, why: WhyPanel) -> None:
    assert "Eq. 1" not in words_in(why)
    [button] = (one for one in why.findChildren(QPushButton) if one.objectName() == "numbers")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    said = words_in(why)
    assert "Bias agent: 0.50 × 0.80 × 1.00 = 0.40" in said
    assert "Scorecard (Eq. 1)" in said
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert "Eq. 1" not in words_in(why)


def test_arrows_go_to_the_next_passage(qtbot: QtBot, desktop: Desktop, why: WhyPanel) -> None:
    after = next(one for one in why.findChildren(QToolButton) if one.objectName() == "why-after")
    with qtbot.waitSignal(desktop.desk.passage_asked) as signal:
        qtbot.mouseClick(after, Qt.MouseButton.LeftButton)
    assert signal.args == [2]
    assert why.current == 2
    assert "B: clear" not in words_in(why)  # painted, and said by
    assert "Strong" in words_in(why) or "score 0.91" in words_in(why)


def test_a_draft_is_only_text(why: WhyPanel) -> None:
    """The hostile passage is quoted with its markup, and nothing of it takes effect."""
    why.show_passage(2)
    formats = {label.textFormat() for label in why.findChildren(QLabel)}
    assert formats == {Qt.TextFormat.PlainText}
    quotes = [one.text() for one in why.findChildren(Quote)]
    assert any("[bold red]" in one.replace("\u200b", "") for one in quotes)


def test_without_a_check_it_says_what_will_be_here(desktop: Desktop) -> None:
    panel = desktop.window.findChild(WhyPanel)
    assert isinstance(panel, WhyPanel)
    assert panel.current == -1
    labels = " ".join(one.text() for one in panel.findChildren(QLabel))
    assert "After a check" in labels


def test_the_scorecard_shows_the_draft(
    qtbot: QtBot, desktop: Desktop, checked: Draft, report_file: ReportFile
) -> None:
    desktop.check.show_panel("scorecard")
    card = desktop.window.findChild(ScorecardPanel)
    assert isinstance(card, ScorecardPanel)
    said = words_in(card)
    assert "Early warning: 2 of 4 passages look slanted." in said
    assert "48% of the examined words" in said
    strip = card.findChild(Strip)
    assert isinstance(strip, Strip)
    with qtbot.waitSignal(desktop.desk.passage_asked) as signal:
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.area(2).center().toPoint())
    assert signal.args == [2]
    export = next(one for one in card.findChildren(QPushButton) if one.text().startswith("Export"))
    assert export.isEnabled()
