"""What the window asks of the engine, and how that can fail."""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine.check import Options
from engine.text import Document

Trouble = Literal["model", "draft", "style", "engine"]


@dataclass(frozen=True)
class Setup:
    """Which model, by a name that `models.store.find` takes in `folder`, and how to run it (0 threads: as
    many as suit the machine)."""

    model: str
    folder: Path
    options: Options
    threads: int = 0


@dataclass(frozen=True)
class Job:
    """Check draft number `draft` in its state `revision`. `data` is its file's bytes and `original` what was
    read from them, where nothing has been edited; else the editor's text in UTF-8, and None. `style` is the
    house style's file, if any."""

    draft: int
    revision: int
    name: str
    data: bytes
    original: Document | None = None
    style: Path | None = None
    stop: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True)
class Failed:
    """A job that can't go on: whose fault, and one sentence for a person."""

    job: Job
    trouble: Trouble
    sentence: str
