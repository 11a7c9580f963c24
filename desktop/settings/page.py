"""The Settings page: every change holds at once and is kept."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.desk import Desk
from desktop.page import Page
from desktop.settings.fields import PathField, Section
from desktop.settings.schema import Settings
from desktop.settings.store import SettingsStore
from desktop.work.network import Network
from models import store as models_store

WIDTH = 760


class SettingsPage(QWidget):
    """`erase` forgets the history; it may raise OSError."""

    def __init__(
        self, desk: Desk, settings: SettingsStore, network: Network, erase: Callable[[], None]
    ) -> None:
        super().__init__()
        self._desk, self._settings, self._network, self._erase = desk, settings, network, erase
        self._showing: list[Callable[[Settings], None]] = []
        self.seed = self._number("seed", 0, 2**31 - 1)
        self.passes = self._number("passes", 1, 5)
        self.granularity = self._choice(
            "granularity",
            (self.tr("A sentence"), "sentence"),
            (self.tr("A passage"), "passage"),
            (self.tr("The whole draft"), "whole"),
        )
        self.policy = self._choice(
            "policy",
            (self.tr("With Evenhand's guardrails"), "default"),
            (self.tr("As published"), "published"),
        )
        self.live = self._switch("live", self.tr("Check again while I write"))
        self.threads = self._number("threads", 0, 256, self.tr("as many as suit"))
        self.gpu_layers = self._number("gpu_layers", 0, 999, self.tr("none"))
        self.models_dir = self._path(
            "models_dir", self.tr("Folder of the models"), str(models_store.folder())
        )
        self.house_style = self._path(
            "house_style",
            self.tr("House style"),
            self.tr("house-style.toml beside each draft"),
            self.tr("House style (*.toml)"),
        )
        self.theme = self._choice(
            "theme",
            (self.tr("As the system"), "system"),
            (self.tr("Light"), "light"),
            (self.tr("Dark"), "dark"),
        )
        self.text_size = self._number("text_size", 12, 32)
        self.text_size.setSuffix(" px")
        self.offline = QCheckBox(self.tr("Lock the network off"))
        self.offline.clicked.connect(self._lock)
        self.keep_history = self._switch("keep_history", self.tr("Remember the last drafts"))
        self.erase = QPushButton(self.tr("Erase the history"))
        self.erase.clicked.connect(self._erase_history)
        self.usual = QPushButton(self.tr("Usual settings"))
        self.usual.clicked.connect(lambda: settings.change(**Settings().model_dump(exclude={"model"})))
        self.usual.setToolTip(self.tr("Everything on this page as it was at first; the chosen model stays"))
        self.note = QLabel()
        self._lay_out()
        settings.changed.connect(self._show)
        settings.failed.connect(self._say)
        network.changed.connect(self._show_lock)
        self._show(settings.current)
        self._show_lock()

    def page(self) -> Page:
        return Page("settings", self.tr("Settings"), "settings", self, foot=True)

    def _show(self, settings: Settings) -> None:
        for show in self._showing:
            show(settings)

    def _change(self, field: str, value: Any) -> None:
        self._say("")
        self._settings.change(**{field: value})

    def _number(self, field: str, least: int, most: int, zero: str = "") -> QSpinBox:
        box = _Spin()
        box.setRange(least, most)
        box.setSpecialValueText(zero)
        box.setKeyboardTracking(False)
        box.setFixedWidth(200)
        box.valueChanged.connect(lambda value: self._change(field, value))
        self._showing.append(lambda settings: _quietly(box, lambda: box.setValue(getattr(settings, field))))
        return box

    def _choice(self, field: str, *choices: tuple[str, str]) -> QComboBox:
        box = _Combo()
        for text, value in choices:
            box.addItem(text, value)
        box.setMinimumWidth(240)
        box.currentIndexChanged.connect(lambda index: self._change(field, box.itemData(index)))
        self._showing.append(
            lambda settings: _quietly(
                box, lambda: box.setCurrentIndex(box.findData(getattr(settings, field)))
            )
        )
        return box

    def _switch(self, field: str, text: str) -> QCheckBox:
        box = QCheckBox(text)
        box.toggled.connect(lambda on: self._change(field, on))
        self._showing.append(lambda settings: _quietly(box, lambda: box.setChecked(getattr(settings, field))))
        return box

    def _path(self, field: str, title: str, usual: str, names: str = "") -> PathField:
        box = PathField(title, usual, names)
        box.chosen.connect(lambda path: self._change(field, path))
        self._showing.append(lambda settings: box.show_value(getattr(settings, field)))
        return box

    def _lock(self, locked: bool) -> None:
        self._say(self._network.lock(locked))
        self._show_lock()

    def _show_lock(self) -> None:
        _quietly(self.offline, lambda: self.offline.setChecked(self._network.locked))

    def _erase_history(self) -> None:
        try:
            self._erase()
        except OSError as error:
            self._say(
                self.tr("The history can't be erased ({why}): check the folder and try again.").format(
                    why=error.strerror or error
                )
            )
        else:
            self._say("")
            self._desk.said.emit(self.tr("The history is erased; your drafts are where they were."))

    def _say(self, sentence: str) -> None:
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))

    def _sections(self) -> tuple[Section, ...]:
        checking = Section(self.tr("Checking"))
        checking.add(
            self.tr("Judged at a time"),
            self.granularity,
            self.tr("Passages suit most drafts. The published system judges a whole text at once."),
        )
        checking.add(
            self.tr("Method"),
            self.policy,
            self.tr("As published leaves out what Evenhand adds to the paper's method."),
        )
        checking.add(
            self.tr("Passes of the bias agent"),
            self.passes,
            self.tr("With more than one it is asked again, drawing at random, and the majority counts."),
        )
        checking.add(
            self.tr("Seed"),
            self.seed,
            self.tr("The same seed, model and draft give the same report, byte for byte."),
        )
        checking.add(
            self.tr("Live re-check"), self.live, self.tr("Only passages that changed are read again.")
        )
        checking.add(
            self.tr("House style"),
            self.house_style,
            self.tr("What your newsroom accepts, rejects and protects."),
        )
        machine = Section(self.tr("This machine"))
        machine.add(
            self.tr("Processor threads"),
            self.threads,
            self.tr("Results are the same with any number; one core is best left to you."),
        )
        machine.add(
            self.tr("Layers on the graphics processor"),
            self.gpu_layers,
            self.tr("Only where llama.cpp was built for one; the report names the number."),
        )
        machine.add(
            self.tr("Folder of the models"),
            self.models_dir,
            self.tr("Models that are there already stay where they are when this changes."),
        )
        looks = Section(self.tr("Looks"))
        looks.add(self.tr("Theme"), self.theme, self.tr("Light paper or dark."))
        looks.add(self.tr("Text size of drafts"), self.text_size, self.tr("From 12 to 32 pixels."))
        privacy = Section(self.tr("Privacy"))
        privacy.add(
            self.tr("Offline lock"),
            self.offline,
            self.tr(
                "While it is on, neither this window nor the command line downloads anything. Without it, "
                "only a download that you ask for uses the network; drafts never do."
            ),
        )
        privacy.add(
            self.tr("History"),
            self.keep_history,
            self.tr(
                "Off, no list of your drafts is kept. What you have not saved is set aside all the same."
            ),
        )
        privacy.add(self.tr("Erase"), self.erase, self.tr("Forgets the list of drafts, not the drafts."))
        return checking, machine, looks, privacy

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Settings"))
        title.setProperty("role", "title")
        self.note.setObjectName("question")
        self.note.setWordWrap(True)
        self.note.hide()
        top = QHBoxLayout()
        top.addWidget(title)
        top.addStretch()
        top.addWidget(self.usual)
        inner = QFrame()
        inner.setMaximumWidth(WIDTH)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 24, 0, 32)
        column.setSpacing(16)
        column.addLayout(top)
        column.addWidget(self.note)
        for section in self._sections():
            column.addWidget(section)
        column.addStretch()
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
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)


class _Spin(QSpinBox):
    """Scrolling the page does not change it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(8, 0, 0, 0)

    def wheelEvent(self, event: Any) -> None:
        event.ignore()


class _Combo(QComboBox):
    """Scrolling the page does not change it."""

    def wheelEvent(self, event: Any) -> None:
        event.ignore()


def _quietly(widget: QWidget, change: Callable[[], object]) -> None:
    """Shows a value without telling it as a change of a person's."""
    with QSignalBlocker(widget):
        change()
