"""Keeps every unsaved draft aside, a moment after each edit."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot

from desktop.check import aside
from desktop.check.aside import Kept
from desktop.check.draft import Draft
from desktop.check.drafts import Drafts

PAUSE_MS = 800
_log = logging.getLogger(__name__)


class Keeper(QObject):
    """A draft that is saved, or taken off the desk, is forgotten."""

    def __init__(self, drafts: Drafts, place: Path) -> None:
        super().__init__()
        self._place = place
        self._pool = ThreadPoolExecutor(1, "keeper")  # one: keeping and forgetting stay in their order
        self._keys: dict[Draft, str] = {}
        self._due: set[Draft] = set()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.keep_now)
        drafts.added.connect(self._added)
        drafts.removed.connect(self._forget)

    def adopt(self, draft: Draft, key: str) -> None:
        """This draft was kept under that key by an earlier run."""
        self._keys[draft] = key

    @Slot()
    def keep_now(self) -> None:
        """Write what is due, without waiting for the pause to end."""
        self._pause.stop()
        due, self._due = self._due, set()
        for draft in due:
            if draft.document.isModified():
                key = self._keys.setdefault(draft, aside.new_key())
                kept = Kept(key, draft.name, draft.text, draft.path)
                self._pool.submit(_logged, partial(aside.keep, kept, self._place))

    def end(self) -> None:
        """Keep what is due, and return when all is on the disk."""
        self.keep_now()
        self._pool.shutdown()

    @Slot(object)
    def _added(self, draft: Draft) -> None:
        draft.edited.connect(lambda: self._edited(draft))
        draft.document.modificationChanged.connect(
            lambda changed: self._edited(draft) if changed else self._forget(draft)
        )
        if draft.document.isModified():
            self._edited(draft)

    def _edited(self, draft: Draft) -> None:
        self._due.add(draft)
        self._pause.start()

    @Slot(object)
    def _forget(self, draft: Draft) -> None:
        self._due.discard(draft)
        if key := self._keys.pop(draft, None):
            self._pool.submit(_logged, partial(aside.forget, key, self._place))


def _logged(work: Callable[[], None]) -> None:
    try:
        work()
    except OSError as error:
        _log.warning("a draft could not be kept aside (%s)", type(error).__name__)
