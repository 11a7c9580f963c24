import errno
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from models import catalog, copying, hashes, links, ownership, store
from models.catalog import Entry
from models.errors import ModelError
from models.importing import import_file
from models.progress import Progress
from tests.models.small_disk import needs_small_disks, on_small_disk

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


@pytest.fixture
def theirs(tmp_path: Path, gguf: bytes) -> Path:
    """A model that a person has somewhere."""
    path = tmp_path / "their things" / "Some Model.gguf"
    path.parent.mkdir()
    path.write_bytes(gguf)
    return path


@pytest.fixture
def tiny(gguf: bytes, make_entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch) -> Entry:
    entry = make_entry(gguf)
    monkeypatch.setattr(catalog, "entries", lambda: (entry,))
    return entry


@pytest.fixture
def parts(tmp_path: Path, gguf: bytes) -> list[Path]:
    """A model split into three files; the header of each is whole."""
    paths = [tmp_path / f"big-{number:05}-of-00003.gguf" for number in (1, 2, 3)]
    for number, path in enumerate(paths):
        path.write_bytes(gguf + bytes([number]))
    return paths


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_linked_model_stays_where_it_is_and_is_found_by_name(folder: Path, theirs: Path) -> None:
    before = everything(theirs.parent)
    found = import_file(theirs, folder)
    assert (found.name, found.path, found.new) == ("Some Model.gguf", theirs, True)
    assert (found.size, found.sha256) == (
        theirs.stat().st_size,
        hashlib.sha256(theirs.read_bytes()).hexdigest(),
    )
    assert store.find(found.name, folder) == theirs
    assert everything(theirs.parent) == before
    assert not list(folder.glob("*.gguf"))
    assert not ownership.is_ours(theirs)


def test_what_it_is_is_told_by_its_bytes(folder: Path, theirs: Path, tiny: Entry) -> None:
    found = import_file(theirs, folder)
    assert (found.name, found.entry) == ("tiny", tiny)
    assert found.what == "this is Tiny Q8_0, unmodified"
    assert store.status(tiny, folder) == "verified"
    assert store.find("tiny", folder) == theirs


def test_other_bytes_are_not_in_the_catalog_whatever_their_name(
    folder: Path, theirs: Path, tiny: Entry
) -> None:
    data = theirs.read_bytes()
    theirs.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert import_file(theirs, folder).what == "not in the catalog"
    alias = theirs.with_name("tiny.gguf")
    shutil.copyfile(theirs, alias)
    other = import_file(alias, folder.with_name("other"))
    assert other.entry is None
    assert other.what == "called like Tiny Q8_0 but with other bytes, and so not in the catalog"


def test_a_copy_is_evenhands_own_and_has_the_catalogs_name(folder: Path, theirs: Path, tiny: Entry) -> None:
    seen: list[Progress] = []
    found = import_file(theirs, folder, copy=True, progress=seen.append)
    assert found.path == folder / "tiny.gguf"
    assert found.path.read_bytes() == theirs.read_bytes()
    assert ownership.is_ours(found.path)
    assert store.status(tiny, folder) == "verified"
    assert [now.note for now in seen] == ["reading", "copying"]
    assert all(now.done_bytes == now.total_bytes == theirs.stat().st_size for now in seen)
    assert not list(folder.glob(".*.copying"))


def test_a_copy_takes_the_place_of_a_link(folder: Path, theirs: Path) -> None:
    import_file(theirs, folder)
    assert links.of(folder)
    found = import_file(theirs, folder, copy=True)
    assert links.of(folder) == {}
    assert store.find("Some Model.gguf", folder) == found.path == folder / "Some Model.gguf"


def test_the_same_bytes_twice_are_one_model(folder: Path, theirs: Path) -> None:
    import_file(theirs, folder)
    before = everything(folder)
    assert not import_file(theirs, folder).new
    assert everything(folder) == before


def test_a_name_of_its_own(folder: Path, theirs: Path) -> None:
    assert import_file(theirs, folder, name="newsroom").name == "newsroom.gguf"
    assert store.find("newsroom.gguf", folder) == theirs


@pytest.mark.parametrize("name", ["../out", "a/b.gguf", "a\\b", "C:x", ".hidden"])
def test_a_name_cannot_lead_out_of_the_folder(folder: Path, theirs: Path, name: str) -> None:
    for copy in (False, True):
        with pytest.raises(ModelError, match="cannot be a file name"):
            import_file(theirs, folder, name=name, copy=copy)
    assert not folder.exists()


def test_another_model_of_that_name_is_never_replaced(folder: Path, theirs: Path, gguf: bytes) -> None:
    folder.mkdir()
    (folder / theirs.name).write_bytes(gguf + b"other")
    before = everything(folder)
    for copy in (False, True):
        with pytest.raises(ModelError, match=r"already has another Some Model\.gguf: remove or rename"):
            import_file(theirs, folder, copy=copy)
    assert everything(folder) == before


def test_a_link_of_that_name_is_never_replaced(folder: Path, theirs: Path, gguf: bytes) -> None:
    import_file(theirs, folder)
    other = theirs.parent / "newer" / theirs.name
    other.parent.mkdir()
    other.write_bytes(gguf + b"other")
    with pytest.raises(ModelError, match=r"name Some Model\.gguf is already given to .*models remove"):
        import_file(other, folder)
    assert store.find("Some Model.gguf", folder) == theirs


def test_a_split_model_is_gathered_from_any_of_its_files(folder: Path, parts: list[Path]) -> None:
    found = import_file(parts[1], folder)
    assert found.path == parts[0]
    assert found.size == sum(path.stat().st_size for path in parts)
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in parts]
    assert found.sha256 == catalog.joint_sha256(digests)
    assert store.find(found.name, folder) == parts[0]
    copied = import_file(parts[2], folder, copy=True)
    assert sorted(path.name for path in folder.glob("*.gguf")) == [path.name for path in parts]
    assert store.find(copied.name, folder) == folder / parts[0].name


def test_missing_parts_are_named(folder: Path, parts: list[Path]) -> None:
    parts[1].unlink()
    with pytest.raises(ModelError, match=r"one of 3 files .*, and big-00002-of-00003\.gguf is not in"):
        import_file(parts[0], folder)
    assert not folder.exists()


def test_what_is_no_model_is_told_and_leaves_nothing(folder: Path, theirs: Path) -> None:
    with pytest.raises(ModelError, match="is a folder"):
        import_file(theirs.parent, folder)
    with pytest.raises(ModelError, match=r"There is no file .*gone\.gguf"):
        import_file(theirs.with_name("gone.gguf"), folder)
    data = theirs.read_bytes()
    for content, said in ((data[:-1], "cut off"), (b"<html>", "not a GGUF"), (b"", "empty")):
        theirs.write_bytes(content)
        with pytest.raises(ModelError, match=said):
            import_file(theirs, folder, copy=True)
    assert not folder.exists()


def test_a_linked_file_that_is_gone_is_told_with_what_to_do(folder: Path, theirs: Path) -> None:
    import_file(theirs, folder)
    theirs.unlink()
    with pytest.raises(ModelError, match=r"import it again, or forget it with `evenhand models remove"):
        store.find("Some Model.gguf", folder)


def test_a_file_that_changes_while_it_is_read_is_not_taken(theirs: Path) -> None:
    def touch(_count: int) -> None:
        os.utime(theirs, ns=(1, 1))

    with pytest.raises(ModelError, match="changed while it was read"):
        copying.digest(theirs, touch)


def test_a_copy_with_other_bytes_than_noted_is_not_kept(folder: Path, theirs: Path) -> None:
    folder.mkdir()
    with pytest.raises(ModelError, match="is damaged: its SHA-256 is not the one noted"):
        copying.copy(theirs, folder / "x.gguf", "0" * 64, lambda _count: None)
    assert not list(folder.glob("*.gguf")) and not list(folder.glob(".*copying"))


def test_a_copy_replaces_only_once_it_is_whole(folder: Path, theirs: Path) -> None:
    folder.mkdir()
    target = folder / "x.gguf"
    target.write_bytes(b"old")

    def look(_count: int) -> None:
        assert target.read_bytes() == b"old"

    copying.copy(theirs, target, hashes.sha256(theirs), look)
    assert target.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize("left", [b"", b"\0" * 100, b"same", b"longer"])
def test_what_a_killed_copy_left_never_gets_into_the_next(tmp_path: Path, left: bytes) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(os.urandom(2 * copying.CHUNK + 77))
    data = source.read_bytes()
    begun = {b"same": data[: copying.CHUNK + 5], b"longer": data + b"more"}.get(left, left)
    (tmp_path / ".target.copying").write_bytes(begun)
    assert copying.to_write(target, len(data)) == max(0, len(data) - len(begun))
    copying.copy(source, target, hashes.sha256(source), lambda _count: None)
    assert target.read_bytes() == data


def test_a_killed_copy_leaves_nothing_of_that_name_and_can_be_repeated(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(os.urandom(8 * copying.CHUNK))
    digest = hashes.sha256(source)
    script = (
        "import sys, time; from pathlib import Path; from models import copying\n"
        "def arrived(_): print('.', flush=True); time.sleep(0.05)\n"
        "copying.copy(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], arrived)\n"
    )
    for chunks in (1, 4):
        process = subprocess.Popen(
            [sys.executable, "-c", script, source, target, digest], cwd=ROOT, stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        for _ in range(chunks):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        assert not target.exists()
    assert copying.to_write(target, 8 * copying.CHUNK) < 8 * copying.CHUNK
    copying.copy(source, target, digest, lambda _count: None)
    assert target.read_bytes() == source.read_bytes()
    assert not (tmp_path / ".target.copying").exists()


def test_of_two_copies_to_one_place_one_waits(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(os.urandom(3 * copying.CHUNK))
    digest = hashes.sha256(source)
    running = 0

    def arrived(_count: int) -> None:
        nonlocal running
        running += 1
        assert running == 1
        time.sleep(0.02)
        running -= 1

    failed: list[BaseException] = []

    def run() -> None:
        try:
            copying.copy(source, target, digest, arrived)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert target.read_bytes() == source.read_bytes()


def test_a_disk_without_room_is_told_before_the_first_byte(
    folder: Path, theirs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying.shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(10, 9, 1))
    with pytest.raises(ModelError, match=r"bytes are to be copied to .*, where 1 bytes are free: make room"):
        import_file(theirs, folder, copy=True)
    assert not list(folder.glob("**/*.gguf"))


@needs_small_disks
def test_a_disk_that_fills_up_loses_nothing(tmp_path: Path) -> None:
    source, disk = tmp_path / "source", tmp_path / "disk"
    source.write_bytes(os.urandom(3 * copying.CHUNK))
    said = on_small_disk(
        disk,
        "(disk / 'target').write_bytes(b'old')\n"
        "try: copying.copy(Path(sys.argv[2]), disk / 'target', sys.argv[3], lambda _: None)\n"
        "except ModelError as error: print(error)\n"
        "print(*sorted(path.name for path in disk.iterdir()), (disk / 'target').read_text())\n",
        source,
        hashes.sha256(source),
    )
    assert said == [
        f"The disk of {disk} is full: make room and try again.",
        ".target.lock target old",
    ]


def test_a_stick_that_takes_no_large_file_is_told(tmp_path: Path) -> None:
    """As FAT32 refuses beyond 4 GB, here the limit of a process beyond 1 MB."""
    source = tmp_path / "source"
    source.write_bytes(os.urandom(2 * copying.CHUNK))
    script = (
        "import resource, sys; from pathlib import Path; from models import copying\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))\n"
        "copying.copy(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], lambda _: None)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, source, tmp_path / "target", hashes.sha256(source)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "cannot hold a file as large as source" in ran.stderr and "exFAT" in ran.stderr
    assert os.strerror(errno.EFBIG) in ran.stderr  # the cause
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.endswith(".lock")) == [
        "cache",
        "source",
    ]
