"""What the window asks of a page: a place in the rail, a widget, and what it adds to the menus."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

Menu = Literal["file", "edit", "check", "view", "help"]


@dataclass(frozen=True)
class Page:
    """A page of the window.

    `key` names it for `Desk.page_asked`; `title` is shown in the rail and already translated; `icon` names
    a file of `theme/icons`. A page of the `foot` stands at the rail's lower end. `menus` holds actions that
    are appended to the menus; they work on every page, so an action that doesn't must disable itself.
    """

    key: str
    title: str
    icon: str
    widget: QWidget
    foot: bool = False
    menus: Mapping[Menu, Sequence[QAction]] = field(default_factory=dict)


@dataclass(frozen=True)
class Panel:
    """A tab beside the draft on the Check page."""

    key: str
    title: str
    widget: QWidget
