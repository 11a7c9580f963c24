"""Fetches in processes of their own, which can be killed; they find what the tests have set up."""

import multiprocessing
import os
import sys
import threading
from collections.abc import Mapping
from multiprocessing.process import BaseProcess
from pathlib import Path

from models.catalog import Entry

CARRIED = ("HF_ENDPOINT", "NO_PROXY", "EVENHAND_CACHE", "XDG_CONFIG_HOME")


def start(entry: Entry, folder: Path, threads: int = 1) -> BaseProcess:
    """A running process with so many fetches of the entry at once; its exit code is how many failed."""
    context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
    if sys.platform != "win32":
        context.set_forkserver_preload(["models.fetch"])
    environment = {name: os.environ[name] for name in CARRIED if name in os.environ}
    process = context.Process(target=_fetch, args=(entry, folder, threads, environment))
    process.start()
    return process


def _fetch(entry: Entry, folder: Path, threads: int, environment: Mapping[str, str]) -> None:
    os.environ.update(environment)
    from models.fetch import fetch

    brought: list[Path] = []
    starts = [
        threading.Thread(target=lambda: brought.append(fetch(entry, folder, from_wheels=False)))
        for _ in range(threads)
    ]
    for thread in starts:
        thread.start()
    for thread in starts:
        thread.join()
    sys.exit(threads - len(brought))
