"""What a person may set: typed, versioned, kept in one file."""

from desktop.settings.schema import Settings
from desktop.settings.store import SettingsStore

__all__ = ["Settings", "SettingsStore"]
