"""The one door to local inference, for the command line and the window alike.

The model lives in a worker process: a native crash inside llama.cpp ends that process, not this one.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.llm.errors import Cancelled, DoesNotFit, EngineFailed, ModelUnusable
from engine.llm.machine import default_threads, require_memory
from engine.llm.messages import (
    Answered,
    Ask,
    AskAll,
    Cancel,
    CountTokens,
    Failure,
    Job,
    Load,
    ModelInfo,
    Prompt,
    RawAnswer,
    Result,
    Scored,
    ScoreText,
    Settings,
)
from engine.llm.process import WorkerDied, WorkerProcess

RESTARTS = 1
POLL = 0.05  # seconds between looks at whether a job was cancelled
GRACE = 0.4  # seconds a cancelled job has to end by itself before its process is ended
FAILURES = {
    "unusable": ModelUnusable,
    "does_not_fit": DoesNotFit,
    "cancelled": Cancelled,
    "failed": EngineFailed,
}


class Client:
    """A model, loaded in a process of its own; use as a context manager.

    Jobs run one at a time. `cancel` may be called from another thread or a signal handler; `stopped` is asked
    all along, while the model loads too: once it says True, whatever runs raises Cancelled. A worker that
    dies is started again once, and what was unanswered is asked again; `notice` is told in a sentence.

    Raises (on construction, and wherever the worker has to be started again):
        Cancelled: `stopped` said so.
        ModelUnusable: the file can't be loaded, or memory is short.
        EngineFailed: the worker died twice.
    """

    def __init__(
        self,
        model: Path,
        settings: Settings | None = None,
        notice: Callable[[str], None] = lambda _sentence: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        settings = settings or Settings()
        self._model = model
        self._settings = replace(settings, threads=settings.threads or default_threads())
        self._notice = notice
        self._stopped = stopped
        self._restarts_left = RESTARTS
        self._job = 0
        self._cancelled = False
        self._worker: WorkerProcess | None = None
        require_memory(model)
        try:
            self.info: ModelInfo = self._load()
        except BaseException:  # Ctrl-C too: nobody else can end the process
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._worker:
            self._worker.end()
            self._worker = None

    @property
    def worker_pid(self) -> int | None:
        return self._worker.pid if self._worker else None

    def cancel(self) -> None:
        """Stop the running job: it raises Cancelled within half a second. Without one, nothing happens."""
        self._cancelled = True  # no more than that: only the thread that runs the job may use the pipe

    @property
    def _ended(self) -> bool:
        return self._cancelled or self._stopped()

    def answer(self, asks: Sequence[Ask]) -> Iterator[tuple[int, RawAnswer]]:
        """Answers in the order they finish, with the index of their ask. Leaving early stops the rest.

        Raises:
            Cancelled: `cancel` was called.
            DoesNotFit: a prompt and its longest answer are larger than the context.
            EngineFailed: decoding failed, or the worker died twice.
        """
        self._cancelled = False
        waiting = list(range(len(asks)))
        while waiting:
            asked = tuple(waiting)
            try:
                for reply in self._run(AskAll(0, tuple(asks[i] for i in asked))):
                    if isinstance(reply, Answered):
                        waiting.remove(asked[reply.index])
                        yield asked[reply.index], reply.answer
            except WorkerDied as death:
                self._restart(death)

    def score(self, prompt: Prompt, text: str) -> Scored:
        """The log-probability of each token of `text`, untrusted, after `prompt`; raises like `answer`."""
        value = self._value(ScoreText(0, prompt, text))
        assert isinstance(value, Scored)
        return value

    def count_tokens(self, texts: Sequence[str]) -> tuple[int, ...]:
        """Tokens of each text on its own; raises like `answer`."""
        value = self._value(CountTokens(0, tuple(texts)))
        assert isinstance(value, tuple)
        return value

    def _value(self, job: Job) -> object:
        self._cancelled = False
        while True:
            try:
                return [reply for reply in self._run(job) if isinstance(reply, Result)][-1].value
            except WorkerDied as death:
                self._restart(death)

    def _run(self, job: Job) -> Iterator[Answered | Result]:
        """Send a job, yield its replies up to its Result."""
        if not self._worker:
            self._load()
        assert self._worker
        self._worker.send(Cancel(self._job))  # if its generator is still open, nobody waits for it
        self._job += 1
        number = self._job
        self._worker.send(replace(job, job=number))
        ended = False
        try:
            while not ended:
                reply = self._reply(number)
                ended = not isinstance(reply, Answered)
                if isinstance(reply, Failure):
                    raise FAILURES[reply.kind](reply.message)
                yield reply
        except WorkerDied:
            ended = True
            raise
        finally:
            if not ended:
                self._abandon(number)

    def _reply(self, job: int, grace: float = GRACE) -> Answered | Result | Failure:
        """The job's next reply; passes a cancellation on, and ends the worker if it doesn't heed it within
        `grace` seconds."""
        deadline = math.inf
        while self._worker and job == self._job:
            if self._ended and deadline == math.inf:
                self._worker.send(Cancel(job))
                deadline = time.monotonic() + grace
            reply = self._worker.receive(POLL)
            if reply and reply.job == job:
                return reply
            if time.monotonic() > deadline:
                self.close()
        return Failure(job, "cancelled", "stopped on request")

    def _abandon(self, job: int) -> None:
        if job == self._job:
            self.cancel()
        with suppress(WorkerDied):  # the next job finds out
            while isinstance(self._reply(job), Answered):
                pass

    def _load(self) -> ModelInfo:
        while True:
            try:
                self._worker = WorkerProcess()
            except OSError as error:
                raise EngineFailed(f"the inference process can't be started ({error})") from error
            self._job += 1
            try:
                self._worker.send(Load(self._job, str(self._model), self._settings))
                reply = self._reply(self._job, grace=0)  # it holds nothing yet that is worth waiting for
            except WorkerDied as death:
                self._restarts_left -= 1
                self.close()
                if self._restarts_left < 0:
                    raise ModelUnusable(
                        f"llama.cpp crashed on loading it ({death}): bring it again, it may be damaged"
                    ) from death
                continue
            if isinstance(reply, Failure):
                self.close()
                raise FAILURES[reply.kind](reply.message)
            assert isinstance(reply, Result) and isinstance(reply.value, ModelInfo)
            return reply.value

    def _restart(self, death: WorkerDied) -> None:
        self.close()
        if self._ended:
            raise Cancelled("stopped on request") from death
        self._restarts_left -= 1
        if self._restarts_left < 0:
            raise EngineFailed(f"the inference process ended again ({death})") from death
        self._notice(f"The inference process ended unexpectedly ({death}); starting it again.")
        self._load()
