"""Short work on another thread, its result brought to the window's."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, SignalInstance, Slot
from shiboken6 import isValid

T = TypeVar("T")


class _Voice(QObject):
    """Lives on the caller's thread, so that its slots run there."""

    done = Signal(object)
    failed = Signal(object)

    def __init__(self, answer: Callable[[Any], None], give_up: Callable[[Exception], None] | None) -> None:
        super().__init__()
        self._answer, self._give_up = answer, give_up
        self.done.connect(self._finish)
        self.failed.connect(self._fail)

    @Slot(object)
    def _finish(self, result: object) -> None:
        _waiting.discard(self)
        if not _is_gone(self._answer):
            self._answer(result)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        _waiting.discard(self)
        if self._give_up is None:
            raise error
        if not _is_gone(self._give_up):
            self._give_up(error)


class _Task(QRunnable, Generic[T]):
    def __init__(self, work: Callable[[], T], voice: _Voice) -> None:
        super().__init__()
        self._work, self._voice = work, voice

    def run(self) -> None:
        try:
            result = self._work()
        except Exception as error:
            self._tell(self._voice.failed, error)
        else:
            self._tell(self._voice.done, result)

    def _tell(self, news: SignalInstance, value: object) -> None:
        with suppress(RuntimeError):  # the program has ended meanwhile, and the voice with it
            news.emit(value)


_waiting: set[_Voice] = set()


def background(
    work: Callable[[], T], done: Callable[[T], None], failed: Callable[[Exception], None] | None = None
) -> None:
    """Run `work` on a thread of the pool, then `done` with its result, or `failed` with what it raised, on
    the thread that called this. Without `failed` an exception goes to `sys.excepthook` there. A method, or a
    partial of one, whose object Qt has deleted meanwhile is not called."""
    voice = _Voice(done, failed)
    _waiting.add(voice)
    QThreadPool.globalInstance().start(_Task(work, voice))


def _is_gone(call: Callable[..., None]) -> bool:
    """Whether it is a method of a widget that is no longer there."""
    owner = getattr(call.func if isinstance(call, partial) else call, "__self__", None)
    return isinstance(owner, QObject) and not isValid(owner)
