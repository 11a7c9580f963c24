"""The strip under mouse and keys."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.theme import Theme
from desktop.why.strip import Strip
from desktop.why.tiles import tiles
from engine.report.schema import ReportFile


@pytest.fixture
def strip(qtbot: QtBot, qapp: QApplication, report_file: ReportFile) -> Strip:
    """Four examined passages and one that is not, 400 pixels wide."""
    made = Strip(Theme(qapp))
    qtbot.addWidget(made)
    made.show_tiles(tiles(report_file.report.passages, 5))
    made.resize(400, made.height())
    made.show()
    return made


def place(strip: Strip, index: int) -> QPoint:
    return strip.area(index).center().toPoint()


@pytest.mark.parametrize("index", range(5))
def test_a_click_goes_to_the_passage(qtbot: QtBot, strip: Strip, index: int) -> None:
    with qtbot.waitSignal(strip.chosen) as signal:
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=place(strip, index))
    assert signal.args == [index]
    assert strip.current == index


def test_keys_go_from_passage_to_passage(qtbot: QtBot, strip: Strip) -> None:
    gone: list[int] = []
    strip.chosen.connect(gone.append)
    for key in ("Key_End", "Key_Right", "Key_Left", "Key_Home", "Key_Left", "Key_Right"):
        qtbot.keyClick(strip, Qt.Key[key])
    assert gone == [4, 4, 3, 0, 0, 1]


def test_it_says_where_one_is(strip: Strip) -> None:
    strip.choose(1)
    assert strip.accessibleDescription() == "Passage 2 of 5: looks slanted"
    strip.choose(4)
    assert strip.accessibleDescription() == "Passage 5 of 5: not examined"
    strip.choose(-1)
    assert "arrow keys" in strip.accessibleDescription()


def test_fewer_passages_leave_no_mark_behind(strip: Strip, report_file: ReportFile) -> None:
    strip.choose(4)
    strip.show_tiles(tiles(report_file.report.passages[:2], 2))
    assert strip.current == 1
    strip.show_tiles(())
    assert strip.current == -1


def test_states_look_different(strip: Strip) -> None:
    picture = strip.grab().toImage()
    scale = picture.devicePixelRatio()

    def colors(index: int) -> set[int]:
        area = strip.area(index)
        x = round(area.center().x() * scale)
        return {
            picture.pixel(x, round(y * scale)) for y in range(int(area.top()) + 2, int(area.bottom()) - 1)
        }

    neutral, slanted, _, flagged, unread = (colors(index) for index in range(5))
    assert len(neutral) == len(slanted) == 1 and len(flagged) > 1
    assert len({frozenset(one) for one in (neutral, slanted, flagged, unread)}) == 4
