"""The Check page's entries in the menus."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeySequence

from desktop.page import Menu

Do = Callable[[], None]


def tr(text: str) -> str:
    return QCoreApplication.translate("check", text)


def make(owner: QObject, does: dict[str, Do]) -> tuple[dict[str, QAction], dict[Menu, list[QAction]]]:
    """Every action by its key, and the menus they stand in."""
    entries: dict[Menu, list[tuple[str, str, list[str | QKeySequence.StandardKey]]]] = {
        "file": [
            ("open", tr("&Open…"), [QKeySequence.StandardKey.Open]),
            ("paste_new", tr("New from &clipboard"), ["Ctrl+Shift+V"]),
            ("sample", tr("Try a &sample"), []),
            ("save", tr("&Save"), [QKeySequence.StandardKey.Save]),
            ("save_as", tr("Save &as…"), ["Ctrl+Shift+S"]),
            ("close", tr("&Close draft"), [QKeySequence.StandardKey.Close]),
        ],
        "edit": [
            ("undo", tr("&Undo"), []),  # the editor has their keys
            ("redo", tr("&Redo"), []),
        ],
        "check": [
            ("run", tr("&Run"), ["F5", "Ctrl+Return"]),
            ("run_all", tr("Run &all drafts"), ["Shift+F5"]),
            ("stop", tr("&Stop"), ["Ctrl+."]),
            ("next", tr("&Next finding"), ["F8"]),
            ("previous", tr("&Previous finding"), ["Shift+F8"]),
        ],
    }
    actions: dict[str, QAction] = {}
    menus: dict[Menu, list[QAction]] = {}
    for menu, rows in entries.items():
        for key, text, keys in rows:
            action = QAction(text, owner)
            action.setShortcuts([QKeySequence(one) for one in keys])
            action.triggered.connect(lambda _checked, key=key: does[key]())
            actions[key] = action
            menus.setdefault(menu, []).append(action)
    return actions, menus
