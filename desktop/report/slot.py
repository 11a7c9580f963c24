"""A place for one file: what belongs there, which file it is, and a button to choose another."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from desktop.why.texts import breakable


class FileSlot(QFrame):
    """`chosen` tells the file's path; `filters` are those of a file dialog."""

    chosen = Signal(object)

    def __init__(self, key: str, title: str, empty: str, filters: str) -> None:
        super().__init__()
        self.path: Path | None = None
        self._empty, self._filters, self._name = empty, filters, title
        self.setObjectName("slot")
        heading = QLabel(title)
        heading.setProperty("role", "heading")
        self._said = QLabel(empty)
        self._said.setProperty("role", "quiet")
        self._said.setWordWrap(True)
        self._button = QPushButton(self.tr("Choose…"))
        self._button.setObjectName(f"choose-{key}")
        self._button.setAccessibleName(self.tr("Choose: {title}").format(title=title))
        self._button.setAccessibleDescription(empty)
        self._button.clicked.connect(self._ask)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(heading)
        words.addWidget(self._said)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(16)
        row.addLayout(words, 1)
        row.addWidget(self._button)

    def take(self, path: Path) -> None:
        """This file from now on."""
        self.path = path
        self._said.setText(breakable(path.name))
        self._said.setToolTip(str(path))
        self.chosen.emit(path)

    def _ask(self) -> None:
        start = str(self.path.parent) if self.path else ""
        name, _ = QFileDialog.getOpenFileName(self, self._name, start, self._filters)
        if name:
            self.take(Path(name))
