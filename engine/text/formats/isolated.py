"""Work on bytes that cannot be trusted, in a process of its own that may crash, hang or grow in vain."""

import multiprocessing
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait

import psutil

_SECONDS = 8.0  # of the processor
_LONGEST = 30.0  # by the clock: a busy machine gives it little
_MEMORY = 400 * 1024 * 1024
_LOOK_EVERY = 0.05  # seconds
_MOST_RESULT = 64 * 1024 * 1024

Work = Callable[[bytes], bytes]


class Failed(Exception):
    """The work crashed, took too long or took too much memory."""


def isolated(
    work: Work, data: bytes, seconds: float = _SECONDS, memory: int = _MEMORY, longest: float = _LONGEST
) -> bytes:
    """work(data), with work a function at the top of a module. Raises Failed."""
    spawn = multiprocessing.get_context("spawn")
    receiver, sender = spawn.Pipe(duplex=False)
    inner, feeder = spawn.Pipe(duplex=False)
    process = spawn.Process(target=_run, args=(work, inner, sender), daemon=True)
    process.start()
    sender.close()
    inner.close()
    try:
        with suppress(OSError):  # it may die while it is fed
            feeder.send_bytes(data)
        return _awaited(receiver, process.pid or 0, seconds, memory, longest)
    finally:
        process.kill()
        process.join()
        process.close()
        receiver.close()
        feeder.close()


def _awaited(receiver: Connection, pid: int, seconds: float, memory: int, longest: float) -> bytes:
    deadline = time.monotonic() + longest
    while not wait([receiver], _LOOK_EVERY):
        try:
            process = psutil.Process(pid)
            taken = process.memory_info().rss
            used = process.cpu_times()
        except psutil.Error as error:
            raise Failed("it crashed") from error
        if taken > memory:
            raise Failed("it takes too much memory")
        if used.user + used.system > seconds or time.monotonic() > deadline:
            raise Failed("it takes too long")
    try:
        return receiver.recv_bytes(_MOST_RESULT)
    except (EOFError, OSError) as error:
        raise Failed("it crashed") from error


def _run(work: Work, receiver: Connection, sender: Connection) -> None:
    """The entry point of the process, which is ended from outside only."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sender.send_bytes(work(receiver.recv_bytes()))
