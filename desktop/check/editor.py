"""The draft as a page to read and edit, its findings underlined in place."""

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from desktop.check.draft import MARGIN, Draft
from desktop.check.lines import boxes, underline
from desktop.check.marks import Mark
from desktop.theme import Theme
from desktop.theme.type import serif
from engine.bias.outputs import MetaCategory
from engine.report.schema import Finding

CHARACTERS = 68  # a line's width
STALE = 0.35  # opacity of a mark whose passage was edited since


class Editor(QTextEdit):
    """Shows one draft at a time; each keeps its own undo and scroll position is the page's."""

    hovered = Signal(object)
    """The `Mark` under the pointer, or None."""
    reached = Signal(object)
    """The `Mark` in which the caret stands, or None."""
    left = Signal()
    """Escape was pressed, or the view moved: what floats over the page should go."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._draft: Draft | None = None
        self._chosen: tuple[int, int] | None = None
        self._under: Mark | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptRichText(False)
        self.setAcceptDrops(False)  # files go to the page; text is pasted
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setObjectName("page")
        self.setAccessibleName(self.tr("Draft"))
        self.setAccessibleDescription(self.tr("The draft's text. F8 goes to the next finding."))
        self.set_text_size(16)
        self.cursorPositionChanged.connect(self._caret_moved)
        self.verticalScrollBar().valueChanged.connect(lambda _value: self.left.emit())
        theme.changed.connect(self.viewport().update)

    def show_draft(self, draft: Draft) -> None:
        """Put that draft on the page."""
        if self._draft:
            self._draft.known.disconnect(self._known)
        self._draft = draft
        draft.document.setDefaultFont(self.font())
        self._chosen = self._under = None
        self.setDocument(draft.document)
        draft.known.connect(self._known)
        self.viewport().update()

    def set_text_size(self, pixels: int) -> None:
        font = serif(pixels)
        self.setFont(font)
        if self._draft:
            self._draft.document.setDefaultFont(font)
        self._fit_page()

    def reveal(self, start: int, end: int) -> None:
        """Scroll to these positions, in the upper third where there is room, and set the caret there."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(start, self.document().characterCount() - 1))
        self.setTextCursor(cursor)
        box = self.cursorRect(cursor)
        bar = self.verticalScrollBar()
        if box.top() < MARGIN or box.bottom() > self.viewport().height() - MARGIN:
            bar.setValue(bar.value() + box.top() - self.viewport().height() // 3)
        self._chosen = start, end
        self.viewport().update()

    def select(self, start: int, end: int) -> None:
        """Scroll to these words and select them."""
        self.reveal(start, end)
        cursor = self.textCursor()
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def tint(self, words: Sequence[tuple[int, int, float]]) -> None:
        """Color the background of words by shares from -1 (plain) to 1 (slanted); none ends it."""
        selections: list[QTextEdit.ExtraSelection] = []
        for start, end, share in words:
            color = self._theme.color("biased_language" if share > 0 else "accent")
            color.setAlphaF(min(0.45, abs(share) * 0.45))
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            selection.cursor = cursor
            form = QTextCharFormat()
            form.setBackground(color)
            selection.format = form
            selections.append(selection)
        self.setExtraSelections(selections)

    def mark_at(self, position: int) -> Mark | None:
        """The shortest mark around a position."""
        marks = self._draft.marks if self._draft else ()
        around = [mark for mark in marks if mark.start <= position < mark.end]
        return min(around, key=lambda mark: mark.end - mark.start, default=None)

    def box_of(self, mark: Mark) -> QRectF:
        """The box of a mark's first line, in the viewport's coordinates; empty where it isn't laid out."""
        first = next(boxes(self.document(), mark.start, mark.end), None)
        return first[0].translated(-self._scrolled()) if first else QRectF()

    def neighbor(self, step: int) -> Mark | None:
        """The next mark after the caret (`step` 1) or the one before it (-1), round the ends."""
        marks = self._draft.marks if self._draft else ()
        if not marks:
            return None
        at = self.textCursor().position()
        if step > 0:
            return next((mark for mark in marks if mark.start > at), marks[0])
        return next((mark for mark in reversed(marks) if mark.start < at), marks[-1])

    def paintEvent(self, event: QPaintEvent) -> None:
        paper = QPainter(self.viewport())
        paper.fillRect(event.rect(), self._theme.color("raised"))
        paper.end()
        super().paintEvent(event)
        if not self._draft:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scrolled = self._scrolled()
        painter.translate(-scrolled)
        seen = QRectF(event.rect()).translated(scrolled)
        first = self.cursorForPosition(event.rect().topLeft()).block().position()
        block = self.cursorForPosition(event.rect().bottomRight()).block()
        last = block.position() + block.length()
        for start, end in self._draft.outline.quotations:
            if start < last and end > first:
                self._paint_quotation(painter, max(start, first), min(end, last - 1))
        marks = self._draft.marks
        longest = max((mark.end - mark.start for mark in marks), default=0)
        ends: list[int] = []  # of the marks painted last, by the level of their lines
        for mark in marks[bisect_left(marks, first - longest, key=lambda one: one.start) :]:
            if mark.start >= last:
                break
            if mark.end > first:
                level = next((i for i, end in enumerate(ends) if end <= mark.start), len(ends))
                ends[level : level + 1] = [mark.end]
                self._paint_mark(painter, mark, seen, level)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_page()
        self.left.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        mark = self._mark_under(event.position().toPoint())
        if mark != self._under:
            self._under = mark
            self.hovered.emit(mark)

    def leaveEvent(self, event: object) -> None:
        super().leaveEvent(event)  # type: ignore[arg-type]
        self._under = None
        self.hovered.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Pasted text is text: no fonts, no colors."""
        if source.hasText():
            self.textCursor().insertText(source.text())
            self.ensureCursorVisible()

    def _mark_under(self, point: QPoint) -> Mark | None:
        position = (
            self.document()
            .documentLayout()
            .hitTest(QPointF(point) + self._scrolled(), Qt.HitTestAccuracy.ExactHit)
        )
        return self.mark_at(position) if position >= 0 else None

    def _paint_mark(self, painter: QPainter, mark: Mark, seen: QRectF, lowest: int) -> None:
        painter.setOpacity(1.0 if mark.fresh else STALE)
        kinds: dict[MetaCategory, Finding] = {}
        for finding in mark.findings:
            known = kinds.get(finding.kind, finding)
            kinds[finding.kind] = max(known, finding, key=lambda one: _ORDER.index(one.severity))
        for box, baseline in boxes(self.document(), mark.start, mark.end):
            if box.bottom() < seen.top() - 8 or box.top() > seen.bottom():
                continue
            if self._chosen == (mark.start, mark.end):
                tint = self._theme.color(mark.findings[0].kind)
                tint.setAlphaF(0.14)
                painter.setBrush(tint)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.drawRoundedRect(box.adjusted(-2, 0, 2, 2), 3, 3)
                painter.setBrush(Qt.BrushStyle.NoBrush)
            for level, (kind, finding) in enumerate(kinds.items(), start=lowest):
                underline(painter, kind, finding.severity, self._theme.color(kind), box, baseline, level)
        painter.setOpacity(1.0)

    def _paint_quotation(self, painter: QPainter, start: int, end: int) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("accent-soft"))
        lines = {round(baseline): box for box, baseline in boxes(self.document(), start, end)}
        for box in lines.values():
            painter.drawRoundedRect(QRectF(MARGIN - 20, box.top(), 3, box.height()), 1.5, 1.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _scrolled(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _fit_page(self) -> None:
        width = QFontMetricsF(self.font()).averageCharWidth() * CHARACTERS + 2 * MARGIN
        spare = self.width() - self.verticalScrollBar().sizeHint().width() - width
        side = max(0, round(spare / 2))
        self.setViewportMargins(side, 0, side, 0)

    def _caret_moved(self) -> None:
        mark = self.mark_at(self.textCursor().position())
        self._chosen = (mark.start, mark.end) if mark else None
        self.viewport().update()
        self.reached.emit(mark)

    def _known(self) -> None:
        self.viewport().update()


_ORDER = ("suggestion", "warning", "error")
