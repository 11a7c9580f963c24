"""Putting the window together: what is shared, then each page."""

import argparse
import sys
from importlib.metadata import version
from pathlib import Path
from types import TracebackType

from PySide6.QtWidgets import QApplication

from desktop import log
from desktop.about import AboutPage
from desktop.badge import NetworkBadge
from desktop.check import recent
from desktop.check.page import CheckPage
from desktop.desk import Desk
from desktop.instance import Instance
from desktop.models import ModelsPage
from desktop.report.actions import ReportActions
from desktop.report.verify import VerifyPage
from desktop.settings.page import SettingsPage
from desktop.settings.schema import Settings
from desktop.settings.store import SettingsStore
from desktop.theme import Theme
from desktop.why import panels
from desktop.window import MainWindow
from desktop.work.jobs import Setup
from desktop.work.network import Network
from desktop.work.session import Session
from desktop.work.transfers import Transfers


class Desktop:
    """The window with all its pages, and what they share; `end` it before the program ends."""

    def __init__(self, application: QApplication) -> None:
        self.settings = SettingsStore(parent=application)
        self.theme = Theme(application, self.settings.current.theme)
        self.desk = Desk(application)
        self.session = Session(setup(self.settings.current))
        self.window = MainWindow(self.desk, self.theme)
        self.check = CheckPage(self.desk, self.theme, self.session, self.settings)
        self.report = ReportActions(self.desk, self.window)
        self.check.add_panels(panels(self.desk, self.theme, [self.report.export, self.report.copy]))
        self.window.add(self.check.page())
        self.network = Network(application)
        transfers = Transfers(application)
        self.models = ModelsPage(self.desk, self.theme, self.settings, self.network, transfers)
        self.models.workshop.busy.connect(self.check.runner.hold)
        self.check.runner.running_changed.connect(lambda running: self.models.allow_checkups(not running))
        self.window.add(self.models.page())
        self.window.add_actions("file", self.report.all)
        self.verify = VerifyPage(self.theme, lambda: self.settings.current, self._is_busy)
        self.verify.busy.connect(self.check.runner.hold)
        self.verify.busy.connect(lambda busy: self.models.allow_checkups(not busy))
        self.window.add(self.verify.page())
        self.settings_page = SettingsPage(self.desk, self.settings, self.network, recent.erase)
        self.window.add(self.settings_page.page())
        self.about = AboutPage(self.desk)
        self.window.add(self.about.page())
        self.window.add_to_foot(NetworkBadge(self.desk, self.theme, self.network, transfers))
        self.window.ask_before_closing(self.check.lets_go)
        self.window.closing.connect(self.end)
        self.settings.changed.connect(self._take)
        self.settings.failed.connect(self.desk.said)
        self._ended = False

    def start(self, drafts: list[Path]) -> None:
        """Show the window, and bring back or open what belongs on the desk."""
        self.window.show()
        self.check.restore()
        self.models.lead()
        if drafts:
            self.check.open(drafts)
        if self.settings.trouble:
            self.desk.said.emit(self.settings.trouble)

    def come_up(self, drafts: list[Path]) -> None:
        """The program was started again, with these drafts."""
        self.window.raise_up()
        if drafts:
            self.check.open(drafts)
            self.window.show_page("check")

    def end(self) -> None:
        """Stop all work; more than once does no harm."""
        if not self._ended:
            self._ended = True
            self.verify.end()
            self.check.end()
            self.models.end()
            self.session.end()

    def _is_busy(self) -> bool:
        """Whether the machine's cores are taken by a check or a check-up."""
        return self.check.runner.running or bool(self.models.workshop.name)

    def _take(self, settings: Settings) -> None:
        self.theme.choose(settings.theme)
        self.session.use(setup(settings))


def setup(settings: Settings) -> Setup:
    return Setup(settings.model, settings.models_folder, settings.options, settings.threads)


def run(arguments: list[str]) -> int:
    """The program: the window until it is closed. Exits with 2 for arguments that are none."""
    given = _parser().parse_args(arguments[1:])
    application = QApplication(arguments[:1])
    application.setApplicationName("evenhand")
    application.setApplicationDisplayName("Evenhand")
    application.setDesktopFileName("evenhand")
    instance = Instance(application)
    if not instance.begin(given.drafts):
        return 0
    log.begin()
    desktop = Desktop(application)
    instance.asked.connect(desktop.come_up)
    sys.excepthook = _Calm(desktop.desk)
    desktop.window.resize(1280, 800)
    desktop.start(given.drafts)
    try:
        return application.exec()
    finally:
        instance.end()
        desktop.end()


class _Calm:
    """An error that nobody expected: one sentence in the window, and the place in the code on stderr.

    The error's own message may hold words of a draft, so it is not repeated.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        at = ""
        while trace:
            at = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
            trace = trace.tb_next
        print(f"evenhand-desktop: {kind.__name__} at {at}", file=sys.stderr)
        log.failed(error)
        sentence = self._desk.tr("Something went wrong ({kind}). Your drafts are as they were: try it again.")
        self._desk.said.emit(sentence.format(kind=kind.__name__))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="evenhand-desktop",
        description="A second read of a draft for media bias, on your own machine.",
    )
    parser.add_argument("--version", action="version", version=f"evenhand {version('evenhand')}")
    parser.add_argument("drafts", nargs="*", type=Path, metavar="FILE", help="drafts to open")
    return parser
