"""Reading the drafts that a command names, and reporting those that can't be read."""

import sys
from pathlib import Path

from engine.text import Document, UnreadableDraft, read, read_bytes
from engine.text.reader import MAX_BYTES

STDIN = "-"
STDIN_NAME = "standard input"


def read_draft(name: str, called: str | None = None) -> Document:
    """The draft in the file `name`, or on standard input for "-"; `called` stands for the name that says
    how it is read, where that is another.

    Raises UnreadableDraft.
    """
    if name == STDIN:
        return read_bytes(sys.stdin.buffer.read(MAX_BYTES + 1), called or STDIN_NAME)
    return read(Path(name), called)


def read_all(names: list[str]) -> tuple[list[tuple[str, Document]], list[str]]:
    """The readable drafts with their names as given, and a sentence for each that is not."""
    drafts: list[tuple[str, Document]] = []
    problems: list[str] = []
    for name in names:
        try:
            drafts.append((name, read_draft(name)))
        except UnreadableDraft as error:
            problems.append(str(error))
    return drafts, problems
