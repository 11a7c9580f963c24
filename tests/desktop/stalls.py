"""How long the window's event loop was away at most."""

import time
from types import TracebackType
from typing import Self

from PySide6.QtCore import QTimer

TICK_MS = 2


class Stalls:
    """While it is open, `longest` grows to the longest time in seconds between two turns of the event loop
    that a timer of 2 ms asks for, and `busiest` to the most processor time that the window's thread took for
    one: where others use the machine too, only that is the window's doing."""

    def __init__(self) -> None:
        self.longest = self.busiest = 0.0
        self._last = self._last_busy = 0.0
        self._timer = QTimer()
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._turn)

    def __enter__(self) -> Self:
        self._last, self._last_busy = time.perf_counter(), time.thread_time()
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.stop()

    def _turn(self) -> None:
        now, busy = time.perf_counter(), time.thread_time()
        self.longest, self._last = max(self.longest, now - self._last), now
        self.busiest, self._last_busy = max(self.busiest, busy - self._last_busy), busy
