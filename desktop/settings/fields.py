"""The parts of the settings page: sections of labelled rows, and a folder or file to choose."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

COLUMN = 220  # pixels of the labels


class Section(QFrame):
    """Rows under a heading: a label, a control, and a sentence on what it does."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setObjectName("section")
        heading = QLabel(title)
        heading.setProperty("role", "heading")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(20, 16, 20, 18)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnMinimumWidth(0, COLUMN)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(heading, 0, 0, 1, 2)
        self._rows = 1

    def add(self, title: str, control: QWidget, sentence: str) -> None:
        label = QLabel(title)
        label.setBuddy(control)
        control.setAccessibleName(title)
        control.setAccessibleDescription(sentence)
        note = QLabel(sentence)
        note.setProperty("role", "small")
        note.setWordWrap(True)
        self._grid.setRowMinimumHeight(self._rows, 8)
        row = self._rows + 1
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(
            control, row, 1, Qt.AlignmentFlag.AlignLeft if _is_small(control) else Qt.AlignmentFlag(0)
        )
        self._grid.addWidget(note, row + 1, 1)
        self._rows += 3


def _is_small(control: QWidget) -> bool:
    return not isinstance(control, PathField)


class PathField(QWidget):
    """A folder or file: the one that is chosen or the usual one, a button to choose, one to go back."""

    chosen = Signal(str)
    """An absolute path, or "" for the usual place."""

    def __init__(self, title: str, usual: str, names: str = "") -> None:
        """`usual` says where that is; `names` is the dialog's filter for a file, "" to choose a folder."""
        super().__init__()
        self._title, self._usual, self._names = title, usual, names
        self._value = ""
        self.shown = QLabel()
        self.shown.setObjectName("path")
        self.shown.setWordWrap(True)
        self.choose = QPushButton(self.tr("Choose …"))
        self.usual = QPushButton(self.tr("Use the usual one"))
        self.choose.clicked.connect(self._choose)
        self.usual.clicked.connect(lambda: self.chosen.emit(""))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.shown, 1)
        for button in (self.usual, self.choose):
            button.setProperty("compact", True)
            button.setAccessibleDescription(title)
            row.addWidget(button)
        self.setFocusProxy(self.choose)

    def show_value(self, value: str) -> None:
        self._value = value
        self.shown.setText(value or self._usual)
        self.usual.setVisible(bool(value))

    def _choose(self) -> None:
        start = str(Path(self._value).parent) if self._value else ""
        if self._names:
            path, _ = QFileDialog.getOpenFileName(self, self._title, start, self._names)
        else:
            path = QFileDialog.getExistingDirectory(self, self._title, start)
        if path:
            self.chosen.emit(str(Path(path).absolute()))
