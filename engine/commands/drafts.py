"""Reading the drafts that a command names, files and folders, and reporting those that can't be read."""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.report.exporters import EXTENSIONS
from engine.text import MAX_BYTES, Document, UnreadableDraft, read_bytes, read_file

STDIN = "-"
STDIN_NAME = "standard input"
ENDINGS = (
    ".docx", ".docm", ".eml", ".htm", ".html", ".markdown", ".md", ".mht", ".mhtml", ".odt", ".ott", ".pdf",
    ".rtf", ".txt", ".xhtml",
)  # fmt: skip
"""What makes a file in a folder a draft; how it is read, its content says."""
_REPORTS = tuple(f".report.{ending}" for ending in EXTENSIONS.values())


@dataclass(frozen=True)
class Draft:
    """A draft as it was read: the name it was given by or found under, and its bytes."""

    name: str
    document: Document
    data: bytes


def read_draft(name: str, called: str | None = None) -> Draft:
    """The draft in the file `name`, or on standard input for "-"; `called` stands for the name that says
    how it is read, where that is another.

    Raises UnreadableDraft.
    """
    if name == STDIN:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        return Draft(name, read_bytes(data, called or STDIN_NAME), data)
    data = read_file(Path(name))
    return Draft(name, read_bytes(data, called or Path(name).name), data)


def read_all(names: Sequence[str]) -> tuple[list[Draft], list[str]]:
    """The readable drafts, and a sentence for each that is not."""
    drafts: list[Draft] = []
    problems: list[str] = []
    for name in names:
        try:
            drafts.append(read_draft(name))
        except UnreadableDraft as error:
            problems.append(str(error))
    return drafts, problems


def found(names: Sequence[str], recursive: bool) -> tuple[list[str], list[str]]:
    """The files that are named and, where `recursive`, the drafts in the folders that are, at any depth and
    in order, none twice; and a sentence for each folder or link that can't be followed.

    Hidden files, our own reports and what office programs leave beside an open file are passed over.
    """
    files: dict[object, str] = {}
    problems: list[str] = []
    for name in names:
        path = Path(name)
        if name == STDIN or not path.is_dir():
            files.setdefault(name if name == STDIN else os.path.realpath(path), name)
            continue
        if not recursive:
            problems.append(
                f"{path.name or name} is a folder: name the files in it, or all of them with --recursive."
            )
            continue
        before = len(files), len(problems)
        for one in _walk(path, problems):
            files.setdefault(os.path.realpath(one), str(one))
        if (len(files), len(problems)) == before:
            problems.append(f"{name} holds no drafts: name the files themselves, or another folder.")
    return list(files.values()), problems


def _walk(folder: Path, problems: list[str]) -> Iterator[Path]:
    def unreadable(error: OSError) -> None:
        problems.append(
            f"{Path(error.filename or folder).name} could not be looked into ({error.strerror}): "
            "change its permissions, or name the files themselves."
        )

    root = folder.resolve()
    for place, folders, files in os.walk(folder, onerror=unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in [*folders, *sorted(files)]:
            path = Path(place, name)
            if path.is_symlink() and not path.resolve().is_relative_to(root):
                if name in folders or _is_draft(name):
                    problems.append(
                        f"{name} is a symbolic link out of the folder {folder}: name what it points to, if "
                        "you want that checked."
                    )
            elif name not in folders and _is_draft(name) and path.is_file():
                yield path


def _is_draft(name: str) -> bool:
    lower = name.lower()
    return lower.endswith(ENDINGS) and not lower.startswith((".", "~$")) and not lower.endswith(_REPORTS)
