"""Downloads that are killed, started many times at once, or run out of disk."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from models import hub, store
from models.catalog import Entry
from models.errors import ModelError
from models.fetch import fetch
from models.progress import Progress
from tests.models.fake_hub import FakeHub, wait_until
from tests.models.starting import start

KILLS, LARGE = 20, 200_000_000
STARTS = 32


def length(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def test_killed_twenty_times_it_ends_right_and_fetches_nothing_twice(
    tmp_path: Path, fake_hub: FakeHub, make_entry: Callable[..., Entry]
) -> None:
    """SIGKILL at random points. The server sends at most a chunk more than is in NAME.part, so that what it
    sends over all runs shows what was fetched twice."""
    content = random.Random(4).randbytes(1 << 20) * 191
    fake_hub.files = {"tiny.gguf": content[:LARGE]}
    entry, folder = make_entry(content[:LARGE]), tmp_path / "models"
    part = folder / "tiny.gguf.part"
    fake_hub.stored, fake_hub.lead = (lambda: length(part)), hub.CHUNK

    def kill_at(point: int) -> int:
        process = start(entry, folder)
        wait_until(lambda: length(part) >= point or not process.is_alive())
        process.kill()
        process.join()
        assert process.exitcode not in (0, 1)  # it had not ended by itself
        return length(part)

    kept = [kill_at(point) for point in sorted(random.sample(range(LARGE), KILLS))]
    process = start(entry, folder)
    process.join()
    assert process.exitcode == 0

    assert store.status(entry, folder) == "verified"
    assert (folder / "tiny.gguf").read_bytes() == content[:LARGE]
    starts = [int((span or "bytes=0-").removeprefix("bytes=").removesuffix("-")) for span in fake_hub.gets()]
    assert set(starts) <= {0, *kept}  # each run goes on with the very next byte
    assert fake_hub.sent <= LARGE + KILLS * hub.CHUNK


def test_thirty_two_starts_at_once_end_in_one_good_file(
    tmp_path: Path, fake_hub: FakeHub, make_entry: Callable[..., Entry]
) -> None:
    """From 4 processes with 8 threads each."""
    entry, folder = make_entry(fake_hub.data), tmp_path / "models"
    processes = [start(entry, folder, threads=STARTS // 4) for _ in range(4)]
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    assert (folder / "tiny.gguf").read_bytes() == fake_hub.data
    assert fake_hub.gets() == [None]
    assert not list(folder.glob("*.part"))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MB."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root can mount a small disk, on Linux")
    path = tmp_path / "disk"
    path.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", path], capture_output=True
    ).returncode:
        pytest.skip("no file system can be mounted here")
    yield path
    subprocess.run(["umount", path], check=True)


def test_a_disk_that_fills_up_on_the_way_loses_nothing(
    small_disk: Path, fake_hub: FakeHub, make_entry: Callable[..., Entry]
) -> None:
    entry, filler = make_entry(fake_hub.data), small_disk / "filler"
    part = small_disk / "tiny.gguf.part"
    fake_hub.stored, fake_hub.lead = (lambda: length(part)), 1 << 16

    def fill(now: Progress) -> None:
        if not filler.exists() and now.done_bytes:
            with filler.open("wb", buffering=0) as file, suppress(OSError):
                while True:
                    file.write(bytes(4096))
            os.truncate(filler, filler.stat().st_size - 300_000)

    with pytest.raises(ModelError, match=r"disk of .* is full: make room .* what has arrived is kept"):
        fetch(entry, small_disk, from_wheels=False, progress=fill)
    kept = length(part)
    assert 300_000 < kept < entry.size
    assert part.read_bytes() == fake_hub.data[:kept]
    assert shutil.disk_usage(small_disk).free == 0

    with pytest.raises(ModelError, match=r"Tiny needs .* on the disk"):
        fetch(entry, small_disk, from_wheels=False)
    assert length(part) == kept

    filler.unlink()
    fetch(entry, small_disk, from_wheels=False)
    assert (small_disk / "tiny.gguf").read_bytes() == fake_hub.data
    assert fake_hub.gets() == [None, f"bytes={kept}-"]
