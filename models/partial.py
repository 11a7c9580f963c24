"""NAME.part: the first bytes of a model file that is being brought, whichever source they came from."""

import errno
import hashlib
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from queue import Queue
from types import TracebackType
from typing import Self

from models import ownership
from models.errors import ModelError
from models.progress import size_text

_CHUNK = 1 << 20
_WAITING = 8  # chunks
_SETTLE = 64 << 20
"""Bytes after which the disk is asked to store what has arrived, so that `finish` waits for little."""


class _Hash:
    """SHA-256 in a thread of its own, at most `_WAITING` chunks behind, so that the network need not wait for
    it nor it for the disk."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._chunks: Queue[bytes | memoryview | None] = Queue(_WAITING)
        self._thread: threading.Thread | None = None

    def update(self, chunk: bytes | memoryview) -> None:
        """Takes the next bytes, which must not change any more."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
        self._chunks.put(chunk)

    def end(self) -> None:
        """Returns once all chunks are hashed and the thread is gone."""
        if self._thread is not None:
            self._chunks.put(None)
            self._thread.join()
            self._thread = None

    def hexdigest(self) -> str:
        """Of all chunks so far."""
        self.end()
        return self._hash.hexdigest()

    def _run(self) -> None:
        while (chunk := self._chunks.get()) is not None:
            self._hash.update(chunk)


class Partial:
    """Collects a file of known `size` and `sha256` beside `target`, and becomes `target` once proved whole.

    Use as a context manager; leaving it early keeps NAME.part for the next try. `begin`, `write` and `finish`
    raise `ModelError` when the disk is full or the file cannot be written. What `write` has taken survives
    the end of the process, however it comes.
    """

    def __init__(self, target: Path, size: int, sha256: str) -> None:
        self.target = target
        self.path = target.with_name(f"{target.name}.part")
        self.size = size
        self.sha256 = sha256
        self.done = 0
        self._file: FileIO | None = None
        self._hash = _Hash()
        self._settled = 0
        self._settling: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def on_disk(self) -> int:
        """How many bytes an earlier try has left, 0 to `size`."""
        try:
            length = self.path.stat().st_size
        except OSError:
            return 0
        return length if length <= self.size else 0

    def begin(self, keep: int, hashed: Callable[[int], None] = lambda _: None) -> None:
        """Goes on after the first `keep` bytes, at most `on_disk()`; later ones are dropped.

        `hashed` is told how many of them have been read again.
        """
        try:
            self._close()
            ownership.begin(self.path, self.sha256)
            self.path.touch()
            self._file = FileIO(self.path, "r+")  # no buffer: a chunk is in the file or it has not arrived
            self._file.truncate(keep)
            self._hash, self.done = _Hash(), 0
            while chunk := self._file.read(_CHUNK):
                self._hash.update(chunk)
                self.done += len(chunk)
                hashed(self.done)
            self._settled = self.done
        except OSError as error:
            raise self._failed(error) from error

    def write(self, chunk: bytes) -> None:
        """Adds the next bytes."""
        assert self._file is not None, "begin() first"
        if self.done + len(chunk) > self.size:
            self._discard()
            raise ModelError(
                f"The source sent more than the {size_text(self.size)} that {self.target.name} has, so "
                "nothing of it was kept: try again later."
            )
        rest = memoryview(chunk)
        try:
            while rest:  # a disk takes what it has room for before it says that it is full
                written = self._file.write(rest)
                self._hash.update(rest[:written])
                self.done += written
                rest = rest[written:]
        except OSError as error:
            raise self._failed(error) from error
        if self.done - self._settled >= _SETTLE:
            self._settle()

    def _settle(self) -> None:
        """Has the disk store what there is while more arrives."""
        if self._settling is None or not self._settling.is_alive():
            self._settled = self.done
            self._settling = threading.Thread(target=_store, args=(self.path,), daemon=True)
            self._settling.start()

    def finish(self) -> Path:
        """Checks size and SHA-256 and renames the file to `target`; wrong bytes are deleted."""
        assert self._file is not None, "begin() first"
        if self.done != self.size or self._hash.hexdigest() != self.sha256:
            self._discard()
            raise ModelError(
                f"What arrived as {self.target.name} is not the file the catalog names (its SHA-256 is "
                "wrong), so nothing of it was kept: try again, and if it recurs do not trust the source."
            )
        try:
            os.fsync(self._file.fileno())
            self._close()
            self.path.replace(self.target)
            ownership.note(self.path).unlink(missing_ok=True)
        except OSError as error:
            raise self._failed(error) from error
        return self.target

    def _close(self) -> None:
        if self._settling is not None:
            self._settling.join()  # some systems rename and delete no file that is open elsewhere
            self._settling = None
        self._hash.end()
        if self._file is not None:
            with suppress(OSError):  # a network folder may only now find that bytes are missing
                self._file.close()
            self._file = None

    def _discard(self) -> None:
        self._close()
        self.path.unlink(missing_ok=True)
        ownership.note(self.path).unlink(missing_ok=True)

    def _failed(self, error: OSError) -> ModelError:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return ModelError(
                f"The disk of {self.target.parent} is full: make room and try again; "
                "what has arrived is kept."
            )
        return ModelError(
            f"{self.path} cannot be written ({error.strerror or error}): check the folder's permissions, "
            "or choose another with --models-dir."
        )


def _store(path: Path) -> None:
    """By a descriptor of its own, so that a failure is told to that of `finish` too."""
    with suppress(OSError), path.open("r+b") as file:
        os.fsync(file.fileno())
