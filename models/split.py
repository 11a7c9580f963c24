"""Models split into several files, as llama.cpp names them: NAME-00001-of-00003.gguf."""

import re
from pathlib import Path

from models.errors import ModelError

_NUMBERED = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.IGNORECASE)


def is_follower(name: str) -> bool:
    """Whether a file of that name is a later part of a split model."""
    found = _NUMBERED.fullmatch(name)
    return found is not None and int(found["number"]) != 1


def parts(path: Path) -> tuple[Path, ...]:
    """All files of the model that `path`, any one of them, belongs to, in order; existing or not."""
    found = _NUMBERED.fullmatch(path.name)
    if found is None:
        return (path,)
    ending, count = path.suffix, int(found["count"])
    return tuple(
        path.with_name(f"{found['stem']}-{number:05}-of-{count:05}{ending}") for number in range(1, count + 1)
    )


def gather(path: Path) -> tuple[Path, ...]:
    """Like `parts`, all of them there.

    Raises `ModelError` that names those that are missing.
    """
    found = parts(path)
    missing = [part.name for part in found if not part.is_file()]
    if missing and len(found) > 1:
        raise ModelError(
            f"{path.name} is one of {len(found)} files of a split model, and {', '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} not in {path.parent}: put all of them into one folder."
        )
    return found
