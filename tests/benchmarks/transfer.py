"""How fast a model arrives and what memory that takes, beside curl from the same server on this machine.

`python -m tests.benchmarks.transfer [FOLDER]` exits with 1 where our download, from the first request to the
verified file under its name, is slower than 80 % of curl's, or memory grows by more than 50 MB. The server is
the fake Hub of the tests in a process of its own, asked in turns for one file of 2 GB; both write to FOLDER,
the system's temporary folder if none is given. Needs 6 GB there. On a disk ours also waits until the file is
stored for good, which curl does not; a folder in memory compares the transfers alone.
"""

import mmap
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

import psutil

from models.catalog import Entry
from models.fetch import fetch
from models.hashes import sha256
from models.progress import Progress
from tests.models.fake_hub import REPO, REVISION, FakeHub, running

SIZE, ROUNDS = 2_000_000_000, 7
RATIO, GROWTH = 0.80, 50_000_000
NAME = "pattern.gguf"


def make(path: Path) -> None:
    """A file of `SIZE` bytes in which no two pages are alike, so that no layer can save itself the work."""
    block = random.Random(2).randbytes(1 << 20)
    with path.open("wb") as file:
        for number in range(SIZE // len(block) + 1):
            file.write(number.to_bytes(8, "little") + block[8:])
        file.truncate(SIZE)


def serve(path: Path, ready: Connection) -> None:
    """The fake Hub with that file; tells its address, and ends when told anything."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        hub = FakeHub({NAME: content})
        hub.digest(NAME)
        with running(hub):
            ready.send(hub.url)
            ready.recv()


def by_curl(url: str, target: Path) -> float:
    """Seconds."""
    started = time.perf_counter()
    address = f"{url}/{REPO}/resolve/{REVISION}/{NAME}"
    subprocess.run(["curl", "--silent", "--fail", "--location", "--output", target, address], check=True)
    return time.perf_counter() - started


def by_us(entry: Entry, folder: Path) -> tuple[float, int]:
    """Seconds, and bytes by which memory grew at most."""
    process = psutil.Process()
    before = peak = process.memory_info().rss

    def watch(_: Progress) -> None:
        nonlocal peak
        peak = max(peak, process.memory_info().rss)

    started = time.perf_counter()
    fetch(entry, folder, from_wheels=False, progress=watch)
    return time.perf_counter() - started, peak - before


def entry_of(path: Path) -> Entry:
    return Entry.model_validate(
        {
            "name": "pattern", "title": "Pattern", "good_for": "timing", "license": "none",
            "commercial": True, "terms": "None.", "parameters": "none", "active": 1, "layers": 1,
            "kv_width": 1, "quantization": "none", "filename": NAME, "size": SIZE, "sha256": sha256(path),
            "repo": REPO, "revision": REVISION,
        }
    )  # fmt: skip


def measure(folder: Path) -> int:
    source, curl_target, ours = folder / "source", folder / "curl", folder / "ours"
    make(source)
    entry = entry_of(source)
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(source, there))
    server.start()
    url = os.environ["HF_ENDPOINT"] = here.recv()
    curls, fetches, growths = [], [], []
    for number in range(ROUNDS):
        curls.append(by_curl(url, curl_target))
        curl_target.unlink()
        seconds, growth = by_us(entry, ours)
        fetches.append(seconds)
        growths.append(growth)
        for path in ours.iterdir():
            path.unlink()
        print(
            f"round {number + 1}: curl {SIZE / curls[-1] / 1e6:.0f} MB/s, "
            f"evenhand {SIZE / seconds / 1e6:.0f} MB/s, memory +{growth / 1e6:.0f} MB",
            flush=True,
        )
    here.send("end")
    server.join()
    ratio = median(curls) / median(fetches)
    print(f"ratio of the medians {ratio:.2f} (bound {RATIO}), memory at most +{max(growths) / 1e6:.0f} MB")
    return int(ratio < RATIO or max(growths) > GROWTH)


def main() -> int:
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if sys.argv[1:] else None) as scratch:
        os.environ["EVENHAND_CACHE"] = str(Path(scratch) / "cache")
        os.environ["NO_PROXY"] = "127.0.0.1,localhost"
        return measure(Path(scratch))


if __name__ == "__main__":
    sys.exit(main())
