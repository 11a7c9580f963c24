"""A draft on the desk: its text with its own undo, and what is known of that text."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextDocument

from desktop.check.headings import Headings
from desktop.check.marks import Edit, Mark, edited, grown, moved, of_passage
from desktop.check.outline import Outline
from desktop.check.positions import Positions, editor_text
from desktop.desk import Checked, Step
from desktop.theme.type import line_height
from desktop.work.jobs import Failed, Job
from engine.report.schema import PassageReport
from engine.text import Document

Status = Literal["new", "waiting", "checking", "done", "stopped", "failed"]
MARGIN = 56  # pixels of page around the text
PARAGRAPH_END = "\u2029"  # in Qt's raw text


@dataclass(frozen=True)
class Seen:
    """A passage as it was examined, where it stands now, and whether its text is still the same."""

    start: int
    end: int
    report: PassageReport
    revision: int
    fresh: bool = True


class Draft(QObject):
    """`revision` counts the states of its text; what comes for another one is refused."""

    edited = Signal()
    """The text changed."""
    known = Signal()
    """Marks, passages or status changed."""

    def __init__(
        self,
        number: int,
        name: str,
        text: str,
        path: Path | None = None,
        original: Document | None = None,
        data: bytes = b"",
    ) -> None:
        """`original` is the file as it was read from `data`; None for a text that is in no file."""
        super().__init__()
        self.number, self.name, self.path, self.original = number, name, path, original
        self._data = data
        self.revision = 0
        self.status: Status = "new"
        self.failure: Failed | None = None
        self.checked: Checked | None = None
        self.outline = Outline(number, 0)
        self.seen: tuple[Seen, ...] = ()
        self.total = 0  # passages of the running or last check
        self.ignored: tuple[tuple[int, int], ...] = ()
        self._marks: tuple[Mark, ...] = ()
        self._positions: tuple[Document, Positions] | None = None
        self._edited = False
        self.document = QTextDocument(self)
        self._fill(editor_text(text))
        self._headings = Headings(self.document)
        self._raw = self.document.toRawText()
        self._units = self.document.characterCount() - 1
        self.document.contentsChange.connect(self._changed)

    @property
    def text(self) -> str:
        """What stands in the editor, every line end one "\\n"."""
        return self._raw.replace(PARAGRAPH_END, "\n")

    @property
    def marks(self) -> tuple[Mark, ...]:
        """In order of their starts, without those that are to be ignored."""
        hidden = set(self.ignored)
        return tuple(mark for mark in self._marks if (mark.start, mark.end) not in hidden)

    @property
    def pristine(self) -> Document | None:
        """The file as it was read, while nothing has been edited."""
        return None if self._edited else self.original

    def rebase(self, path: Path, original: Document, data: bytes) -> None:
        """The text was saved, and reads so from its file now."""
        self.path, self.name = path, original.name
        if editor_text(original.text) == self.text:
            self.original, self._data, self._edited = original, data, False
            self.document.setModified(False)
        self.known.emit()

    def job(self, style: Path | None) -> Job:
        """Asks for a check of the text as it is now."""
        original = self.pristine
        data = self._data if original else self.text.encode()
        return Job(self.number, self.revision, self.name, data, original, style)

    def set_outline(self, found: Outline) -> bool:
        """False where it is of another text."""
        if found.revision != self.revision:
            return False
        self.outline = found
        self._headings.show(found.headings)
        self.known.emit()
        return True

    def set_status(self, status: Status, failure: Failed | None = None) -> None:
        self.status, self.failure = status, failure
        self.known.emit()

    def take(self, step: Step) -> bool:
        """A passage was examined; False where it is of another text than the one that stands here."""
        if step.revision != self.revision:
            return False
        self.total = step.progress.total
        if passage := step.passage:
            positions = self.positions(step.document)
            start, end = positions.span(passage.start, passage.end)
            outside = [mark for mark in self._marks if mark.end <= start or mark.start >= end]
            self._marks = _sorted([*outside, *of_passage(passage, positions)])
            others = [one for one in self.seen if one.end <= start or one.start >= end]
            others.append(Seen(start, end, passage, self.revision))
            self.seen = tuple(sorted(others, key=lambda one: one.start))
        self.known.emit()
        return True

    def finish(self, checked: Checked) -> bool:
        """A check has ended with a report; False where it is of another text."""
        if checked.revision != self.revision:
            return False
        self.checked = checked
        report = checked.file.report
        if report.verdict.complete:
            positions = self.positions(checked.document)
            self._marks = _sorted([mark for one in report.passages for mark in of_passage(one, positions)])
            self.seen = tuple(one for one in self.seen if one.revision == self.revision)
        self.set_status("done" if report.verdict.complete else "stopped")
        return True

    def ignore(self, mark: Mark) -> None:
        """Say no more about these words in this place."""
        self.ignored = (*self.ignored, (mark.start, mark.end))
        self.known.emit()

    def heed_all(self) -> None:
        """Show again what was to be ignored."""
        self.ignored = ()
        self.known.emit()

    def replace(self, mark: Mark, words: str) -> None:
        """Put `words` in the place of the marked ones; one step for undo."""
        cursor = QTextCursor(self.document)
        cursor.setPosition(mark.start)
        cursor.setPosition(mark.end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(words)

    def positions(self, document: Document) -> Positions:
        """Between the offsets of the checked text, which has to be of this revision, and the editor's."""
        if not self._positions or self._positions[0] is not document:
            self._positions = document, Positions(document.text)
        return self._positions[1]

    def passage_at(self, position: int) -> Seen | None:
        return next((one for one in self.seen if one.start <= position <= one.end), None)

    def _fill(self, text: str) -> None:
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(MARGIN)
        self.document.setPlainText(text)
        format = QTextBlockFormat()
        format.setLineHeight(line_height(), QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor = QTextCursor(self.document)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(format)
        self.document.setUndoRedoEnabled(True)
        self.document.setModified(False)

    def _changed(self, position: int, removed: int, added: int) -> None:
        raw = self.document.toRawText()
        if raw == self._raw:  # formats
            return
        units = self.document.characterCount() - 1
        removed = min(removed, self._units - position)  # Qt may count the end of the text along
        edit = Edit(position, removed, removed + units - self._units)
        self._raw, self._units = raw, units
        self.revision += 1
        self._edited = True
        self._move(edit)
        self.edited.emit()

    def _move(self, edit: Edit) -> None:
        seen: list[Seen] = []
        for one in self.seen:
            start, end = grown(one.start, one.end, edit)
            touched = one.start <= edit.position + edit.removed and one.end >= edit.position
            seen.append(replace(one, start=start, end=end, fresh=one.fresh and not touched))
        stale = {one.report.index for one in seen if not one.fresh}
        self.seen = tuple(seen)
        self._marks = edited(self._marks, edit, stale)
        self.ignored = tuple(
            place for start, end in self.ignored if (place := moved(start, end, edit)) is not None
        )
        self.outline = replace(
            self.outline,
            passages=tuple(grown(a, b, edit) for a, b in self.outline.passages),
            quotations=tuple(grown(a, b, edit) for a, b in self.outline.quotations),
        )


def _sorted(marks: list[Mark]) -> tuple[Mark, ...]:
    return tuple(sorted(marks, key=lambda mark: (mark.start, -mark.end)))
