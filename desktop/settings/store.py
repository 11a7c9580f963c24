"""The settings as they stand, and the file that keeps them."""

import json
from pathlib import Path
from typing import Any

from platformdirs import user_config_path
from PySide6.QtCore import QObject, Signal

from desktop.settings.migrations import migrated
from desktop.settings.schema import Settings
from models import records
from models.errors import ModelError


def place() -> Path:
    """The file, be it there or not."""
    return user_config_path("evenhand", appauthor=False) / "settings.json"


class SettingsStore(QObject):
    """Reads the file once and writes it whole at each change.

    A file that can't be understood is set aside under another name, and the usual settings hold; `trouble`
    then says so in a sentence, "" otherwise.
    """

    changed = Signal(object)
    """The new `Settings`."""
    failed = Signal(str)
    """A change holds, but could not be written: a sentence."""

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path or place()
        self.trouble = ""
        self._current = self._read()

    @property
    def current(self) -> Settings:
        return self._current

    def change(self, **values: Any) -> None:
        """Takes these fields over and writes the file; nothing happens where they are as they were.

        Raises `pydantic.ValidationError` for a value that a field does not take.
        """
        new = Settings.model_validate(self._current.model_dump() | values)
        if new == self._current:
            return
        self._current = new
        try:
            records.write(new, self._path)
        except ModelError as error:
            self.failed.emit(str(error))
        self.changed.emit(new)

    def _read(self) -> Settings:
        try:
            text = self._path.read_bytes()
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            self.trouble = self.tr(
                "Your settings at {path} can't be read ({why}), so the usual ones hold: check the file."
            ).format(path=self._path, why=error.strerror or error)
            return Settings()
        try:
            return Settings.model_validate(migrated(json.loads(text)))
        except (ValueError, ModelError):  # pydantic's and the JSON reader's errors are ValueErrors
            self.trouble = self._set_aside()
            return Settings()

    def _set_aside(self) -> str:
        aside = next(path for path in map(self._faulty, range(1, 10_000)) if not path.exists())
        try:
            self._path.replace(aside)
        except OSError as error:
            return self.tr(
                "Your settings at {path} are damaged or of another version, and can't be set aside ({why}); "
                "the usual ones hold, and the next change replaces the file."
            ).format(path=self._path, why=error.strerror or error)
        return self.tr(
            "Your settings were damaged or of another version, so the usual ones hold; the old file is now "
            "{aside}."
        ).format(aside=aside)

    def _faulty(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.stem}.faulty-{number}{self._path.suffix}")
