"""How long the window's event loop was away at most."""

import time
from types import TracebackType
from typing import Self

from PySide6.QtCore import QTimer

TICK_MS = 2


class Stalls:
    """While it is open, `longest` grows to the longest time in seconds between two turns of the event loop
    that a timer of 2 ms asks for."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = 0.0
        self._timer = QTimer()
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._turn)

    def __enter__(self) -> Self:
        self._last = time.perf_counter()
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.stop()

    def _turn(self) -> None:
        now = time.perf_counter()
        self.longest, self._last = max(self.longest, now - self._last), now
