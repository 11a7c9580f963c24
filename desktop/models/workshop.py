"""What is done to a model that is here: its check-up, and taking it away."""

import threading
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop import log
from desktop.work.background import background
from engine.build import require_processor
from engine.checkup import check_up
from engine.llm import Cancelled, EngineFailed, ModelUnusable
from models import checkups, hardware, removal, store
from models.errors import ModelError


class Workshop(QObject):
    """One check-up at a time, on a thread of its own; it loads the model itself."""

    busy = Signal(bool)
    """While True the machine's cores are taken: no draft may be checked."""
    said = Signal(str, str)
    """The model's name, and what is done with it now."""
    ended = Signal(str, str)
    """The model's name, and "" for a check-up that is kept beside it, or why there is none."""
    removed = Signal(str, str)
    """The model's name, and "" or why it stays."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._name = ""
        self.ended.connect(self._over)

    @property
    def name(self) -> str:
        """The model that is being checked up, "" where none is."""
        return self._name

    def check_up(self, name: str, folder: Path, threads: int = 0) -> None:
        if self._name:
            return
        self._name = name
        self._stop.clear()
        self.busy.emit(True)
        self.said.emit(name, self.tr("Getting ready"))
        self._thread = threading.Thread(
            target=self._check_up, args=(name, folder, threads), name="check-up", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End the check-up; `ended` follows within half a second."""
        self._stop.set()

    def end(self) -> None:
        """The same, for good."""
        self.stop()
        if self._thread:
            self._thread.join(2)

    def remove(self, name: str, folder: Path) -> None:
        """Delete what Evenhand brought of the model, or forget a linked one."""

        def work() -> str:
            try:
                removal.carry_out(removal.plan(name, folder))
            except ModelError as error:
                return str(error)
            return ""

        background(work, partial(self._gone, name))

    def _gone(self, name: str, sentence: str) -> None:
        self.removed.emit(name, sentence)

    def _check_up(self, name: str, folder: Path, threads: int) -> None:
        """On its own thread."""
        try:
            model = store.find(name, folder)
            require_processor()
            found = check_up(
                model,
                store.sha256(model),
                hardware.identity(),
                threads=threads,
                say=lambda sentence: self.said.emit(name, sentence),
                stopped=self._stop.is_set,
            )
            checkups.save(folder, model, found)
            self.ended.emit(name, "")
        except Cancelled:
            self.ended.emit(name, self.tr("The check-up was stopped."))
        except Exception as error:
            self.ended.emit(name, self._sentence(error))

    def _sentence(self, error: Exception) -> str:
        if isinstance(error, ModelError):
            return str(error)
        if isinstance(error, ModelUnusable):
            return self.tr("It can't be used: {error}.").format(error=error)
        if isinstance(error, EngineFailed):
            return self.tr("The model's process ended twice: it may need more memory than is free.")
        log.failed(error)
        return self.tr("It ended with an error ({name}); the log holds more.").format(
            name=type(error).__name__
        )

    def _over(self) -> None:
        self._name = ""
        self.busy.emit(False)
