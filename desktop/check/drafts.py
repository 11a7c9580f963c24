"""The drafts of this window, one of them on the desk, and the list of them."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from desktop.check.draft import Draft
from desktop.check.words import tr

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


class Drafts(QAbstractListModel):
    """Rows are `Draft`s, under the role `UserRole`, in the order in which they were opened."""

    current_changed = Signal(object)
    """The `Draft` on the desk, or None."""
    added = Signal(object)
    removed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._drafts: list[Draft] = []
        self._current: Draft | None = None
        self._made = 0

    @property
    def all(self) -> tuple[Draft, ...]:
        return tuple(self._drafts)

    @property
    def current(self) -> Draft | None:
        return self._current

    def next_number(self) -> int:
        """For a new draft; no number is used twice."""
        self._made += 1
        return self._made

    def numbered(self, number: int) -> Draft | None:
        """The draft of that number, while it is here."""
        return next((draft for draft in self._drafts if draft.number == number), None)

    def add(self, draft: Draft) -> None:
        place = len(self._drafts)
        self.beginInsertRows(NOWHERE, place, place)
        self._drafts.append(draft)
        self.endInsertRows()
        draft.known.connect(lambda: self._told(draft))
        draft.document.modificationChanged.connect(lambda _changed: self._told(draft))
        self.added.emit(draft)

    def remove(self, draft: Draft) -> None:
        """Take a draft away; the one after it, or the last, comes to the desk."""
        place = self._drafts.index(draft)
        self.beginRemoveRows(NOWHERE, place, place)
        del self._drafts[place]
        self.endRemoveRows()
        self.removed.emit(draft)
        if draft is self._current:
            left = self._drafts[min(place, len(self._drafts) - 1)] if self._drafts else None
            self.choose(left)

    def choose(self, draft: Draft | None) -> None:
        """Bring a draft to the desk."""
        if draft is not self._current:
            self._current = draft
            self.current_changed.emit(draft)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._drafts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        draft = self._drafts[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return draft
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                changed = "• " if draft.document.isModified() else ""
                return f"{changed}{draft.name}\n{state(draft)}"
            case Qt.ItemDataRole.ToolTipRole:
                return str(draft.path or draft.name)
        return None

    def _told(self, draft: Draft) -> None:
        if draft in self._drafts:
            place = self.index(self._drafts.index(draft))
            self.dataChanged.emit(place, place)


def state(draft: Draft) -> str:
    """How far a draft is, in a few words."""
    found = sum(len(mark.findings) for mark in draft.marks)
    findings = tr("{count} findings") if found != 1 else tr("{count} finding")
    match draft.status:
        case "new":
            return tr("not checked yet")
        case "waiting":
            return tr("waiting")
        case "checking":
            return tr("reading · {found}").format(found=findings.format(count=found))
        case "done":
            return findings.format(count=found) if found else tr("no slant found")
        case "stopped":
            return tr("stopped · {found}").format(found=findings.format(count=found))
        case "failed":
            return tr("did not end")
