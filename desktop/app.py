"""Putting the window together: what is shared, then each page."""

from PySide6.QtWidgets import QApplication

from desktop.desk import Desk
from desktop.theme import Theme
from desktop.window import MainWindow


def build(application: QApplication) -> MainWindow:
    """The window with all its pages, not shown yet."""
    theme = Theme(application)
    desk = Desk(application)
    window = MainWindow(desk, theme)
    return window
