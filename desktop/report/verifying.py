"""Verify at work: the report's check run again with the report's model, on another thread."""

import threading
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal, Slot

from desktop import log
from desktop.work.patience import until_stopped
from engine.check import Checker, Progress, settings
from engine.llm import Cancelled, Client, EngineFailed, ModelUnusable
from engine.reproduce import Comparison, options, read_report, require_draft, require_model
from engine.text import UnreadableDraft, read
from models import store
from models.errors import ModelError


@dataclass(frozen=True)
class Request:
    """Files to compare, and where models lie."""

    report: Path
    draft: Path
    folder: Path
    threads: int
    stop: threading.Event = field(default_factory=threading.Event)


class Verifier(QObject):
    """One request at a time, on a thread of its own; it ends with exactly one of `compared`, `stopped` and
    `failed`. Call `end` before it goes."""

    loading = Signal(str)
    """The model of this name is being loaded."""
    stepped = Signal(int, int)
    """So many passages of so many are done."""
    compared = Signal(object)
    """A `Comparison`."""
    stopped = Signal()
    failed = Signal(str)
    _go = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._request: Request | None = None
        self._thread = QThread(self)
        self._thread.setObjectName("verify")
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        self._go.connect(self._worker.run)
        for mine, theirs in (
            (self.loading, self._worker.loading),
            (self.stepped, self._worker.stepped),
            (self.compared, self._worker.compared),
            (self.stopped, self._worker.stopped),
            (self.failed, self._worker.failed),
        ):
            theirs.connect(mine)

    def start(self, request: Request) -> None:
        """Begin; the one before must have ended."""
        self._request = request
        self._thread.start()
        self._go.emit(request)

    def stop(self) -> None:
        """`stopped` follows within half a second."""
        if self._request:
            self._request.stop.set()

    def end(self) -> None:
        """Stop, and let go of the thread for good."""
        self.stop()
        self._thread.quit()
        self._thread.wait()


class _Worker(QObject):
    """Its slot runs on the verifier's thread."""

    loading = Signal(str)
    stepped = Signal(int, int)
    compared = Signal(object)
    stopped = Signal()
    failed = Signal(str)

    @Slot(object)
    def run(self, request: Request) -> None:
        try:
            self.compared.emit(self._compare(request))
        except Cancelled:
            self.stopped.emit()
        except (UnreadableDraft, ModelError) as error:
            self.failed.emit(str(error))
        except ModelUnusable as error:
            self.failed.emit(self.tr("The report's model can't be used: {error}.").format(error=error))
        except EngineFailed:
            self.failed.emit(self.tr("The model's process ended twice: try it again."))
        except Exception as error:
            log.failed(error)
            said = self.tr("It ended with an error ({name}): try it again.")
            self.failed.emit(said.format(name=type(error).__name__))

    def _compare(self, request: Request) -> Comparison:
        """Raises Cancelled, and what the engine raises."""
        old = read_report(request.report)
        draft = read(request.draft, old.circumstances.draft_name)
        require_draft(old, draft, request.draft.name)
        manifest = old.report.manifest
        try:
            model = store.find(manifest.model.file, request.folder)
        except ModelError as error:
            said = self.tr("The report's model, {file}, is not here: bring it in on the Models page.")
            raise ModelError(said.format(file=manifest.model.file)) from error
        self.loading.emit(manifest.model.name)
        remedy = self.tr("bring that one in on the Models page.")
        until_stopped(lambda: require_model(old, model, remedy), request.stop)
        chosen = options(manifest)
        done = old.report.verdict.passages
        with Client(model, settings(chosen, request.threads), stopped=request.stop.is_set) as client:
            checker = Checker(
                client, manifest.model.file, manifest.model.sha256, chosen, manifest.calibration
            )

            def tell(progress: Progress) -> None:
                if request.stop.is_set():
                    checker.stop()
                self.stepped.emit(progress.done, progress.total)

            new = checker.check(draft, tell, only=done, style=manifest.house_style)
        compared = Comparison(old, new)
        if not compared.whole:
            raise Cancelled("stopped on request")
        return compared
