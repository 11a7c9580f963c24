"""Moves attention between text, list, strip and card, and to what other pages ask to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRectF, QTimer, Slot

from desktop.check.draft import Seen
from desktop.check.marks import Mark
from desktop.desk import Desk
from engine.report.schema import PassageReport

if TYPE_CHECKING:
    from desktop.check.page import CheckPage

HOVER_MS = 300  # over marked words, before their card shows


class Pointer(QObject):
    """Joins the widgets of a `CheckPage`."""

    def __init__(self, page: CheckPage, desk: Desk) -> None:
        super().__init__(page)
        self._page, self._desk = page, desk
        self._hovered: Mark | None = None
        self._hover = QTimer(self)
        self._hover.setSingleShot(True)
        self._hover.setInterval(HOVER_MS)
        self._hover.timeout.connect(self._show_hovered)
        page.editor.hovered.connect(self._hovering)
        page.editor.reached.connect(self._reached)
        page.editor.left.connect(page.card.dismiss)
        page.findings.chosen.connect(self.show)
        page.heading.passage_asked.connect(self._show_place)
        page.card.closed.connect(self._card_closed)
        desk.passage_asked.connect(self.show_passage)
        desk.words_asked.connect(self._show_words)
        desk.heat_asked.connect(self._tint)

    def go(self, step: int) -> None:
        """To the next finding or the one before it, with its card, for the keyboard."""
        if mark := self._page.editor.neighbor(step):
            self.show(mark, True)

    @Slot(object, bool)
    def show(self, mark: Mark, card: bool) -> None:
        """Scroll to a mark; with its card, which then has the keyboard."""
        self._page.editor.reveal(mark.start, mark.end)
        if card:
            self._open(mark, keep=True)
            self._page.card.take_focus()

    def show_passage(self, index: int) -> None:
        """Scroll to the passage of that index in the report."""
        if seen := self._seen(index):
            self._page.editor.reveal(seen.start, seen.start)

    def term(self, mark: Mark) -> str:
        """What "always" is said of: the lexicon's term where it is one, else the marked words."""
        passage = self._passage(mark)
        if passage and passage.outputs.evidence:
            quotes = {finding.quote for finding in mark.findings}
            for item in passage.outputs.evidence.items:
                if item.lexicon and item.quote in quotes:
                    return item.lexicon.term
        return " ".join(mark.findings[0].quote.split())

    def _show_place(self, place: int) -> None:
        draft = self._page.drafts.current
        if not draft:
            return
        if seen := self._seen(place):
            start = seen.start
        elif place < len(draft.outline.passages):
            start = draft.outline.passages[place][0]
        else:
            return
        self._page.editor.reveal(start, start)
        self._page.editor.setFocus()

    @Slot(object)
    def _hovering(self, mark: Mark | None) -> None:
        self._hovered = mark
        if mark is None:
            self._hover.stop()
            self._page.card.linger()
        elif self._page.card.mark is not mark:
            self._hover.start()

    def _show_hovered(self) -> None:
        if self._hovered:
            self._open(self._hovered, keep=False)

    @Slot(object)
    def _reached(self, mark: Mark | None) -> None:
        self._page.findings.follow(mark)
        draft = self._page.drafts.current
        if not draft:
            return
        at = self._page.editor.textCursor().position()
        if seen := draft.passage_at(at):
            self._desk.passage_chosen.emit(seen.report.index)
        places = draft.outline.passages
        place = next((i for i, (a, b) in enumerate(places) if a <= at <= b), None)
        if place is not None:
            self._page.heading.set_passage(place)

    @Slot()
    def _card_closed(self) -> None:
        if self._page.card.hasFocus() or self._page.card.isAncestorOf(self._page.focusWidget()):
            self._page.editor.setFocus()

    def _open(self, mark: Mark, keep: bool) -> None:
        box = self._page.editor.box_of(mark)
        if box.isNull():
            return
        corner = self._page.editor.viewport().mapTo(self._page, QPoint(0, 0))
        moved = QRectF(box).translated(corner)
        self._page.card.show_mark(mark, self._passage(mark), moved, keep)

    def _passage(self, mark: Mark) -> PassageReport | None:
        seen = self._seen(mark.passage)
        return seen.report if seen else None

    def _seen(self, index: int) -> Seen | None:
        draft = self._page.drafts.current
        return next((one for one in draft.seen if one.report.index == index), None) if draft else None

    def _place(self, start: int, end: int) -> tuple[int, int] | None:
        """Where words of the last report stand in the editor now, None where they were edited since."""
        draft = self._page.drafts.current
        if not draft or not draft.checked:
            return None
        positions = draft.positions(draft.checked.document)
        left, right = positions.span(start, end)
        for one in draft.checked.file.report.passages:
            if one.start <= start < one.end and (seen := self._seen(one.index)):
                shift = seen.start - positions.position(one.start)
                return (left + shift, right + shift) if seen.fresh else None
        return (left, right) if draft.checked.revision == draft.revision else None

    @Slot(int, int)
    def _show_words(self, start: int, end: int) -> None:
        if place := self._place(start, end):
            self._page.editor.select(*place)

    @Slot(object)
    def _tint(self, words: tuple[tuple[int, int, float], ...]) -> None:
        placed = [(*place, share) for start, end, share in words if (place := self._place(start, end))]
        self._page.editor.tint(placed)
