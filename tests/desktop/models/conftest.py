"""The local Hub, a small catalog, and the Models page by itself."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop.desk import Desk
from desktop.models import ModelsPage
from desktop.settings import SettingsStore
from desktop.theme import Theme
from desktop.work.network import Network
from desktop.work.transfers import Transfers
from models import catalog, connections, hashes, offline
from models.catalog import Entry
from tests.desktop.stalls import Stalls
from tests.models.conftest import _own_cache, _own_network, fake_hub, gguf, make_entry
from tests.models.fake_hub import FakeHub

__all__ = ["_own_cache", "_own_network", "fake_hub", "gguf", "make_entry"]


@pytest.fixture
def tiny(
    fake_hub: FakeHub, gguf: bytes, make_entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch
) -> Entry:
    """The starter of a catalog of two, which the Hub has; the other one is for far larger machines."""
    fake_hub.files = {"tiny.gguf": gguf + bytes(1_200_000)}
    entry = make_entry(fake_hub.data, starter=True, rank=1)
    huge = make_entry(b"huge", name="huge", title="Huge", filename="huge.gguf", size=10**15, rank=2)
    monkeypatch.setattr(catalog, "entries", lambda: (entry, huge))
    return entry


@dataclass
class Bench:
    """The page, what it told, and a hand that clicks."""

    page: ModelsPage
    folder: Path
    settings: SettingsStore
    bot: QtBot
    asked: list[str]
    said: list[str]
    clicks: int = 0
    busy: float = 0.0  # seconds that the window's thread worked at most without a turn until all was shown

    def click(self, button: QPushButton) -> None:
        """As a person can: only what is on the screen and enabled."""
        self.bot.waitUntil(lambda: button.isVisible() and button.isEnabled(), timeout=30_000)
        self.bot.mouseClick(button, Qt.MouseButton.LeftButton)
        self.clicks += 1

    def wait(self, true: Callable[[], bool]) -> None:
        self.bot.waitUntil(true, timeout=60_000)

    def look(self) -> None:
        """Wait for the next look at disk and machine."""
        with self.bot.waitSignal(self.page.looked, timeout=60_000):
            self.page.refresh()


@pytest.fixture(scope="module")
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp)


@pytest.fixture
def bench(
    theme: Theme, qtbot: QtBot, tmp_path: Path, tiny: Entry, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Bench]]:
    """Opens the page on the models folder of this test and waits until it has looked around."""
    monkeypatch.setattr(offline, "setting", lambda: tmp_path / "offline")
    monkeypatch.setattr(connections, "place", lambda: tmp_path / "last-connection.json")
    monkeypatch.setenv("EVENHAND_MODELS", str(tmp_path / "models"))
    made: list[ModelsPage] = []

    def make() -> Bench:
        desk, settings = Desk(), SettingsStore(tmp_path / "settings.json")
        settings.change(model="tiny")
        page = ModelsPage(desk, theme, settings, Network(), Transfers())
        found = Bench(page, tmp_path / "models", settings, qtbot, [], [])
        desk.page_asked.connect(found.asked.append)
        desk.said.connect(found.said.append)
        page.desk = desk  # type: ignore[attr-defined]  # kept as long as the page
        page.resize(1024, 640)
        made.append(page)
        with Stalls() as stalls, qtbot.waitSignal(page.looked, timeout=60_000):
            page.show()
        found.busy = stalls.busiest
        return found

    yield make
    for page in made:
        page.end()
        page.close()
        page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def put(folder: Path, entry: Entry, data: bytes) -> Path:
    """A model of the catalog that is here already."""
    path = folder / entry.filename
    folder.mkdir(exist_ok=True)
    path.write_bytes(data)
    hashes.remember(path, entry.sha256)
    return path
