"""Settings files of earlier versions, brought to today's shape one version at a time."""

from collections.abc import Callable, Mapping
from typing import Any

from desktop.settings.schema import VERSION
from models import offline

Data = dict[str, Any]


class NotOurs(ValueError):
    """The data is of no version that this program knows."""


def migrated(data: object) -> Data:
    """The settings in today's shape, not yet validated.

    Raises `NotOurs` for what has no version, and for that of a newer program.
    """
    if not isinstance(data, dict) or not isinstance(version := data.get("version"), int):
        raise NotOurs("no settings")
    if version > VERSION or any(step not in STEPS for step in range(version, VERSION)):
        raise NotOurs(f"settings of version {version}")
    for step in range(version, VERSION):
        data = {**STEPS[step](data), "version": step + 1}
    return data


def lock_moved(data: Data) -> Data:
    """From 1: the offline lock stood among the settings, and the command line did not heed it."""
    if data.get("offline") is True:
        offline.set_setting(True)
    return {name: value for name, value in data.items() if name != "offline"}


STEPS: Mapping[int, Callable[[Data], Data]] = {1: lock_moved}
"""By the version that each begins with."""
