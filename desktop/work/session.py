"""One model and one job at a time, on a thread of their own; the window hears of it by signals.

Stopping sets the job's flag, which the client looks at twenty times a second, whatever it is waiting for.
"""

from PySide6.QtCore import QObject, QThread, Signal, Slot

from desktop.work.jobs import Job, Setup
from desktop.work.worker import Worker


class Session(QObject):
    """Call it from the window's thread. Every signal carries, or is of, the running job's draft and revision;
    what an older revision brings is for the receiver to drop."""

    started = Signal(object)
    """A `Job` begins."""
    loading = Signal(str)
    """The model of this file name is being loaded; `staged` or an end follows."""
    staged = Signal(str)
    """Who is asked next: an `engine.bias.examine.Stage`."""
    stepped = Signal(object)
    """A `desktop.desk.Step`."""
    noticed = Signal(str)
    """A sentence about something out of the ordinary that needs nobody's help."""
    done = Signal(object)
    """A `Checked`: whole, or what there was when it was stopped."""
    stopped = Signal(object)
    """The `Job` was stopped before its first passage."""
    failed = Signal(object)
    """A `Failed`."""
    idle = Signal()
    """Nothing runs and nothing waits."""
    _go = Signal(object, object)

    def __init__(self, setup: Setup, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._setup = setup
        self._running: Job | None = None
        self._next: Job | None = None
        self._thread = QThread(self)
        self._thread.setObjectName("session")
        self._worker = Worker()
        self._worker.moveToThread(self._thread)
        self._go.connect(self._worker.run)
        self._worker.finished.connect(self._finished)
        for mine, theirs in (
            (self.loading, self._worker.loading),
            (self.staged, self._worker.staged),
            (self.stepped, self._worker.stepped),
            (self.noticed, self._worker.noticed),
            (self.done, self._worker.done),
            (self.stopped, self._worker.stopped),
            (self.failed, self._worker.failed),
        ):
            theirs.connect(mine)
        self._thread.start()

    @property
    def running(self) -> Job | None:
        return self._running

    @property
    def worker_pid(self) -> int | None:
        """The process that holds the model, where there is one."""
        return self._worker.worker_pid

    @property
    def setup(self) -> Setup:
        return self._setup

    def use(self, setup: Setup) -> None:
        """From the next job on; the model is loaded when it is first needed."""
        self._setup = setup

    def check(self, job: Job) -> None:
        """Begin the job, after stopping the one that runs; a job that still waits gives way."""
        self._next = job
        if self._running:
            self._running.stop.set()
        else:
            self._begin()

    def stop(self) -> None:
        """End what runs, drop what waits; `done` or `stopped` follows within half a second."""
        self._next = None
        if self._running:
            self._running.stop.set()

    def end(self) -> None:
        """Stop and let go of thread and model, for good."""
        self.stop()
        self._thread.quit()
        self._thread.wait()
        self._worker.close()

    def _begin(self) -> None:
        self._running, self._next = self._next, None
        self.started.emit(self._running)
        self._go.emit(self._running, self._setup)

    @Slot()
    def _finished(self) -> None:
        self._running = None
        if self._next:
            self._begin()
        else:
            self.idle.emit()
