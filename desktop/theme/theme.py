"""The window's look: the reports' tokens as a Qt palette and stylesheet, light or dark, recolored at once."""

from collections.abc import Mapping
from importlib.resources import files
from string import Template
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from engine.report.tokens import DARK, LIGHT

Look = Literal["system", "light", "dark"]

_ROLES = {
    QPalette.ColorRole.Window: "paper",
    QPalette.ColorRole.WindowText: "ink",
    QPalette.ColorRole.Base: "raised",
    QPalette.ColorRole.AlternateBase: "paper",
    QPalette.ColorRole.Text: "ink",
    QPalette.ColorRole.Button: "raised",
    QPalette.ColorRole.ButtonText: "ink",
    QPalette.ColorRole.PlaceholderText: "quiet",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "ink",
    QPalette.ColorRole.Highlight: "accent-soft",
    QPalette.ColorRole.HighlightedText: "ink",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Accent: "accent",
}
_QUIET_WHEN_DISABLED = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)


class Theme(QObject):
    """Colors by the tokens' names; `changed` is told after the whole application has taken a new look."""

    changed = Signal()

    def __init__(self, application: QApplication, look: Look = "system") -> None:
        super().__init__(application)
        self._application = application
        self._look: Look = look
        application.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    @property
    def dark(self) -> bool:
        if self._look == "system":
            return self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._look == "dark"

    def color(self, token: str) -> QColor:
        """A color by its name in `engine.report.tokens`; KeyError for another one."""
        return QColor(self._tokens[token])

    def choose(self, look: Look) -> None:
        """Take that look from now on."""
        self._look = look
        self._apply()

    @property
    def _tokens(self) -> Mapping[str, str]:
        return DARK if self.dark else LIGHT

    def _apply(self) -> None:
        self._application.setPalette(self._palette())
        self._application.setStyleSheet(stylesheet(self._tokens))
        self.changed.emit()

    def _palette(self) -> QPalette:
        palette = QPalette()
        for role, token in _ROLES.items():
            palette.setColor(role, self.color(token))
        for role in _QUIET_WHEN_DISABLED:
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.color("quiet"))
        return palette


def stylesheet(tokens: Mapping[str, str]) -> str:
    """The application's stylesheet in these colors."""
    names = {name.replace("-", "_"): value for name, value in tokens.items()}
    # Controls take their drawings as files only.
    names |= {"icons": str(files("desktop.theme.icons")).replace("\\", "/")}
    names |= {"mode": "dark" if tokens is DARK else "light"}
    return Template(files("desktop.theme").joinpath("window.qss").read_text("utf-8")).substitute(names)
