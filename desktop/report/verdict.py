"""What Verify found, in one heading, one sentence and, where bytes differ, the places."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout

from desktop.theme import Theme
from desktop.theme.icons import pixmap
from desktop.why.texts import label
from engine.reproduce import Comparison

_LINES = 8  # of differences; more can be scrolled


class VerdictCard(QFrame):
    """Hidden until there is something to say."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._icon_name = "check"
        self.setObjectName("slot")
        self._icon = QLabel()
        self._heading = label("", "title")
        self._heading.setObjectName("verify-heading")
        self._sentence = label("")
        self._sentence.setObjectName("verify-sentence")
        self._details = QPlainTextEdit()
        self._details.setObjectName("verify-details")
        self._details.setReadOnly(True)
        self._details.setTabChangesFocus(True)
        self._details.setAccessibleName(self.tr("Where they differ"))
        self._details.setAccessibleDescription(self.tr("One difference a line"))
        words = QVBoxLayout()
        words.setSpacing(4)
        for part in (self._heading, self._sentence, self._details):
            words.addWidget(part)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 16, 16, 16)
        row.setSpacing(16)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        theme.changed.connect(self._recolor)
        self.hide()

    def show_comparison(self, compared: Comparison) -> None:
        if compared.agree:
            said = self.tr("Run again, the check gave the same report, byte for byte. SHA-256: {sha256}")
            self.say("agree", self.tr("The report reproduces"), said.format(sha256=compared.new.sha256))
            return
        said = self.tr("Run again with the same model and settings, the check gave another report.")
        self.say("differ", self.tr("The report does not reproduce"), said, compared.differences)

    def say(self, icon: str, heading: str, sentence: str, details: tuple[str, ...] = ()) -> None:
        self._icon_name = icon
        self._heading.setText(heading)
        self._sentence.setText(sentence)
        self._details.setPlainText("\n".join(details))
        self._details.setFixedHeight(min(len(details), _LINES) * self.fontMetrics().lineSpacing() + 24)
        self._details.setVisible(bool(details))
        self.setAccessibleName(f"{heading}. {sentence}")
        self._recolor()
        self.show()

    def _recolor(self) -> None:
        color = self._theme.color("accent")
        self._icon.setPixmap(pixmap(self._icon_name, color, 32, self.devicePixelRatioF()))
