"""A state in words where the eye is: what happened, and the one thing to do about it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.theme import Theme
from desktop.theme.icons import pixmap


class Notice(QFrame):
    """An icon, a heading, a sentence and at most one button."""

    pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = "check"
        self._icon, self._heading, self._sentence = QLabel(), QLabel(), QLabel()
        self._button = QPushButton()
        self._heading.setProperty("role", "heading")
        self._sentence.setProperty("role", "quiet")
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 32, 24, 32)
        column.setSpacing(8)
        for label in (self._icon, self._heading, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addSpacing(8)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()
        self._button.clicked.connect(self.pressed)
        theme.changed.connect(self._recolor)

    @property
    def button(self) -> QPushButton:
        return self._button

    @property
    def text(self) -> str:
        """Heading and sentence."""
        return f"{self._heading.text()} {self._sentence.text()}".strip()

    def say(self, icon: str, heading: str, sentence: str = "", button: str = "") -> None:
        self._name = icon
        self._heading.setText(heading)
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))
        self._button.setText(button)
        self._button.setVisible(bool(button))
        self.setAccessibleName(f"{heading} {sentence}".strip())
        self._recolor()

    def _recolor(self) -> None:
        self._icon.setPixmap(pixmap(self._name, self._theme.color("quiet"), 32, self.devicePixelRatioF()))
