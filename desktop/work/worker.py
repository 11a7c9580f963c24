"""The session's side that waits: it loads the model, runs a check, and says what comes of it."""

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from desktop.desk import Checked, Step
from desktop.work.jobs import Failed, Job, Setup, Trouble
from engine.bias import calibrations
from engine.bias.calibration import Calibration
from engine.bias.memory import Memory
from engine.check import Checker, Progress, settings
from engine.llm import Cancelled, Client, EngineFailed, ModelUnusable
from engine.report.build import passage_report
from engine.text import Document, UnreadableDraft, read_bytes
from knowledge import shipped
from knowledge.house_style import HouseStyle, UnusableStyle, load
from models import checkups, hardware, store
from models.checkups import Checkup
from models.errors import ModelError

LOOK = 0.05  # seconds between looks at whether a job was stopped
_log = logging.getLogger(__name__)


class Worker(QObject):
    """Its slots run on the session's thread."""

    loading = Signal(str)
    staged = Signal(str)
    stepped = Signal(object)
    noticed = Signal(str)
    done = Signal(object)
    stopped = Signal(object)
    failed = Signal(object)
    finished = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._client: Client | None = None
        self._memory = Memory()
        self._loaded: Setup | None = None
        self._file, self._digest = "", ""
        self._calibration: Calibration | None = None
        self._checkup: Checkup | None = None
        self._job: Job | None = None

    @property
    def worker_pid(self) -> int | None:
        return self._client.worker_pid if self._client else None

    @Slot(object, object)
    def run(self, job: Job, setup: Setup) -> None:
        """Check, and tell the end by exactly one of `done`, `stopped` and `failed`, then `finished`."""
        self._job = job
        try:
            with self._troubles(job, setup.model):
                document = job.original or read_bytes(job.data, job.name)
                style = load(job.style, shipped().categories) if job.style else None
                self._ready(setup, job)
                self.done.emit(self._check(job, document, style, setup))
        finally:
            self._job = None
            self.finished.emit()

    def close(self) -> None:
        """End the model's process."""
        if self._client:
            self._client.close()
            self._client = None

    @contextmanager
    def _troubles(self, job: Job, model: str) -> Iterator[None]:
        """Whatever goes wrong becomes a signal; draft and stack stay out of the log."""
        try:
            yield
        except Cancelled:
            self.stopped.emit(job)
        except UnreadableDraft as error:
            self._fail(job, "draft", str(error))
        except UnusableStyle as error:
            self._fail(job, "style", str(error).splitlines()[0])
        except ModelError as error:
            self._fail(job, "model", str(error))
        except ModelUnusable as error:
            self.close()
            self._fail(
                job, "model", self.tr("{model} can't be used: {error}.").format(model=model, error=error)
            )
        except EngineFailed:
            self.close()  # the next job loads the model anew
            self._fail(job, "engine", self.tr("The model's process ended twice. Your draft is untouched."))
        except Exception as error:
            _log.exception("a check failed with %s", type(error).__name__)
            self.close()
            name = type(error).__name__
            sentence = self.tr("The check ended with an error ({name}). Your draft is untouched.")
            self._fail(job, "engine", sentence.format(name=name))

    def _fail(self, job: Job, trouble: Trouble, sentence: str) -> None:
        self.failed.emit(Failed(job, trouble, sentence))

    def _ready(self, setup: Setup, job: Job) -> None:
        """The model of `setup` loaded; what is remembered belongs to it and its options."""
        if self._client and self._loaded == setup:
            return
        self.close()
        path = store.find(setup.model, setup.folder)
        self.loading.emit(path.name)
        digest = self._hash(path, job)
        self._client = Client(
            path, settings(setup.options, setup.threads), self.noticed.emit, self._is_stopped
        )
        calibration = calibrations.of(setup.folder, path, digest)
        if self._loaded is None or (digest, setup.options, calibration) != (
            self._digest,
            self._loaded.options,
            self._calibration,
        ):
            self._memory = Memory()
        self._calibration = calibration
        self._checkup = checkups.of(setup.folder, path, digest, hardware.identity())
        self._loaded, self._file, self._digest = setup, path.name, digest

    def _is_stopped(self) -> bool:
        return bool(self._job and self._job.stop.is_set())

    def _hash(self, path: Path, job: Job) -> str:
        """A large file's hash takes seconds where it isn't remembered; stopping doesn't wait for it."""
        pool = ThreadPoolExecutor(1)
        try:
            future = pool.submit(store.sha256, path)
            while True:
                if job.stop.is_set():
                    raise Cancelled("stopped on request")
                try:
                    return future.result(LOOK)
                except NotYet:
                    continue
        finally:
            pool.shutdown(wait=False)

    def _check(self, job: Job, document: Document, style: HouseStyle | None, setup: Setup) -> Checked:
        assert self._client

        def tell(progress: Progress) -> None:
            if job.stop.is_set():
                checker.stop()
            latest = (
                passage_report(progress.latest, document, setup.options.policy) if progress.latest else None
            )
            self.stepped.emit(Step(job.draft, job.revision, document, progress, latest))

        checker = Checker(
            self._client,
            self._file,
            self._digest,
            setup.options,
            self._calibration,
            self._checkup,
            self._memory,
            self.staged.emit,
        )
        return Checked(
            job.draft, job.revision, document, checker.check(document, tell, style=style), job.data
        )
