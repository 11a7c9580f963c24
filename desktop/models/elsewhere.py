"""Models that other programs have on this machine already: found on request, used where they lie."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QPushButton, QVBoxLayout, QWidget

from desktop.work.background import background
from models.progress import size_text
from models.scan import Found, Scan, scan

MOST = 12


class Elsewhere(QWidget):
    """A button that looks, and what it found."""

    chosen = Signal(object)
    """The path of a model to be used where it lies."""

    def __init__(self) -> None:
        super().__init__()
        self._own = Path()
        self.look = QPushButton(self.tr("Look on this machine"))
        self.look.setToolTip(
            self.tr("In the folders of LM Studio, Ollama, Hugging Face, GPT4All, Jan, and Downloads")
        )
        self.look.clicked.connect(self._look)
        self.news = QLabel()
        self.news.setWordWrap(True)
        self.news.setProperty("role", "quiet")
        self.news.hide()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.look, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.news)
        column.addLayout(self._rows)

    def set_folder(self, folder: Path) -> None:
        """The models folder: what lies in it is no news."""
        self._own = folder.resolve()

    def buttons(self) -> list[QPushButton]:
        """One for each model that was found."""
        return [row.findChildren(QPushButton)[0] for row in widgets_of(self._rows)]

    def _look(self) -> None:
        self.look.setEnabled(False)
        self._say(self.tr("Looking …"))
        background(scan, self._show)

    def _show(self, result: Scan) -> None:
        self.look.setEnabled(True)
        while item := self._rows.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        found = [one for one in result.found if self._own not in one.path.resolve().parents]
        for one in sorted(found, key=lambda one: one.entry is None)[:MOST]:
            self._rows.addWidget(self._row(one))
        if not found:
            self._say(self.tr("No other program has models here."))
        elif not result.complete:
            self._say(
                self.tr("There was more than could be looked through; import a folder to see all of it.")
            )
        else:
            self._say("")

    def _row(self, found: Found) -> QWidget:
        row = QFrame()
        row.setObjectName("found")
        name = QLabel(found.entry.label if found.entry else found.name)
        where = QLabel(f"{found.program} · {size_text(found.size)}")
        where.setProperty("role", "small")
        where.setToolTip(str(found.path))
        use = QPushButton(self.tr("Use it"))
        use.setProperty("compact", True)
        use.setAccessibleDescription(str(found.path))
        use.clicked.connect(lambda: self.chosen.emit(found.path))
        line = QHBoxLayout(row)
        line.setContentsMargins(12, 6, 8, 6)
        line.addWidget(name)
        line.addWidget(where)
        line.addStretch()
        line.addWidget(use)
        return row

    def _say(self, sentence: str) -> None:
        self.news.setText(sentence)
        self.news.setVisible(bool(sentence))


def widgets_of(layout: QLayout) -> list[QWidget]:
    items = (layout.itemAt(number) for number in range(layout.count()))
    return [widget for item in items if item and (widget := item.widget())]


def buttons_of(layout: QLayout) -> list[QPushButton]:
    return [widget for widget in widgets_of(layout) if isinstance(widget, QPushButton)]
