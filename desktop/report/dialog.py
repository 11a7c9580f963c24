"""The export dialog: which format, where to."""

from pathlib import Path

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from desktop.desk import Checked
from desktop.report.exporting import FORMATS, Format, Unexportable, file_name, save
from desktop.report.formats import described
from desktop.work.background import background
from engine.report.files import UnwritableReport


class ExportDialog(QDialog):
    """Writes on another thread, and closes when that is done; what goes wrong is said in the dialog."""

    saved = Signal(object)
    """The path of the file that was written."""
    folder: Path | None = None  # of the last export, for the next one

    def __init__(self, checked: Checked, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._checked = checked
        self._format: Format = FORMATS[0]
        self._choices = QButtonGroup(self)
        self._place, self._trouble = QLineEdit(), QLabel()
        self._browse = QPushButton(self.tr("Browse…"))
        self._export = QPushButton(self.tr("Export"))
        self._cancel = QPushButton(self.tr("Cancel"))
        self.setWindowTitle(self.tr("Export the report"))
        self._lay_out()
        self._choices.idToggled.connect(lambda number, on: self._choose(FORMATS[number]) if on else None)
        self._browse.clicked.connect(self._ask)
        self._export.clicked.connect(self._save)
        self._cancel.clicked.connect(self.reject)
        self._place.textChanged.connect(lambda text: self._export.setEnabled(bool(text.strip())))
        self._place.setText(str(self._start() / file_name(checked, self._format)))
        self._export.setDefault(True)

    @property
    def trouble(self) -> str:
        """What went wrong, in a sentence; "" where nothing did."""
        return self._trouble.text()

    def _start(self) -> Path:
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        return ExportDialog.folder or Path(QStandardPaths.writableLocation(documents) or Path.home())

    def _choose(self, format: Format) -> None:
        self._format = format
        folder = Path(self._place.text()).parent
        self._place.setText(str(folder / file_name(self._checked, format)))

    def _ask(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Save the report as"), self._place.text())
        if name:
            self._place.setText(name)

    def _save(self) -> None:
        path = Path(self._place.text().strip()).expanduser()
        checked, format = self._checked, self._format
        self._export.setEnabled(False)
        self._trouble.hide()
        background(lambda: save(checked, format, path), self._done, self._failed)

    def _done(self, path: Path) -> None:
        ExportDialog.folder = path.parent
        self.saved.emit(path)
        self.accept()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, UnwritableReport | Unexportable):
            raise error
        self._export.setEnabled(True)
        self._trouble.setText(str(error))
        self._trouble.show()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(8)
        title = QLabel(self.tr("Export the report"))
        title.setProperty("role", "title")
        column.addWidget(title)
        column.addSpacing(8)
        words = described()
        for number, format in enumerate(FORMATS):
            column.addLayout(self._choice(number, format, *words[format]))
        column.addSpacing(16)
        column.addWidget(QLabel(self.tr("Save as")))
        self._place.setObjectName("export-place")
        self._place.setAccessibleName(self.tr("Save as"))
        self._place.setAccessibleDescription(self.tr("Where the report is written"))
        self._place.setMinimumWidth(440)
        self._browse.setAccessibleDescription(self.tr("Choose a folder and a name"))
        row = QHBoxLayout()
        row.addWidget(self._place, 1)
        row.addWidget(self._browse)
        column.addLayout(row)
        self._trouble.setObjectName("trouble")
        self._trouble.setWordWrap(True)
        self._trouble.hide()
        column.addWidget(self._trouble)
        column.addSpacing(16)
        self._export.setObjectName("export")
        self._export.setProperty("primary", True)
        self._export.setAccessibleDescription(self.tr("Writes the report to this file"))
        self._cancel.setAccessibleDescription(self.tr("Closes without writing anything"))
        foot = QHBoxLayout()
        foot.addStretch()
        foot.addWidget(self._cancel)
        foot.addWidget(self._export)
        column.addLayout(foot)

    def _choice(self, number: int, format: Format, name: str, use: str) -> QVBoxLayout:
        button = QRadioButton(name)
        button.setObjectName(f"format-{format}")
        button.setAccessibleDescription(use)
        button.setChecked(format == self._format)
        self._choices.addButton(button, number)
        said = QLabel(use)
        said.setProperty("role", "small")
        said.setIndent(28)
        choice = QVBoxLayout()
        choice.setSpacing(0)
        choice.addWidget(button)
        choice.addWidget(said)
        return choice
