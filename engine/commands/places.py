"""Where the results of a command go."""

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.commands.drafts import STDIN
from engine.report.exporters import EXTENSIONS, Format

_BINARY: frozenset[Format] = frozenset({"pdf", "docx", "odt"})


def terminal_problem(format: Format) -> str | None:
    """Why standard output can't take this format."""
    if format in _BINARY and sys.stdout.isatty():
        return f"A {format} can't be shown in a terminal: name a file with --out."
    return None


def place_problem(
    out: Path, targets: Sequence[Path | None], kept: Sequence[str], to_folder: bool
) -> str | None:
    """Why reports can't go to `targets`, found out before the work; makes the folder `out` for several of
    them. None of the files named in `kept` may be replaced."""
    try:
        if to_folder:
            out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return f"The folder {out} can't be made ({error.strerror}): choose another place."
    originals = {Path(name).resolve() for name in kept if name != STDIN}
    for target in targets:
        if target and target.resolve() in originals:
            return f"The report {target} would replace what it is made from: give it another name."
    if not out.parent.is_dir():
        return f"The report {out} can't be written, because its folder does not exist: create it first."
    return None


def targets(names: Sequence[str], out: Path | None, to_folder: bool, format: Format) -> list[Path | None]:
    """Where each report goes; drafts of one name in different folders get numbered files."""
    if not out:
        return [None] * len(names)
    if not to_folder and not out.is_dir():
        return [out]
    found: list[Path | None] = []
    for name in names:
        stem = "stdin" if name == STDIN else Path(name).name
        target, number = out / f"{stem}.report.{EXTENSIONS[format]}", 2
        while target in found:
            target, number = out / f"{stem}.{number}.report.{EXTENSIONS[format]}", number + 1
        found.append(target)
    return found
