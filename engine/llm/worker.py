"""The process that holds the model: takes jobs from one pipe, puts replies into another.

It dies with its client: when the pipe closes, a thread ends the process at once.
"""

import os
import queue
import threading
from contextlib import suppress
from multiprocessing.connection import Connection

from engine.llm.errors import Cancelled, DoesNotFit, EngineFailed, ModelUnusable
from engine.llm.messages import (
    Answered,
    AskAll,
    Cancel,
    CountTokens,
    Failure,
    Job,
    Load,
    ModelInfo,
    Result,
    Scored,
    ScoreText,
)
from engine.llm.runtime import Runtime


class Worker:
    """One job at a time; a Cancel for the running one makes it raise Cancelled, a late one does nothing."""

    def __init__(self, requests: Connection, replies: Connection) -> None:
        self._requests = requests
        self._replies = replies
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._current = 0
        self._cancelled = 0
        self._runtime: Runtime | None = None

    def run(self) -> None:
        """Serve until the client is gone."""
        threading.Thread(target=self._receive, daemon=True).start()
        while True:
            job = self._jobs.get()
            self._current = job.job
            self._replies.send(self._outcome(job))

    def _receive(self) -> None:
        while True:
            try:
                message = self._requests.recv()
            except (EOFError, OSError):
                os._exit(0)
            if isinstance(message, Cancel):
                self._cancelled = message.job
            else:
                self._jobs.put(message)

    def _stopped(self) -> bool:
        return self._cancelled == self._current

    def _outcome(self, job: Job) -> Result | Failure:
        try:
            return Result(job.job, self._do(job))
        except Cancelled as error:
            return Failure(job.job, "cancelled", str(error))
        except DoesNotFit as error:
            return Failure(job.job, "does_not_fit", str(error))
        except ModelUnusable as error:
            return Failure(job.job, "unusable", str(error))
        except MemoryError:
            return Failure(job.job, "unusable", "there is not enough memory to run it")
        except Exception as error:  # whatever it was, the client has to hear of it
            return Failure(job.job, "failed", f"{type(error).__name__}: {error}")

    def _do(self, job: Job) -> ModelInfo | Scored | tuple[int, ...] | None:
        if isinstance(job, Load):
            self._runtime = Runtime(job.path, job.settings, self._stopped)
            return self._runtime.info()
        if not self._runtime:
            raise EngineFailed("no model is loaded")
        match job:
            case AskAll():
                for index, answer in self._runtime.answer(job.asks):
                    self._replies.send(Answered(job.job, index, answer))
                return None
            case ScoreText():
                return self._runtime.score(job.prompt, job.text)
            case CountTokens():
                return self._runtime.count(job.texts)


def serve(requests: Connection, replies: Connection) -> None:
    """Work until the client is gone."""
    with suppress(OSError):  # it went while a reply was on its way
        Worker(requests, replies).run()
