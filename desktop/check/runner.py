"""When drafts are checked: on request one after another, and again where one was edited since."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.check.draft import Draft
from desktop.check.drafts import Drafts
from desktop.desk import Checked, Desk, Step
from desktop.work.jobs import Failed, Job
from desktop.work.session import Session
from engine.report import words

PAUSE_MS = 1200  # without a key, before an edited draft is read again


class Runner(QObject):
    """Takes what the session brings to the draft it is of, and tells the desk of the current one."""

    running_changed = Signal(bool)
    """Whether a check goes on, or waits for the machine."""
    said = Signal(str)
    """A sentence for the progress line."""
    ended = Signal(str)
    """The same, where the line is to be full."""

    def __init__(
        self, session: Session, drafts: Drafts, desk: Desk, style: Callable[[Path | None], Path | None]
    ) -> None:
        super().__init__()
        self._session, self._drafts, self._desk, self._style = session, drafts, desk, style
        self._waiting: list[Draft] = []
        self._held = False
        self.live = True
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._read_again)
        self._changed: list[Draft] = []
        drafts.added.connect(self._added)
        drafts.removed.connect(self._removed)
        session.stepped.connect(self._stepped)
        session.done.connect(self._done)
        session.stopped.connect(self._stopped)
        session.failed.connect(self._failed)
        session.idle.connect(self._idle)
        session.noticed.connect(self.said)

    @property
    def running(self) -> bool:
        return bool(self._session.running or self._waiting)

    def run(self, *drafts: Draft) -> None:
        """Check these drafts, in this order, after those that wait already."""
        for draft in drafts:
            if draft not in self._waiting and not self._is_read(draft):
                self._waiting.append(draft)
                draft.set_status("waiting")
        self._next()

    def stop(self) -> None:
        """Stop what runs and forget what waits; drafts keep what is known of them."""
        self._pause.stop()
        waiting, self._waiting = self._waiting, []
        for draft in waiting:
            draft.set_status("stopped" if draft.seen else "new")
        self._session.stop()
        self.running_changed.emit(self.running)

    def hold(self, held: bool) -> None:
        """While the machine does other heavy work no check begins; what is asked for waits."""
        self._held = held
        self._next()

    def read_again(self, draft: Draft) -> None:
        """Something that a check goes by has changed; what stayed the same costs nothing."""
        if draft not in self._changed:
            self._changed.append(draft)
        self._read_again()

    def _is_read(self, draft: Draft) -> bool:
        job = self._session.running
        running = bool(job and job.draft == draft.number and job.revision == draft.revision)
        return running and not (job and job.stop.is_set())

    def _next(self) -> None:
        if self._waiting and not self._held and not self._session.running:
            draft = self._waiting.pop(0)
            draft.set_status("checking")
            self._session.check(draft.job(self._style(draft.path)))
        self.running_changed.emit(self.running)

    def _read_again(self) -> None:
        changed, self._changed = self._changed, []
        self.run(*changed)

    @Slot(object)
    def _added(self, draft: Draft) -> None:
        draft.edited.connect(lambda: self._edited(draft))

    @Slot(object)
    def _removed(self, draft: Draft) -> None:
        for waiting in (self._waiting, self._changed):
            if draft in waiting:
                waiting.remove(draft)
        job = self._session.running
        if job and job.draft == draft.number:
            job.stop.set()

    def _edited(self, draft: Draft) -> None:
        job = self._session.running
        if job and job.draft == draft.number:
            job.stop.set()  # what it would still bring is of an older text; what it brought is remembered
        if self.live and draft.status in ("done", "checking"):
            if draft not in self._changed:
                self._changed.append(draft)
            self._pause.start()

    @Slot(object)
    def _stepped(self, step: Step) -> None:
        draft = self._drafts.numbered(step.draft)
        if draft and draft.take(step) and draft is self._drafts.current:
            self._desk.stepped.emit(step)

    @Slot(object)
    def _done(self, checked: Checked) -> None:
        draft = self._drafts.numbered(checked.draft)
        if not draft or not draft.finish(checked):
            return
        if draft is self._drafts.current:
            self._desk.report(checked)
        verdict = checked.file.report.verdict
        if verdict.complete:
            taken = words.duration(checked.file.circumstances.seconds)
            passages = words.count(verdict.passages, "passage")
            self.ended.emit(self.tr("{passages} read in {taken}").format(passages=passages, taken=taken))
        else:
            sentence = self.tr("Stopped; {count} of its passages are read.")
            self.said.emit(sentence.format(count=verdict.passages))

    @Slot(object)
    def _stopped(self, job: Job) -> None:
        draft = self._drafts.numbered(job.draft)
        if draft and job.revision == draft.revision and draft not in self._waiting:
            draft.set_status("stopped")
            self.said.emit(self.tr("Stopped."))

    @Slot(object)
    def _failed(self, failed: Failed) -> None:
        draft = self._drafts.numbered(failed.job.draft)
        if draft:
            draft.set_status("failed", failed)
            self.said.emit("")
        if failed.trouble in ("model", "engine"):  # the next draft would fare no better
            waiting, self._waiting = self._waiting, []
            for one in waiting:
                one.set_status("new")

    @Slot()
    def _idle(self) -> None:
        self._next()
