"""Which house style a draft is checked by, and adding an accepted term to it."""

import os
import re
import tempfile
from pathlib import Path

from platformdirs import user_config_path

from knowledge import shipped
from knowledge.house_style import FILE, Fault, UnusableStyle, beside, parse

_ACCEPT = re.compile(r"^accept\s*=\s*\[", re.MULTILINE)
_TABLE = re.compile(r"^\s*\[", re.MULTILINE)


def own() -> Path:
    """The person's own house style, whether it is there or not."""
    return user_config_path("evenhand", appauthor=False) / FILE


def style_for(draft: Path | None, chosen: str) -> Path | None:
    """The chosen file, else the one beside the draft, else the person's own; None where there is none."""
    if chosen:
        return Path(chosen)
    return (beside(draft) if draft else None) or (own() if own().is_file() else None)


def accept(path: Path, term: str) -> None:
    """Add `term` to the accepted ones of the file, which is made where it is missing; the rest of it stays as
    it is, comments too.

    Raises UnusableStyle, with the file untouched, where it can't be read, written or extended.
    """
    try:
        text = path.read_text("utf-8-sig") if path.exists() else ""
    except (OSError, UnicodeDecodeError):
        raise UnusableStyle(path.name, [Fault(1, "can't be read as UTF-8 text; save it so.")]) from None
    categories = shipped().categories
    known = parse(text, categories, path.name).accept
    if term.casefold() in (one.casefold() for one in known):
        return
    changed = _with(text, term)
    parse(changed, categories, path.name)
    try:
        _write(path, changed)
    except OSError as error:
        raise UnusableStyle(path.name, [Fault(1, f"can't be written ({error.strerror}).")]) from error


def _with(text: str, term: str) -> str:
    quoted = '"' + term.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if found := _ACCEPT.search(text):
        rest = text[found.end() :]
        empty = rest.lstrip().startswith("]")
        return f"{text[: found.end()]}{quoted}{'' if empty else ', '}{rest}"
    line = f"accept = [{quoted}]\n"  # before the first table, or it would be a key of that table
    return line + ("\n" if _TABLE.match(text) else "") + text


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(aside).replace(path)
    except OSError:
        Path(aside).unlink(missing_ok=True)
        raise
