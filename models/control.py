"""Pausing, continuing and canceling a transfer from another thread."""

import threading

from models.errors import ModelError


class Canceled(ModelError):
    """A person ended the transfer; what has arrived is kept."""


class Control:
    """Handed to a transfer, which looks at it between two chunks; every method is safe from any thread.

    A paused transfer holds no connection; it goes on after the bytes that it has.
    """

    def __init__(self) -> None:
        self._going = threading.Event()
        self._going.set()
        self._canceled = threading.Event()

    @property
    def paused(self) -> bool:
        """Whether the transfer is to rest."""
        return not self._going.is_set()

    def pause(self) -> None:
        """Lets the transfer rest until `go_on`."""
        if not self._canceled.is_set():
            self._going.clear()

    def go_on(self) -> None:
        """Ends a pause."""
        self._going.set()

    def cancel(self) -> None:
        """Ends the transfer with `Canceled`, paused or not."""
        self._canceled.set()
        self._going.set()

    def check(self) -> None:
        """Raises `Canceled` once the transfer is to end."""
        if self._canceled.is_set():
            raise Canceled("The download was stopped; what has arrived is kept: start it again to go on.")

    def wait(self) -> None:
        """Returns as soon as there is no pause; raises `Canceled` like `check`."""
        self._going.wait()
        self.check()

    def sleep(self, seconds: float) -> None:
        """Waits that long, ended early by `Canceled`."""
        self._canceled.wait(seconds)
        self.check()
