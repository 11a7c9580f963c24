"""Waiting for a call that can't be stopped, no longer than a person wants to."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from typing import TypeVar

from engine.llm import Cancelled

T = TypeVar("T")
LOOK = 0.05  # seconds between looks at the flag


def until_stopped(call: Callable[[], T], stop: threading.Event) -> T:
    """The call's result or what it raises; Cancelled once `stop` is set, while the call ends by itself."""
    pool = ThreadPoolExecutor(1)
    try:
        future = pool.submit(call)
        while not stop.is_set():
            try:
                return future.result(LOOK)
            except NotYet:
                continue
        raise Cancelled("stopped on request")
    finally:
        pool.shutdown(wait=False)
