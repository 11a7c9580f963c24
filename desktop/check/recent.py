"""Where the last drafts are; kept only for a person who wants a history."""

import json
from pathlib import Path

from platformdirs import user_state_path

from desktop.check.files import write_whole

MOST = 8


def file() -> Path:
    return user_state_path("evenhand", appauthor=False) / "recent.json"


def recent() -> list[Path]:
    """The last drafts that are still there, newest first."""
    try:
        names = json.loads(file().read_text("utf-8"))
        return [Path(name) for name in names if Path(name).is_file()][:MOST]
    except (OSError, ValueError, TypeError):
        return []


def remember(path: Path) -> list[Path]:
    """Put a draft first; the list that follows. Raises OSError."""
    path = path.absolute()
    paths = [path, *(one for one in recent() if one != path)][:MOST]
    write_whole(file(), json.dumps([str(one) for one in paths]).encode())
    return paths


def erase() -> None:
    """Raises OSError."""
    file().unlink(missing_ok=True)
