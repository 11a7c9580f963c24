"""The program's log: what it did, never what a draft says.

Draft text could hide in an exception's message, so of exceptions only the types and the lines of code are
written, whoever logs them. Names and paths of drafts are nobody's business either: log none.
"""

import logging
import platform
import traceback
from importlib.metadata import version
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from platformdirs import user_log_path

MOST, KEPT = 500_000, 1  # bytes of a file, and older files
_logger = logging.getLogger("desktop")


def place() -> Path:
    """The newest file; an older one lies beside it."""
    return user_log_path("evenhand", appauthor=False) / "evenhand.log"


def begin() -> None:
    """Writes from now on what `desktop` logs; a folder that takes no file is no reason not to start."""
    try:
        place().parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(place(), maxBytes=MOST, backupCount=KEPT, encoding="utf-8", delay=False)
    except OSError:
        return
    handler.setFormatter(_Plain("%(asctime)s %(levelname)s %(message)s"))
    handler.addFilter(_without_values)
    for old in _logger.handlers[:]:
        _logger.removeHandler(old)
        old.close()
    _logger.addHandler(handler)
    _logger.setLevel(logging.INFO)
    _logger.propagate = False
    say(f"Evenhand {version('evenhand')} started, Python {platform.python_version()}, {platform.platform()}")


def say(sentence: str) -> None:
    """Writes a sentence, which holds no text, name or path of a draft."""
    _logger.info(sentence)


def failed(error: BaseException) -> None:
    """Writes that error's type and where it came from."""
    _logger.error("An error nobody expected", exc_info=error)


def read() -> str:
    """What is kept, the oldest first; "" where there is nothing."""
    files = [place().with_name(f"{place().name}.{number}") for number in range(KEPT, 0, -1)]
    texts = []
    for path in (*files, place()):
        try:
            texts.append(path.read_text(encoding="utf-8", errors="replace"))
        except OSError:
            continue
    return "".join(texts)


class _Plain(logging.Formatter):
    def formatException(self, ei: object) -> str:
        """Types and lines of code of an exception and of those it came from, without their messages."""
        assert isinstance(ei, tuple)
        error: BaseException | None = ei[1]
        lines: list[str] = []
        seen: set[int] = set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            lines += [f"  {type(error).__qualname__}", *_frames(error.__traceback__)]
            error = error.__cause__ or error.__context__
        return "\n".join(lines)

    def formatStack(self, stack_info: str) -> str:
        return ""


def _frames(trace: TracebackType | None) -> list[str]:
    """Without the lines' own text and without the folders of this person."""
    found = traceback.extract_tb(trace)
    return [f"    {'/'.join(Path(one.filename).parts[-3:])}:{one.lineno} {one.name}" for one in found]


def _without_values(record: logging.LogRecord) -> bool:
    """An exception among the values of a message gives only its type."""
    if isinstance(record.args, tuple):
        record.args = tuple(
            type(value).__qualname__ if isinstance(value, BaseException) else value for value in record.args
        )
    return True
