"""Verify at work: the report's check run again with the report's model, on another thread."""

import threading
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop.work.background import background
from desktop.work.patience import until_stopped
from engine.check import Checker, Progress, settings
from engine.llm import Cancelled, Client, EngineFailed, ModelUnusable
from engine.reproduce import Comparison, options, read_report, require_draft, require_model
from engine.text import UnreadableDraft, read
from models import store
from models.errors import ModelError


class CannotVerify(Exception):
    """One sentence for a person."""


@dataclass(frozen=True)
class Request:
    """Files to compare, and where models lie."""

    report: Path
    draft: Path
    folder: Path
    threads: int
    stop: threading.Event = field(default_factory=threading.Event)


class Verifier(QObject):
    """One request at a time; it ends with exactly one of `compared`, `stopped` and `failed`."""

    loading = Signal(str)
    """The model of this file name is being loaded."""
    stepped = Signal(int, int)
    """So many passages of so many are done."""
    compared = Signal(object)
    """A `Comparison`."""
    stopped = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._request: Request | None = None

    @property
    def running(self) -> bool:
        return self._request is not None

    def start(self, request: Request) -> None:
        self._request = request
        background(lambda: self._verify(request), self._done, self._failed)

    def stop(self) -> None:
        """`stopped` follows within half a second."""
        if self._request:
            self._request.stop.set()

    def _verify(self, request: Request) -> Comparison:
        """On a thread of the pool. Raises CannotVerify, Cancelled."""
        try:
            return self._compare(request)
        except (UnreadableDraft, ModelError) as error:
            raise CannotVerify(str(error)) from error
        except ModelUnusable as error:
            raise CannotVerify(
                self.tr("The report's model can't be used: {error}.").format(error=error)
            ) from error
        except EngineFailed as error:
            raise CannotVerify(self.tr("The model's process ended twice: try it again.")) from error

    def _compare(self, request: Request) -> Comparison:
        old = read_report(request.report)
        draft = read(request.draft, old.circumstances.draft_name)
        require_draft(old, draft, request.draft.name)
        manifest = old.report.manifest
        try:
            model = store.find(manifest.model.file, request.folder)
        except ModelError as error:
            said = self.tr("The report's model, {file}, is not here: bring it in on the Models page.")
            raise CannotVerify(said.format(file=manifest.model.file)) from error
        self.loading.emit(manifest.model.name)
        remedy = self.tr("bring that one in on the Models page.")
        until_stopped(lambda: require_model(old, model, remedy), request.stop)
        chosen = options(manifest)
        done = old.report.verdict.passages
        with Client(model, settings(chosen, request.threads), stopped=request.stop.is_set) as client:
            checker = Checker(client, manifest.model.file, manifest.model.sha256, chosen)

            def tell(progress: Progress) -> None:
                if request.stop.is_set():
                    checker.stop()
                self.stepped.emit(progress.done, progress.total)

            new = checker.check(draft, tell, only=done, style=manifest.house_style)
        compared = Comparison(old, new)
        if not compared.whole:
            raise Cancelled("stopped on request")
        return compared

    def _done(self, compared: Comparison) -> None:
        self._request = None
        self.compared.emit(compared)

    def _failed(self, error: Exception) -> None:
        self._request = None
        if isinstance(error, Cancelled):
            self.stopped.emit()
        elif isinstance(error, CannotVerify):
            self.failed.emit(str(error))
        else:
            self.failed.emit(
                self.tr("Verify ended with an error ({name}).").format(name=type(error).__name__)
            )
            raise error
