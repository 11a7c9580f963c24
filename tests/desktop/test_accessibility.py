"""A walk over the whole window: every control can be reached with Tab, has a name and a description, and
every pair of colors can be told apart."""

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QButtonGroup,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.app import Desktop
from desktop.check.draft import Draft
from desktop.theme import Look
from desktop.theme.theme import stylesheet
from desktop.why.painted import Painted
from desktop.why.strip import Strip
from engine.report.tokens import DARK, LIGHT
from tests.engine.report.test_tokens import contrast

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    Strip,
)
PANELS = ("findings", "why", "scorecard")
ENOUGH = 4.5
ROLE = QPalette.ColorRole
PAIRS = [
    (ROLE.WindowText, ROLE.Window),
    (ROLE.Text, ROLE.Base),
    (ROLE.Text, ROLE.AlternateBase),
    (ROLE.ButtonText, ROLE.Button),
    (ROLE.PlaceholderText, ROLE.Base),
    (ROLE.HighlightedText, ROLE.Highlight),
    (ROLE.ToolTipText, ROLE.ToolTipBase),
    (ROLE.Link, ROLE.Base),
    (ROLE.Link, ROLE.Window),
]


def is_part(widget: QWidget) -> bool:
    """Whether it belongs to another control: the line in a spin box, the arrows of a tab bar."""
    parent = widget.parentWidget()
    while parent and not parent.isWindow():
        if isinstance(parent, CONTROLS):
            return True
        parent = parent.parentWidget()
    return widget.objectName().startswith("qt_")


def controls(window: QWidget) -> list[QWidget]:
    """What a person can use now."""
    found = (one for one in window.findChildren(QWidget) if isinstance(one, CONTROLS))
    return [one for one in found if one.isVisible() and one.isEnabled() and not is_part(one)]


def said(widget: QWidget, what: QAccessible.Text) -> str:
    """What a screen reader is told."""
    interface = QAccessible.queryAccessibleInterface(widget)
    assert interface is not None
    return str(interface.text(what)).strip()


def called(widget: QWidget) -> str:
    """The control in a message."""
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return f"{type(widget).__name__} {widget.objectName()} {text}".strip()


def scenes(desktop: Desktop) -> Iterator[str]:
    """Bring every page and every panel to the front, one after the other."""
    names = [button.objectName() for button in desktop.window.findChildren(QToolButton)]
    for key in [name.removeprefix("rail-") for name in names if name.startswith("rail-")]:
        desktop.window.show_page(key)
        for panel in PANELS if key == "check" else ("",):
            if panel:
                desktop.check.show_panel(panel)
            QApplication.processEvents()
            yield f"{key} {panel}".strip()


def reached(qtbot: QtBot, desktop: Desktop) -> set[QWidget]:
    """What Tab comes by, once around; the members of a group of choices all count with the one it comes to,
    since the arrow keys go from one to the next."""
    found: set[QWidget] = set()
    for _ in range(400):
        focused = desktop.window.focusWidget()
        assert focused is not None
        if focused in found:
            break
        found.add(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    groups = {one.group() for one in found if isinstance(one, QAbstractButton)}
    members = (one.buttons() for one in groups if isinstance(one, QButtonGroup) and one.exclusive())
    return found.union(*members)


def test_every_control_can_be_reached_with_tab(qtbot: QtBot, desktop: Desktop, checked: Draft) -> None:
    with qtbot.waitActive(desktop.window):
        desktop.window.activateWindow()
    for scene in scenes(desktop):
        wanted = controls(desktop.window)
        assert wanted, scene
        wanted[0].setFocus()
        got = reached(qtbot, desktop)
        missed = [called(one) for one in wanted if one not in got and one.focusProxy() not in got]
        assert not missed, f"{scene}: Tab does not come to {missed}"


def test_the_empty_window_can_be_reached_too(qtbot: QtBot, desktop: Desktop) -> None:
    with qtbot.waitActive(desktop.window):
        desktop.window.activateWindow()
    wanted = controls(desktop.window)
    wanted[0].setFocus()
    got = reached(qtbot, desktop)
    assert not [called(one) for one in wanted if one not in got]


def test_every_control_has_a_name_and_says_what_it_is_for(desktop: Desktop, checked: Draft) -> None:
    silent: set[str] = set()
    for scene in scenes(desktop):
        for control in controls(desktop.window):
            if not said(control, QAccessible.Text.Name):
                silent.add(f"{scene}: {called(control)} has no name")
            if not said(control, QAccessible.Text.Description):
                silent.add(f"{scene}: {called(control)} has no description")
    assert not sorted(silent)


def test_every_picture_says_what_it_shows(desktop: Desktop, checked: Draft) -> None:
    seen = 0
    for scene in scenes(desktop):
        for picture in desktop.window.findChildren(Painted):
            if picture.isVisible():
                seen += 1
                assert picture.accessibleName(), f"{scene}: {type(picture).__name__}"
    assert seen


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_palette_can_be_read(desktop: Desktop, look: Look) -> None:
    desktop.theme.choose(look)
    palette = QApplication.palette()
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled):
        for text, ground in PAIRS:
            one, other = (palette.color(group, role).name() for role in (text, ground))
            assert contrast(one, other) >= ENOUGH, f"{group} {text} on {ground}"


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_every_rule_of_the_stylesheet_can_be_read(qapp: QApplication, tokens: Mapping[str, str]) -> None:
    """A text color stands on the ground of its own rule, or on whichever the window has."""
    assert (files("desktop.theme") / "window.qss").is_file()
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", stylesheet(tokens))
    judged = 0
    for selector, body in rules:
        text = re.search(r"(?:^|[;\s])color:\s*(#\w+)", body)
        ground = re.search(r"background(?:-color)?:\s*(#\w+)", body)
        if not text:
            continue
        grounds = [ground[1]] if ground else [tokens["paper"], tokens["raised"]]
        for one in grounds:
            judged += 1
            found = contrast(QColor(text[1]).name(), QColor(one).name())
            assert found >= ENOUGH, f"{selector.strip()}: {found:.2f}"
    assert judged > 10
