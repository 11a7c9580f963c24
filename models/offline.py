"""The offline lock: while it is on, nothing of Evenhand makes a connection.

It is on by a setting that stays, by the environment, or for one run; none of them can undo another.
"""

import os
from pathlib import Path

from platformdirs import user_config_path

from models.errors import ModelError

VARIABLE = "EVENHAND_OFFLINE"
LIBRARY_VARIABLE = "HF_HUB_OFFLINE"
UNSET = frozenset({"", "0", "false", "no", "off"})
"""What the variables may hold without locking; every other value locks."""

_CONTENT = "While this file is here, Evenhand makes no connection. Delete it to allow downloads again.\n"


class OfflineLocked(ModelError):
    """The lock is on."""


def check() -> None:
    """Raises `OfflineLocked` while the lock is on."""
    if (found := reason()) is not None:
        raise OfflineLocked(f"The network is locked off ({found[0]}), so nothing was asked for: {found[1]}.")


def reason() -> tuple[str, str] | None:
    """What holds the lock and how to undo it, both for a person; None while it is off."""
    for name in (VARIABLE, LIBRARY_VARIABLE):
        if os.environ.get(name, "").strip().lower() not in UNSET:
            return f"{name} is set, or --offline was given", f"unset {name}, or leave --offline out"
    path = setting()
    if os.path.lexists(path):
        return "by the offline setting", "allow it in the settings, or with `evenhand models offline off`"
    return None


def lock_run() -> None:
    """Locks this process and those that it starts; what `--offline` does."""
    os.environ[VARIABLE] = "1"


def setting() -> Path:
    """The file whose presence is the setting, whatever it holds."""
    return user_config_path("evenhand", appauthor=False) / "offline"


def set_setting(locked: bool) -> None:
    """Turns the setting on or off.

    Raises `ModelError` when the file cannot be written or deleted.
    """
    path = setting()
    try:
        if locked:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_CONTENT, encoding="utf-8")
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise ModelError(
            f"The offline setting {path} cannot be changed ({error.strerror or error}): check the folder's "
            "permissions."
        ) from error
