"""All models as cards: those here, those that suit this machine, and the others."""

from collections.abc import Iterator

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop.models.card import ModelCard
from desktop.models.look import Look
from desktop.work.transfers import Transfer
from models.listing import Listed


class CatalogView(QWidget):
    """Keeps a card as long as its model is listed, so that keyboard focus and open details stay."""

    made = Signal(object)
    """A `ModelCard`, to be connected."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[str, ModelCard] = {}
        self._headings: list[QLabel] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def show_look(self, look: Look, in_use: str) -> None:
        while self._column.takeAt(0):
            pass
        for heading in self._headings:
            heading.deleteLater()
        self._headings.clear()
        names = {row.name for row in look.rows}
        for gone in set(self.cards) - names:
            self.cards.pop(gone).deleteLater()
        for title, rows in self._groups(look):
            if rows:
                self._column.addWidget(self._heading(title))
            for row in rows:
                card = self.cards.get(row.name) or self._make(row)
                card.show_row(row, look, row.name == in_use)
                self._column.addWidget(card)
        self._column.addStretch()

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

    def _heading(self, title: str) -> QLabel:
        heading = QLabel(title)
        heading.setProperty("role", "section")
        self._headings.append(heading)
        return heading
