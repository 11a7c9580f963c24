"""Colors, type and icons of the window, from the same tokens as the reports."""

from desktop.theme.icons import icon
from desktop.theme.theme import Look, Theme

__all__ = ["Look", "Theme", "icon"]
