"""The findings of the draft on the desk as a list that can be narrowed, by mark and finding."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from desktop.check import words
from desktop.check.marks import Mark
from engine.bias.decision import AgentName
from engine.bias.outputs import MetaCategory
from engine.report.schema import Finding
from knowledge import Severity

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


@dataclass(frozen=True)
class Row:
    mark: Mark
    finding: Finding


@dataclass(frozen=True)
class Wanted:
    """What to show; None is all."""

    kind: MetaCategory | None = None
    severity: Severity | None = None
    agent: AgentName | None = None

    def allows(self, finding: Finding) -> bool:
        return (
            self.kind in (None, finding.kind)
            and self.severity in (None, finding.severity)
            and self.agent in (None, finding.agent)
        )


class Findings(QAbstractListModel):
    """`Row`s in the order of the text, under the role `UserRole`."""

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[Row, ...] = ()
        self._rows: tuple[Row, ...] = ()
        self._wanted = Wanted()

    @property
    def wanted(self) -> Wanted:
        return self._wanted

    @property
    def total(self) -> int:
        return len(self._all)

    @property
    def rows(self) -> tuple[Row, ...]:
        return self._rows

    def set_marks(self, marks: tuple[Mark, ...]) -> None:
        self._all = tuple(Row(mark, finding) for mark in marks for finding in mark.findings)
        self._sift()

    def narrow(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._sift()

    def row_of(self, mark: Mark) -> int | None:
        """Where the mark's first shown finding is."""
        places = (
            i for i, row in enumerate(self._rows) if (row.mark.start, row.mark.end) == (mark.start, mark.end)
        )
        return next(places, None)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.DisplayRole:
                return row.finding.quote
            case Qt.ItemDataRole.AccessibleTextRole:
                kind = words.kinds()[row.finding.kind]
                return f"{kind}: “{row.finding.quote}”. {row.finding.why}"
            case Qt.ItemDataRole.ToolTipRole:
                return row.finding.why
        return None

    def _sift(self) -> None:
        rows = tuple(row for row in self._all if self._wanted.allows(row.finding))
        if rows == self._rows:
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
