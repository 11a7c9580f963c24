"""A question where the eye already is, with its answers beside it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton


class Question(QFrame):
    """Hidden until it is asked, and once it is answered."""

    agreed = Signal()
    """The first answer."""
    second = Signal()
    """The second one, where there are three."""
    declined = Signal()
    """The last one."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("question")
        self.sentence = QLabel()
        self.sentence.setWordWrap(True)
        self.yes, self.other, self.no = QPushButton(), QPushButton(), QPushButton()
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 8)
        row.setSpacing(8)
        row.addWidget(self.sentence, 1)
        for button, signal in (
            (self.no, self.declined),
            (self.other, self.second),
            (self.yes, self.agreed),
        ):
            button.setProperty("compact", True)
            button.clicked.connect(self.hide)
            button.clicked.connect(signal)
            row.addWidget(button)
        self.hide()

    def ask(self, sentence: str, yes: str, no: str, other: str = "") -> None:
        """Show it, the keyboard on the answer that changes nothing."""
        self.sentence.setText(sentence)
        for button, text in ((self.yes, yes), (self.other, other), (self.no, no)):
            button.setText(text)
            button.setAccessibleDescription(sentence)
            button.setVisible(bool(text))
        self.show()
        self.no.setFocus()
