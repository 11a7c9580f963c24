"""Drafts onto the desk and off it: opening, pasting, saving, closing, what an earlier run left."""

from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop.check import aside, recent
from desktop.check.draft import Draft
from desktop.check.drafts import Drafts
from desktop.check.files import Opened, Unsaved, open_all, save, saves_in_place
from desktop.check.keeper import Keeper
from desktop.work.background import background

SAMPLE = "parking-fees.md"


class Shelf(QObject):
    """Files are read and written on other threads; sentences about what went wrong come by `said`."""

    said = Signal(str)
    recent_changed = Signal(list)
    saved = Signal(object)
    """This `Draft` is in its file now."""

    def __init__(self, drafts: Drafts, keeper: Keeper, keeps_history: Callable[[], bool]) -> None:
        super().__init__()
        self._drafts, self._keeper, self._keeps_history = drafts, keeper, keeps_history

    def open(self, paths: list[Path]) -> None:
        """Read these files; the first that can be read comes to the desk, one that is open already too."""
        known = {draft.path: draft for draft in self._drafts.all if draft.path}
        new = [path for path in dict.fromkeys(one.absolute() for one in paths) if path not in known]
        if not new and paths:
            self._drafts.choose(known[paths[0].absolute()])
        elif new:
            background(lambda: open_all(new), self._opened)

    def open_sample(self) -> None:
        """A sample draft, as if it were pasted."""
        with as_file(files("desktop.check") / "samples" / SAMPLE) as path:
            text = path.read_text("utf-8")
        self.add_text(self.tr("Sample.md"), text, modified=False)

    def add_text(self, name: str, text: str, modified: bool = True) -> Draft:
        """A draft that is in no file."""
        draft = Draft(self._drafts.next_number(), name, text)
        draft.document.setModified(modified)
        self._drafts.add(draft)
        self._drafts.choose(draft)
        return draft

    def restore(self, place: Path) -> int:
        """Bring back what an earlier run kept aside; how many drafts that were."""
        left = aside.left(place)
        for kept in left:
            draft = Draft(self._drafts.next_number(), kept.name, kept.text, kept.path)
            draft.document.setModified(True)
            self._keeper.adopt(draft, kept.key)
            self._drafts.add(draft)
            self._drafts.choose(draft)
        return len(left)

    def can_save(self, draft: Draft) -> bool:
        """Whether its file can take it; else it needs a new name."""
        return saves_in_place(draft.path)

    def save(self, draft: Draft, path: Path) -> None:
        """Write the text as it is now; `saved` follows, or a sentence."""
        text, original = draft.text, draft.original

        def write() -> Opened:
            save(path, text, original)
            return open_all([path])[0]

        def done(opened: Opened) -> None:
            if opened.document:
                draft.rebase(path, opened.document, opened.data)
            self.saved.emit(draft)
            self._remember(path)
            self.said.emit(self.tr("{name} is saved.").format(name=path.name))

        def failed(error: Exception) -> None:
            if not isinstance(error, Unsaved):
                raise error
            self.said.emit(str(error))

        background(write, done, failed)

    def _opened(self, opened: list[Opened]) -> None:
        first = True
        for one in opened:
            if not one.document:
                self.said.emit(one.problem)
                continue
            number = self._drafts.next_number()
            draft = Draft(number, one.document.name, one.text, one.path, one.document, one.data)
            self._drafts.add(draft)
            if first:
                self._drafts.choose(draft)
                first = False
            self._remember(one.path)

    def _remember(self, path: Path) -> None:
        if self._keeps_history():
            background(lambda: recent.remember(path), self.recent_changed.emit, lambda _error: None)
