"""Starting, talking to and ending the worker process; nothing here knows what a job means."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait

from engine.llm.messages import Cancel, Job, Reply


class WorkerDied(Exception):
    """The worker process ended by itself; the message says how."""


class WorkerProcess:
    """A running worker behind two one-way pipes."""

    def __init__(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        requests_out, self._requests = spawn.Pipe(duplex=False)
        self._replies, replies_in = spawn.Pipe(duplex=False)
        self._process = spawn.Process(target=_serve, args=(requests_out, replies_in), daemon=True)
        with _without_interrupts():
            self._process.start()
        requests_out.close()
        replies_in.close()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def send(self, message: Job | Cancel) -> None:
        try:
            self._requests.send(message)
        except OSError as error:
            raise WorkerDied(self._how()) from error

    def receive(self, timeout: float | None) -> Reply | None:
        """The next reply, None after `timeout` seconds without one."""
        if not wait([self._replies], timeout):
            return None
        try:
            reply: Reply = self._replies.recv()
        except (EOFError, OSError) as error:
            raise WorkerDied(self._how()) from error
        return reply

    def end(self) -> None:
        """Kill it, without asking."""
        self._process.kill()
        self._process.join()
        self._requests.close()
        self._replies.close()

    def _how(self) -> str:
        self._process.join(5)
        code = self._process.exitcode
        return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A process started in here never sees Ctrl-C, not even while Python is only starting in it."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # or the start would start it, which lets the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(requests: Connection, replies: Connection) -> None:
    """The entry point of the worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the client's to handle
    os.environ.setdefault("GGML_NO_BACKTRACE", "1")  # when llama.cpp aborts, the client says so in a sentence
    from engine.llm.worker import serve  # imported here: no other process loads llama.cpp

    serve(requests, replies)
