"""The badge says whether the network may be used and when it was; it follows what happens elsewhere."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.badge import NetworkBadge
from desktop.desk import Desk
from desktop.theme import Theme
from desktop.work.network import Network
from desktop.work.transfers import Transfer, Transfers
from models import connections, offline, records
from models.connections import Connection


@pytest.fixture(autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offline, "setting", lambda: tmp_path / "offline")
    monkeypatch.setattr(connections, "place", lambda: tmp_path / "last-connection.json")
    for name in (offline.VARIABLE, offline.LIBRARY_VARIABLE):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def network(qtbot: QtBot) -> Network:
    return Network()


@pytest.fixture
def transfers(qtbot: QtBot) -> Transfers:
    return Transfers()


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk()


@pytest.fixture
def badge(
    qapp: QApplication, qtbot: QtBot, desk: Desk, network: Network, transfers: Transfers
) -> NetworkBadge:
    found = NetworkBadge(desk, Theme(qapp), network, transfers)
    qtbot.addWidget(found)
    found.show()
    return found


def test_at_first_it_may_be_used_and_never_was(badge: NetworkBadge) -> None:
    assert badge.text() == "On request\nnever online"
    assert "Only a download that you ask for" in badge.toolTip()
    assert badge.accessibleName() == "Network: On request"
    assert badge.accessibleDescription() == badge.toolTip()


def test_it_follows_the_lock_wherever_it_is_turned(
    badge: NetworkBadge, network: Network, qtbot: QtBot
) -> None:
    assert network.lock(True) == ""
    assert badge.text().startswith("Locked off")
    offline.set_setting(False)  # as the command line does
    qtbot.waitUntil(lambda: badge.text().startswith("On request"), timeout=10_000)


def test_a_lock_of_the_environment_is_told_and_stays(
    badge: NetworkBadge, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "EVENHAND_OFFLINE", "1")
    sentence = network.lock(False)
    assert "EVENHAND_OFFLINE" in sentence and network.locked
    assert badge.text().startswith("Locked off")


def test_a_lock_that_cannot_be_kept_is_told(
    network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(offline, "setting", lambda: tmp_path / "file" / "offline")
    assert "cannot be changed" in network.lock(True)


@pytest.mark.parametrize(
    ("ago", "text"), [(timedelta(0), "last {:%H:%M}"), (timedelta(days=40), "last {:%y-%m-%d}")]
)
def test_it_tells_when_the_network_was_last_used(
    badge: NetworkBadge, network: Network, ago: timedelta, text: str
) -> None:
    when = datetime.now(UTC) - ago
    records.write(Connection(when=when, host="https://huggingface.co"), connections.place())
    network.look()
    assert badge.text().splitlines()[1] == text.format(when.astimezone())
    assert "for https://huggingface.co" in badge.toolTip()


def test_a_download_shows_and_an_import_does_not(
    badge: NetworkBadge, transfers: Transfers, tmp_path: Path
) -> None:
    for key, shown in ((str(tmp_path / "file.gguf"), "On request"), ("starter", "Downloading")):
        transfers._set(Transfer(key))
        assert badge.text().startswith(shown)


def test_a_click_leads_to_the_settings(badge: NetworkBadge, desk: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.page_asked) as asked:
        qtbot.mouseClick(badge, Qt.MouseButton.LeftButton)
    assert asked.args == ["settings"]
