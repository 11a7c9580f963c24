import errno
import os
from pathlib import Path

import pytest

from engine.report.files import UnwritableReport, write


def fail_with(code: int) -> object:
    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


def test_writes_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    write(path, b"one")
    write(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("existing", [b"", b"the report of yesterday"])
def test_a_full_disk_leaves_nothing_partial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existing: bytes
) -> None:
    path = tmp_path / "report.html"
    if existing:
        path.write_bytes(existing)
    monkeypatch.setattr(os, "fsync", fail_with(errno.ENOSPC))
    with pytest.raises(
        UnwritableReport, match=r"report\.html could not be written, because the disk is full"
    ):
        write(path, b"new")
    assert [each.read_bytes() for each in tmp_path.iterdir()] == ([existing] if existing else [])


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "open", fail_with(errno.EACCES))
    with pytest.raises(UnwritableReport, match="you may not write there"):
        write(tmp_path / "report.json", b"new")
    assert not list(tmp_path.iterdir())


def test_an_interruption_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "report.json", b"new")
    assert not list(tmp_path.iterdir())


def test_places_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(UnwritableReport, match="the folder does not exist"):
        write(tmp_path / "missing" / "report.json", b"new")
    with pytest.raises(UnwritableReport, match="there is a folder of that name"):
        write(tmp_path, b"new")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UnwritableReport, match="a file, not a folder"):
        write(tmp_path / "file" / "report.json", b"new")
    with pytest.raises(UnwritableReport, match="the name is too long"):
        write(tmp_path / ("x" * 300), b"new")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_not_a_file_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UnwritableReport, match="not a regular file"):
        write(pipe, b"new")
    assert pipe.is_fifo()


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    target, link = tmp_path / "real.json", tmp_path / "link.json"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write(link, b"new")
    assert link.is_symlink() and target.read_bytes() == b"new"
