"""Folders that `evenhand models export` wrote, on the disks and sticks that are plugged in."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QStorageInfo

from models import bundle
from models.errors import ModelError


@dataclass(frozen=True)
class Stick:
    """A folder with a manifest, and the titles of what it holds."""

    path: Path
    titles: tuple[str, ...]


def sticks(roots: Iterable[Path] | None = None) -> list[Stick]:
    """Those at the root of a mounted volume, or one folder below; for a thread of its own, since a network
    drive may be slow. What cannot be read is left out."""
    found = []
    for root in roots if roots is not None else _volumes():
        for folder in _folders(root):
            try:
                if bundle.is_bundle(folder):
                    models = bundle.read(folder).models
                    found.append(Stick(folder, tuple(model.title for model in models)))
            except (OSError, ModelError):
                continue
    return found


def _volumes() -> list[Path]:
    """Where sticks and disks are mounted, but for the system's own volume."""
    mounted = (volume for volume in QStorageInfo.mountedVolumes() if volume.isValid() and volume.isReady())
    return [Path(volume.rootPath()) for volume in mounted if not volume.isRoot() and _is_disk(volume)]


def _is_disk(volume: QStorageInfo) -> bool:
    """Not one of the many that systems keep in memory."""
    device = bytes(volume.device().data()).decode(errors="replace")
    return not volume.rootPath().startswith(("/proc", "/sys", "/dev", "/boot", "/snap")) and (
        device.startswith(("/dev/", "//", "\\\\"))
    )


def _folders(root: Path) -> list[Path]:
    try:
        return [root, *sorted(path for path in root.iterdir() if path.is_dir())]
    except OSError:
        return []
