"""The button that lays the reading by likelihood over the words of the draft."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QToolButton

from desktop.desk import Desk
from engine.bias.constants import CHANNEL_LIMIT
from engine.report.schema import PassageReport


class HeatButton(QToolButton):
    """While it is pressed, the words of the passage that is shown are tinted by how they lean."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._passage: PassageReport | None = None
        said = _tr("Tint the words of this passage: likelier in commentary, or likelier in a plain report")
        self.setObjectName("why-heat")
        self.setText(_tr("Words"))
        self.setToolTip(said)
        self.setAccessibleName(_tr("Words by likelihood"))
        self.setAccessibleDescription(said)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.toggled.connect(lambda _on: self._tint())
        self.hide()

    def follow(self, passage: PassageReport | None) -> None:
        """Tint that passage from now on; a passage that was not read by likelihood has nothing to show."""
        if passage is self._passage:
            return
        self._passage = passage
        self.setVisible(bool(passage and passage.outputs.likelihood))
        self._tint()

    def _tint(self) -> None:
        self._desk.heat_asked.emit(tints(self._passage) if self.isChecked() and self._passage else ())


def tints(passage: PassageReport) -> tuple[tuple[int, int, float], ...]:
    """Each word's start and end in the draft, and its lean: -1 for a report, to 1 for commentary."""
    read = passage.outputs.likelihood
    words = read.words if read else ()
    return tuple((word.start, word.end, max(-1.0, min(1.0, word.ratio / CHANNEL_LIMIT))) for word in words)


def _tr(text: str) -> str:
    return QCoreApplication.translate("HeatButton", text)
