"""The words of a passage, tinted by the reading by likelihood."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from desktop.app import Desktop
from desktop.why.heat import tints
from engine.bias.outputs import LikelihoodOutput, WordRatio
from engine.report.schema import PassageReport, ReportFile
from tests.desktop.conftest import bring


def read(passage: PassageReport) -> PassageReport:
    """The passage as if its first word leaned far one way and its second a little the other."""
    first, second = passage.text.split()[:2]
    middle = passage.start + len(first) + 1
    words = (
        WordRatio(start=passage.start, end=passage.start + len(first), quote=first, ratio=5.0),
        WordRatio(start=middle, end=middle + len(second), quote=second, ratio=-0.5),
    )
    likelihood = LikelihoodOutput(
        claim="biased",
        measured={"biased": 0.9, "neutral": 0.1},
        confidence=0.9,
        margin=2.2,
        spans=words[:1],
        words=words,
    )
    return passage.model_copy(
        update={"outputs": passage.outputs.model_copy(update={"likelihood": likelihood})}
    )


def heat_button(desktop: Desktop) -> QToolButton:
    button = desktop.window.findChild(QToolButton, "why-heat")
    assert isinstance(button, QToolButton)
    return button


def test_a_press_tints_the_words_and_another_ends_it(
    qtbot: QtBot, desktop: Desktop, draft_text: str, report_file: ReportFile
) -> None:
    passages = tuple(map(read, report_file.report.passages))
    report = report_file.report.model_copy(update={"passages": passages})
    bring(desktop, draft_text, report_file.model_copy(update={"report": report}))
    desktop.desk.panel_asked.emit("why")
    button = heat_button(desktop)
    assert button.isVisible()
    with qtbot.waitSignal(desktop.desk.heat_asked) as asked:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    (start, end, most), (_, _, less) = asked.args[0]
    assert draft_text[start:end] == draft_text[start:].split()[0]
    assert (most, less) == (1.0, -0.25)
    with qtbot.waitSignal(desktop.desk.heat_asked) as ended:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert ended.args[0] == ()


def test_a_report_without_the_reading_has_no_button(
    desktop: Desktop, draft_text: str, report_file: ReportFile
) -> None:
    passages = tuple(
        one.model_copy(update={"outputs": one.outputs.model_copy(update={"likelihood": None})})
        for one in report_file.report.passages
    )
    report = report_file.report.model_copy(update={"passages": passages})
    bring(desktop, draft_text, report_file.model_copy(update={"report": report}))
    desktop.desk.panel_asked.emit("why")
    assert not heat_button(desktop).isVisible()
    assert tints(passages[0]) == ()
