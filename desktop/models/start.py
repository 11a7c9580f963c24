"""The first start: no model is here yet, and three ways lead to one."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from desktop.models import words
from desktop.models.bar import TransferBar
from desktop.models.elsewhere import Elsewhere, buttons_of
from desktop.models.look import Look
from desktop.models.sticks import Stick
from desktop.theme import Theme
from desktop.theme.icons import pixmap
from desktop.work.transfers import Transfer
from models import catalog
from models.catalog import Entry
from models.progress import size_text

WIDTH = 720


class FirstStart(QWidget):
    """Download, a stick or file, or what other programs have; then "Start checking"."""

    fetch_asked = Signal(str)
    wheels_asked = Signal(str)
    unlock_asked = Signal(str)
    pause_asked = Signal(str)
    go_on_asked = Signal(str)
    cancel_asked = Signal(str)
    stick_asked = Signal(object)
    """The path of an exported folder to be copied."""
    file_asked = Signal()
    folder_asked = Signal()
    start_asked = Signal()
    all_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._name = catalog.starter().name
        self.title, self.lead = QLabel(), QLabel()
        self.what, self.fetch = QLabel(), QPushButton(self.tr("Download"))
        self.bar = TransferBar(self.tr("the model"), carried=True)
        self.file = QPushButton(self.tr("Choose a file …"))
        self.folder = QPushButton(self.tr("Choose a folder or stick …"))
        self.elsewhere = Elsewhere()
        self.all = QPushButton(self.tr("Show all models"))
        self.start = QPushButton(self.tr("Start checking"))
        self.ready = QLabel()
        self._picture = QLabel()
        self._sticks = QVBoxLayout()
        self._steps = QStackedWidget()
        self._explain()
        self._lay_out()
        self.fetch.clicked.connect(lambda: self.fetch_asked.emit(self._name))
        self.file.clicked.connect(self.file_asked)
        self.folder.clicked.connect(self.folder_asked)
        self.all.clicked.connect(self.all_asked)
        self.start.clicked.connect(self.start_asked)
        for mine, theirs in (
            (self.pause_asked, self.bar.pause_asked),
            (self.go_on_asked, self.bar.go_on_asked),
            (self.cancel_asked, self.bar.cancel_asked),
            (self.fetch_asked, self.bar.again_asked),
            (self.wheels_asked, self.bar.wheels_asked),
            (self.unlock_asked, self.bar.unlock_asked),
        ):
            theirs.connect(lambda signal=mine: signal.emit(self._name))
        theme.changed.connect(self._recolor)
        self._recolor()
        self.show_choice()

    @property
    def name(self) -> str:
        """The model that is offered for download."""
        return self._name

    def show_look(self, look: Look, locked: bool) -> None:
        """Offer what suits this machine."""
        entry = look.advice.model or catalog.starter()
        self._name = entry.name
        self.what.setText(self._offer(entry, look, locked))

    def show_sticks(self, sticks: list[Stick]) -> None:
        while item := self._sticks.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        for stick in sticks:
            self._sticks.addWidget(self._stick(stick))

    def stick_buttons(self) -> list[QPushButton]:
        """One for each folder on a stick."""
        return buttons_of(self._sticks)

    def show_transfer(self, transfer: Transfer | None) -> None:
        """The download of the model on offer."""
        self.bar.show_transfer(transfer)
        self.fetch.setVisible(self.bar.isHidden())

    def show_ready(self, name: str) -> None:
        """The model of that name is here."""
        self.title.setText(self.tr("Ready"))
        self.ready.setText(words.arrived([name]))
        self.lead.setText(self.tr("From here on Evenhand needs no network."))
        self._steps.setCurrentIndex(1)
        self.start.setFocus()

    def show_choice(self) -> None:
        self.title.setText(self.tr("One thing is missing: a model"))
        self.lead.setText(
            self.tr(
                "Evenhand reads drafts with a language model that lives on this machine; no text ever leaves "
                "it. Bring one once, and the network is no longer needed."
            )
        )
        self._steps.setCurrentIndex(0)

    def _offer(self, entry: Entry, look: Look, locked: bool) -> str:
        said = self.tr("{label}, {size}, from {source}. {good_for}").format(
            label=entry.label,
            size=size_text(entry.size),
            source=words.source(entry),
            good_for=entry.good_for,
        )
        if locked:
            said += " " + self.tr("The network is locked off now: you will be asked before that changes.")
        elif look.advice.model is None:
            said += " " + self.tr("This machine is small for it: expect it to be slow.")
        return said

    def _stick(self, stick: Stick) -> QPushButton:
        where = stick.path.name or str(stick.path)
        button = QPushButton(
            self.tr("Copy from {where}: {titles}").format(where=where, titles=", ".join(stick.titles))
        )
        button.setToolTip(str(stick.path))
        button.clicked.connect(lambda: self.stick_asked.emit(stick.path))
        return button

    def _explain(self) -> None:
        for button, sentence in (
            (self.fetch, self.tr("Download this model now; it can be paused and gone on with later")),
            (self.file, self.tr("A model in a .gguf file, wherever it lies")),
            (self.folder, self.tr("A folder that Evenhand exported on another machine, or any with models")),
            (self.all, self.tr("The whole catalog, with what each model needs")),
            (self.start, self.tr("Go to the Check page")),
        ):
            button.setToolTip(sentence)

    def _lay_out(self) -> None:
        self.title.setProperty("role", "title")
        self.fetch.setProperty("primary", True)
        self.start.setProperty("primary", True)
        self.all.setProperty("flat", True)
        for label in (self.lead, self.what, self.ready):
            label.setWordWrap(True)
        self.lead.setProperty("role", "quiet")
        self._steps.addWidget(self._choice())
        self._steps.addWidget(self._done())
        inner = QWidget()
        inner.setMaximumWidth(WIDTH)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 40, 0, 24)
        column.setSpacing(12)
        column.addWidget(self.title)
        column.addWidget(self.lead)
        column.addWidget(self._steps)
        column.addStretch()
        row = QHBoxLayout(self)
        row.addStretch(1)
        row.addWidget(inner, 100)
        row.addStretch(1)

    def _choice(self) -> QWidget:
        step = QWidget()
        column = QVBoxLayout(step)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(12)
        online = QVBoxLayout()
        online.addWidget(self.what)
        online.addWidget(self.fetch, 0, Qt.AlignmentFlag.AlignLeft)
        online.addWidget(self.bar)
        offline = QVBoxLayout()
        offline.addWidget(
            _wrapped(
                self.tr("A folder that Evenhand exported on another machine, or any model in a .gguf file.")
            )
        )
        offline.addLayout(self._sticks)
        buttons = QHBoxLayout()
        buttons.addWidget(self.folder)
        buttons.addWidget(self.file)
        buttons.addStretch()
        offline.addLayout(buttons)
        here = QVBoxLayout()
        here.addWidget(
            _wrapped(self.tr("Other programs on this machine may have one; it stays where it is."))
        )
        here.addWidget(self.elsewhere)
        column.addWidget(_option(self.tr("Download it"), online))
        column.addWidget(_option(self.tr("From a USB stick or a file"), offline))
        column.addWidget(_option(self.tr("Already here"), here))
        column.addWidget(self.all, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch()
        return step

    def _done(self) -> QWidget:
        step = QWidget()
        column = QVBoxLayout(step)
        column.setContentsMargins(0, 24, 0, 0)
        column.setSpacing(16)
        column.addWidget(self._picture)
        column.addWidget(self.ready)
        column.addWidget(self.start, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch()
        return step

    def _recolor(self) -> None:
        scale = self.devicePixelRatioF()
        self._picture.setPixmap(pixmap("check", self._theme.color("accent"), 48, scale))


def _wrapped(text: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    label.setProperty("role", "quiet")
    return label


def _option(title: str, content: QVBoxLayout) -> QFrame:
    frame = QFrame()
    frame.setObjectName("modelcard")
    heading = QLabel(title)
    heading.setProperty("role", "heading")
    content.setSpacing(8)
    column = QVBoxLayout(frame)
    column.setContentsMargins(16, 12, 16, 14)
    column.setSpacing(8)
    column.addWidget(heading)
    column.addLayout(content)
    return frame
