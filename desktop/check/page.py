"""The Check page: joins the drafts, the session and the widgets."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QAction, QGuiApplication

from desktop.check import actions, aside, dialogs, recent
from desktop.check.draft import Draft
from desktop.check.drafts import Drafts
from desktop.check.house_style import accept, own, style_for
from desktop.check.keeper import Keeper
from desktop.check.marks import Mark
from desktop.check.outline import Outline, outline
from desktop.check.pointer import Pointer
from desktop.check.runner import Runner
from desktop.check.shelf import Shelf
from desktop.check.view import View
from desktop.desk import Desk, Step
from desktop.page import Page, Panel
from desktop.settings.schema import Settings
from desktop.settings.store import SettingsStore
from desktop.theme import Theme
from desktop.work.background import background
from desktop.work.session import Session
from knowledge.house_style import UnusableStyle

OUTLINE_MS = 300  # after an edit


class CheckPage(View):
    """Everything that a person does with a draft."""

    def __init__(self, desk: Desk, theme: Theme, session: Session, settings: SettingsStore) -> None:
        self.drafts = Drafts()
        super().__init__(theme, self.drafts)
        self._desk, self._session, self._settings = desk, session, settings
        self.runner = Runner(session, self.drafts, desk, self._style)
        self.keeper = Keeper(self.drafts, aside.folder())
        self.shelf = Shelf(self.drafts, self.keeper, lambda: settings.current.keep_history)
        self._actions, self._menus = actions.make(self, self._does())
        self.pointer = Pointer(self, desk)
        self._outlining = QTimer(self)
        self._outlining.setSingleShot(True)
        self._outlining.setInterval(OUTLINE_MS)
        self._outlining.timeout.connect(self._outline)
        self._connect()
        self._take_settings(settings.current)
        self._show_current(None)
        if settings.current.keep_history:
            background(recent.recent, self.empty.show_recent)

    def page(self) -> Page:
        return Page("check", self.tr("Check"), "check", self, menus=self._menus)

    @property
    def action(self) -> dict[str, QAction]:
        """The page's actions by their keys in `desktop.check.actions`."""
        return self._actions

    def add_panels(self, panels: list[Panel]) -> None:
        for panel in panels:
            self.add_panel(panel)

    def restore(self) -> None:
        """Bring back what a crash or a power cut left behind."""
        if self.shelf.restore(aside.folder()):
            self._desk.said.emit(self.tr("Unsaved drafts of the last time are back on the desk."))

    def open(self, paths: list[Path]) -> None:
        self.shelf.open(paths)

    def lets_go(self) -> bool:
        """Ask about unsaved drafts before the window closes; False keeps it open."""
        return all(self._let_go(draft) for draft in self.drafts.all)

    def end(self) -> None:
        """Before the program ends: nothing unsaved is left on the way to the disk."""
        self.keeper.end()

    def _style(self, path: Path | None) -> Path | None:
        return style_for(path, self._settings.current.house_style)

    def _does(self) -> dict[str, Callable[[], None]]:
        return {
            "open": self._ask_open,
            "paste_new": self._paste_new,
            "sample": self.shelf.open_sample,
            "save": self._save,
            "save_as": self._save_as,
            "close": self._close,
            "undo": self.editor.undo,
            "redo": self.editor.redo,
            "run": self._run,
            "run_all": lambda: self.runner.run(*self.drafts.all),
            "stop": self.runner.stop,
            "next": lambda: self.pointer.go(1),
            "previous": lambda: self.pointer.go(-1),
        }

    def _connect(self) -> None:
        desk, runner, shelf = self._desk, self.runner, self.shelf
        self.drafts.current_changed.connect(self._show_current)
        self.drafts.added.connect(self._added)
        self.dropped.connect(lambda names: self.open([Path(name) for name in names]))
        desk.open_asked.connect(lambda paths: self.open([Path(path) for path in paths]))
        desk.panel_asked.connect(self.show_panel)
        self._settings.changed.connect(self._take_settings)
        self.heading.run_asked.connect(self._run)
        self.heading.stop_asked.connect(runner.stop)
        self.findings.retry_asked.connect(self._run)
        self.findings.models_asked.connect(lambda: desk.page_asked.emit("models"))
        for signal, do in (
            (self.empty.open_asked, self._ask_open),
            (self.empty.paste_asked, self._paste_new),
            (self.empty.sample_asked, shelf.open_sample),
        ):
            signal.connect(do)
        self.empty.recent_asked.connect(lambda path: self.open([path]))
        shelf.said.connect(desk.said)
        shelf.recent_changed.connect(self.empty.show_recent)
        shelf.saved.connect(self._saved)
        runner.running_changed.connect(self._running_changed)
        runner.said.connect(self.progress.say)
        runner.ended.connect(self.progress.end)
        self._session.loading.connect(self._loading)
        self._session.staged.connect(self.progress.stage)
        desk.stepped.connect(self._stepped)
        self.queue.clicked.connect(lambda index: self.drafts.choose(self.drafts.all[index.row()]))
        self.queue.activated.connect(lambda index: self.drafts.choose(self.drafts.all[index.row()]))
        self.card.replace_asked.connect(self._replace)
        self.card.ignore_asked.connect(self._ignore)
        self.card.accept_asked.connect(self._accept)

    @Slot(object)
    def _take_settings(self, settings: Settings) -> None:
        self.runner.live = settings.live
        self.editor.set_text_size(settings.text_size)
        how = [settings.model, self.tr("seed {seed}").format(seed=settings.seed)]
        if settings.passes > 1:
            how.append(self.tr("{passes} passes").format(passes=settings.passes))
        self.heading.say_how(" · ".join(how))
        self._outline()

    @Slot(object)
    def _added(self, draft: Draft) -> None:
        draft.edited.connect(lambda: self._edited(draft))
        self.show_desk(False, len(self.drafts.all) > 1)

    def _edited(self, draft: Draft) -> None:
        if draft is self.drafts.current:
            self.card.dismiss()
            self._outlining.start()
            self._desk.edited.emit(draft.revision)

    @Slot(object)
    def _show_current(self, draft: Draft | None) -> None:
        self.card.dismiss()
        self.show_desk(draft is None, len(self.drafts.all) > 1)
        for key in ("save", "save_as", "close", "undo", "redo", "run", "run_all", "next", "previous"):
            self._actions[key].setEnabled(draft is not None)
        self._running_changed(self.runner.running)
        if not self.runner.running:
            self.progress.say("")
        self._desk.draft_changed.emit(draft.name if draft else None)
        self._desk.report(draft.checked if draft else None)
        if not draft:
            return
        for part in (self.editor, self.heading, self.findings):
            part.show_draft(draft)
        self.queue.setCurrentIndex(self.drafts.index(self.drafts.all.index(draft)))
        self.editor.setFocus()
        self._outline()

    def _outline(self) -> None:
        if draft := self.drafts.current:
            granularity = self._settings.current.options.granularity
            number, revision, name, text = draft.number, draft.revision, draft.name, draft.text
            original = draft.pristine
            background(lambda: outline(number, revision, name, text, original, granularity), self._outlined)

    def _outlined(self, found: Outline) -> None:
        draft = self.drafts.numbered(found.draft)
        if draft:
            draft.set_outline(found)

    def _run(self) -> None:
        if draft := self.drafts.current:
            self.runner.run(draft)

    def _running_changed(self, running: bool) -> None:
        self.heading.set_running(running)
        self._actions["stop"].setEnabled(running)

    def _loading(self, name: str) -> None:
        self.progress.say(self.tr("Loading {name}").format(name=name))
        self.findings.loading(name)

    @Slot(object)
    def _stepped(self, step: Step) -> None:
        self.progress.step(step.progress)

    def _replace(self, mark: Mark, words: str) -> None:
        if draft := self.drafts.current:
            draft.replace(mark, words)
            self.editor.setFocus()

    def _ignore(self, mark: Mark) -> None:
        self.card.dismiss()
        if draft := self.drafts.current:
            draft.ignore(mark)
            self.editor.setFocus()

    def _accept(self, mark: Mark) -> None:
        self.card.dismiss()
        draft = self.drafts.current
        if not draft:
            return
        path = self._style(draft.path) or own()
        term = self.pointer.term(mark)

        def done(_nothing: None) -> None:
            self._desk.said.emit(
                self.tr("“{term}” may stand from now on, says {file}.").format(term=term, file=path.name)
            )
            for one in self.drafts.all:
                if one.checked:
                    self.runner.read_again(one)

        def failed(error: Exception) -> None:
            if not isinstance(error, UnusableStyle):
                raise error
            self._desk.said.emit(str(error).splitlines()[0])

        background(lambda: accept(path, term), done, failed)

    def _ask_open(self) -> None:
        self.open(dialogs.drafts_to_open(self))

    def _paste_new(self) -> None:
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self.shelf.add_text(self.tr("Pasted draft.txt"), text)
        else:
            self._desk.said.emit(self.tr("There is no text on the clipboard: copy a draft and try again."))

    def _save(self) -> None:
        draft = self.drafts.current
        if draft and draft.path and self.shelf.can_save(draft):
            self.shelf.save(draft, draft.path)
        else:
            self._save_as()

    def _save_as(self) -> None:
        draft = self.drafts.current
        if not draft:
            return
        near = draft.path.with_suffix(".txt") if draft.path else Path(draft.name)
        if path := dialogs.place_to_save(self, near):
            self.shelf.save(draft, path)

    def _saved(self, draft: Draft) -> None:
        if draft is self.drafts.current:
            self.heading.show_draft(draft)
            self._desk.draft_changed.emit(draft.name)

    def _close(self) -> None:
        draft = self.drafts.current
        if draft and self._let_go(draft):
            self.drafts.remove(draft)
            self.show_desk(self.drafts.current is None, len(self.drafts.all) > 1)

    def _let_go(self, draft: Draft) -> bool:
        """Whether the draft may go: it is saved, or a person says so. Saving keeps it until that is done."""
        if not draft.document.isModified():
            return True
        answer = dialogs.unsaved(self, draft.name)
        if answer == "save":
            self.drafts.choose(draft)
            self._save()
        elif answer == "let go":
            draft.document.setModified(False)
        return answer == "let go"
