"""What is imported from a disk: which files, whether to copy them, and how far that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QFileDialog, QLabel, QVBoxLayout, QWidget

from desktop.models import words
from desktop.models.bar import TransferBar
from desktop.models.question import Question
from desktop.work.background import background
from desktop.work.transfers import Transfer, Transfers
from models import bundle
from models.places import folder_place
from models.progress import size_text
from models.scan import scan


@dataclass(frozen=True)
class Gathered:
    """`bundles` are folders from another machine, `files` the only or first ones of models."""

    bundles: tuple[Path, ...]
    files: tuple[Path, ...]
    size: int


class Incoming(QWidget):
    """Takes files and folders by drop or dialog, asks once, and shows the transfers that follow."""

    brought = Signal(object)
    """The names of models that are here now: a tuple."""

    def __init__(self, transfers: Transfers) -> None:
        super().__init__()
        self._transfers = transfers
        self._folder = Path()
        self._gathered = Gathered((), (), 0)
        self.bars: dict[str, TransferBar] = {}
        self._lines: dict[str, QLabel] = {}
        self.question = Question()
        self.news = QLabel()
        self.news.setWordWrap(True)
        self.news.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._column.addWidget(self.question)
        self._column.addWidget(self.news)
        self.question.agreed.connect(lambda: self._take_in(copy=False))
        self.question.second.connect(lambda: self._take_in(copy=True))
        transfers.changed.connect(self._show)

    def set_folder(self, folder: Path) -> None:
        """Where models go."""
        self._folder = folder

    def choose_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, self.tr("Choose a model"), "", self.tr("Models (*.gguf);;All files (*)")
        )
        if path:
            self.offer([Path(path)])

    def choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, self.tr("Choose a folder or stick with models"))
        if path:
            self.offer([Path(path)])

    def offer(self, paths: Sequence[Path]) -> None:
        """Look what these are, and ask what to do with them."""
        self._say("")
        background(lambda: gather(paths), self._ask)

    def bring(self, path: Path, *, copy: bool) -> None:
        """Take in one file or exported folder without a question."""
        self._transfers.take_in(path, self._folder, copy=copy)

    def _ask(self, gathered: Gathered) -> None:
        self._gathered = gathered
        for path in gathered.bundles:  # these are there to be copied
            self.bring(path, copy=True)
        if not gathered.files:
            if not gathered.bundles:
                self._say(self.tr("There is no model in that: models are files that end in .gguf."))
            return
        size = size_text(gathered.size)
        if len(gathered.files) == 1:
            what = self.tr("{name} has {size}. Use it where it lies, or copy it into the models folder?")
            sentence = what.format(name=gathered.files[0].name, size=size)
        else:
            what = self.tr("{count} models, {size}. Use them where they lie, or copy them?")
            sentence = what.format(count=len(gathered.files), size=size)
        self.question.ask(sentence, self.tr("Use where it lies"), self.tr("Cancel"), self.tr("Copy"))

    def _take_in(self, copy: bool) -> None:
        for path in self._gathered.files:
            self.bring(path, copy=copy)

    def _show(self, transfer: Transfer) -> None:
        if transfer.download:  # its own card shows it
            return
        path = Path(transfer.key)
        bar = self.bars.get(transfer.key) or self._add(transfer.key, path.name)
        bar.show_transfer(transfer)
        self._lines[transfer.key].setVisible(not bar.isHidden())
        if transfer.phase == "done":
            self._say(words.arrived(transfer.names))
            self._transfers.dismiss(transfer.key)
            self.brought.emit(transfer.names)
        elif transfer.phase == "stopped":
            self._say(self.tr("The import of {name} was stopped.").format(name=path.name))

    def _add(self, key: str, name: str) -> TransferBar:
        line, bar = QLabel(name), TransferBar(name)
        line.setProperty("role", "heading")
        bar.pause_asked.connect(lambda: self._transfers.pause(key))
        bar.go_on_asked.connect(lambda: self._transfers.go_on(key))
        bar.cancel_asked.connect(lambda: self._transfers.cancel(key))
        bar.again_asked.connect(lambda: self.offer([Path(key)]))
        self.bars[key], self._lines[key] = bar, line
        self._column.addWidget(line)
        self._column.addWidget(bar)
        return bar

    def _say(self, sentence: str) -> None:
        self.news.setText(sentence)
        self.news.setVisible(bool(sentence))


def gather(paths: Sequence[Path]) -> Gathered:
    """What these files and folders are; folders are looked through. For a thread of its own."""
    bundles, files, size = [], [], 0
    for path in paths:
        if bundle.is_bundle(path):
            bundles.append(path)
        elif path.is_dir():
            for found in scan([folder_place(path)]).found:
                files.append(found.path)
                size += found.size
        elif path.is_file():
            files.append(path)
            size += path.stat().st_size
    return Gathered(tuple(bundles), tuple(files), size)


def dropped(data: QMimeData) -> list[Path]:
    """The local files and folders among what is dragged that may hold a model."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [
        path
        for path in paths
        if path.suffix.lower() == ".gguf" or path.name == bundle.MANIFEST or path.is_dir()
    ]
