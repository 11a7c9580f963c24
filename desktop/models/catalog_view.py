"""All models as cards: those here, those that suit this machine, and the others."""

import time
from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop.models.card import ModelCard
from desktop.models.look import Look
from desktop.work.transfers import Transfer
from models.listing import Listed

MOMENT = 0.015  # seconds of work between two turns of the window's event loop


class CatalogView(QWidget):
    """Keeps a card as long as its model is listed, so that keyboard focus and open details stay."""

    made = Signal(object)
    """A `ModelCard`, to be connected."""
    shown = Signal()
    """Everything of the last look is there."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[str, ModelCard] = {}
        self._headings: list[QLabel] = []
        self._steps: Iterator[Callable[[], None]] = iter(())
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.timeout.connect(self._go_on)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def show_look(self, look: Look, in_use: str) -> None:
        """`shown` follows; a new look takes the place of one that is still being shown."""
        while self._column.takeAt(0):
            pass
        for heading in self._headings:
            heading.deleteLater()
        self._headings.clear()
        names = {row.name for row in look.rows}
        for gone in set(self.cards) - names:
            self.cards.pop(gone).deleteLater()
        self._steps = iter(list(self._plan(look, in_use)))
        self._go_on()

    def _plan(self, look: Look, in_use: str) -> Iterator[Callable[[], None]]:
        for title, rows in self._groups(look):
            if rows:
                yield partial(self._add_heading, title)
            for row in rows:
                yield partial(self._add_card, row, look, row.name == in_use)

    def _go_on(self) -> None:
        """Add for a moment, then let the window turn."""
        ends = time.perf_counter() + MOMENT
        for step in self._steps:
            step()
            if time.perf_counter() > ends:
                self._turn.start()
                return
        self._column.addStretch()
        self.shown.emit()

    def _add_card(self, row: Listed, look: Look, in_use: bool) -> None:
        card = self.cards.get(row.name) or self._make(row)
        card.show_row(row, look, in_use)
        self._column.addWidget(card)

    def show_transfer(self, transfer: Transfer) -> None:
        if card := self.cards.get(transfer.key):
            card.show_transfer(transfer)

    def _groups(self, look: Look) -> Iterator[tuple[str, list[Listed]]]:
        here = [row for row in look.rows if row.model and row.status != "missing"]
        rest = [row for row in look.rows if row not in here]

        def suits(row: Listed) -> bool:
            fit = look.fit(row.name)
            return fit is None or (fit.fits_memory and fit.fits_disk and fit.patient)

        yield self.tr("On this machine"), here
        yield self.tr("Suits this machine"), [row for row in rest if suits(row)]
        yield self.tr("For other machines"), [row for row in rest if not suits(row)]

    def _make(self, row: Listed) -> ModelCard:
        card = self.cards[row.name] = ModelCard(row)
        self.made.emit(card)
        return card

    def _add_heading(self, title: str) -> None:
        heading = QLabel(title)
        heading.setProperty("role", "section")
        heading.setIndent(0)
        self._headings.append(heading)
        self._column.addWidget(heading)
