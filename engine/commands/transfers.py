"""The progress of bringing, copying or reading a model: a bar on a terminal, else a line now and then."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.progress import Progress as Bar
from rich.table import Column

from engine.commands.session import in_words
from models.progress import Progress, Report, size_text

LINE_EVERY_S, LINE_EVERY_SHARE = 5.0, 0.1


@contextmanager
def reporter(name: str, stream: TextIO) -> Iterator[Report]:
    """Shows the progress of what is done with `name`."""
    if not stream.isatty():
        yield lines(name, stream)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=14),
        DownloadColumn(table_column=Column(no_wrap=True)),
        TransferSpeedColumn(table_column=Column(no_wrap=True)),
        TimeRemainingColumn(table_column=Column(no_wrap=True)),
        TextColumn("{task.fields[note]}", markup=False, table_column=Column(no_wrap=True, max_width=22)),
    )
    with Bar(*columns, console=Console(file=stream)) as bar:
        task: TaskID | None = None

        def report(now: Progress) -> None:
            nonlocal task
            if task is None:  # only now, so that bytes of an earlier try do not count into the rate
                task = bar.add_task(name, total=now.total_bytes, completed=now.done_bytes, note=now.note)
            bar.update(task, completed=now.done_bytes, note=now.note)

        yield report


def lines(name: str, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> Report:
    """Reports in plain lines, at most one in 5 s unless 10 % more have arrived or the note is new."""
    last: tuple[float, Progress] | None = None

    def report(now: Progress) -> None:
        nonlocal last
        if last is not None:
            when, before = last
            quiet = clock() - when < LINE_EVERY_S and now.note == before.note
            if quiet and now.done_bytes - before.done_bytes < LINE_EVERY_SHARE * now.total_bytes:
                return
        last = (clock(), now)
        print(f"{name}: {_line(now)}", file=stream, flush=True)

    return report


def _line(now: Progress) -> str:
    share = now.done_bytes / now.total_bytes
    done, total = size_text(now.done_bytes), size_text(now.total_bytes)
    pace = ""
    if now.rate and now.seconds_left is not None:
        pace = f"{size_text(round(now.rate))}/s, {in_words(now.seconds_left)} left, "
    return f"{done} of {total} ({share:.0%}), {pace}{now.note}"
