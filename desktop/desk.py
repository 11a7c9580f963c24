"""What the pages share: the draft on the desk, what is known of it, and requests to one another."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from engine.check import Progress
from engine.report.schema import PassageReport, ReportFile
from engine.text import Document


@dataclass(frozen=True)
class Step:
    """A passage of draft number `draft` in its state `revision` has been examined; `passage` is None before
    the first one."""

    draft: int
    revision: int
    document: Document
    progress: Progress
    passage: PassageReport | None


@dataclass(frozen=True)
class Checked:
    """A report of draft number `draft` as it read in its state `revision`: `document` is that text, read
    from `data`."""

    draft: int
    revision: int
    document: Document
    file: ReportFile
    data: bytes


class Desk(QObject):
    """Signals only carry news; whoever needs the last report keeps it, or reads `checked`."""

    draft_changed = Signal(object)
    """Another draft is on the desk: its name, or None where there is none."""
    edited = Signal(int)
    """The draft's text changed: its new revision. What is known of an older one may be out of date."""
    stepped = Signal(object)
    """A `Step` of the draft on the desk, never of an older revision."""
    reported = Signal(object)
    """A `Checked` of the draft on the desk, never of an older revision; None where what was known is gone."""
    passage_chosen = Signal(int)
    """The caret, the strip or a finding went to this passage (its index in the report)."""
    passage_asked = Signal(int)
    """Show this passage in the draft."""
    words_asked = Signal(int, int)
    """Show and select these words of the draft: offsets of the last `Checked.document`'s text."""
    heat_asked = Signal(object)
    """Tint words by (start, end, share): a tuple, shares from -1 to 1; an empty tuple ends it."""
    page_asked = Signal(str)
    """Bring this page to the front."""
    panel_asked = Signal(str)
    """Bring this panel of the Check page to the front."""
    open_asked = Signal(object)
    """Open these files: a list of paths."""
    said = Signal(str)
    """A sentence for the window's status line."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._checked: Checked | None = None

    @property
    def checked(self) -> Checked | None:
        """The last report of the draft on the desk; its revision may be older than the text."""
        return self._checked

    def report(self, checked: Checked | None) -> None:
        """Keep and tell what is known of the draft on the desk."""
        self._checked = checked
        self.reported.emit(checked)
