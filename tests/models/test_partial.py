import errno
import hashlib
import os
from io import FileIO
from pathlib import Path

import pytest

from models import partial
from models.errors import ModelError
from models.partial import Partial

DATA = os.urandom(10_000)


@pytest.fixture
def part(tmp_path: Path) -> Partial:
    return Partial(tmp_path / "m.gguf", len(DATA), hashlib.sha256(DATA).hexdigest())


def test_it_becomes_the_target_only_when_whole(tmp_path: Path, part: Partial) -> None:
    with part:
        part.begin(keep=0)
        part.write(DATA[:6000])
        assert not part.target.exists()
        part.write(DATA[6000:])
        assert part.finish() == tmp_path / "m.gguf"
    assert part.target.read_bytes() == DATA
    assert not part.path.exists()


def test_what_is_written_is_in_the_file_at_once(part: Partial) -> None:
    """Without closing it: nothing waits in a buffer that a kill would lose."""
    with part:
        part.begin(keep=0)
        part.write(DATA[:17])
        assert part.path.read_bytes() == DATA[:17]


def test_the_disk_stores_on_the_way_and_a_failure_there_is_left_to_the_end(
    part: Partial, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def refuse(descriptor: int) -> None:
        asked.append(os.fstat(descriptor).st_size)
        if len(asked) == 1:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(partial, "_SETTLE", 4000)
    monkeypatch.setattr(os, "fsync", refuse)
    with part:
        part.begin(keep=0)
        part.write(DATA[:3999])
        assert part._settling is None
        part.write(DATA[3999:5000])
        assert part._settling is not None
        part._settling.join()
        assert asked == [5000]
        part.write(DATA[5000:])
        part._settling.join()
        part.finish()
    assert asked == [5000, len(DATA), len(DATA)]
    assert part.target.read_bytes() == DATA


def test_it_goes_on_after_what_is_kept(part: Partial) -> None:
    part.path.write_bytes(DATA[:6000] + b"dropped")
    assert part.on_disk() == 6007
    read: list[int] = []
    with part:
        part.begin(6000, read.append)
        part.write(DATA[6000:])
        part.finish()
    assert part.target.read_bytes() == DATA
    assert read == [6000]


@pytest.mark.parametrize("content", [DATA[:-1], DATA[:-1] + bytes([DATA[-1] ^ 1])])
def test_wrong_bytes_are_deleted_and_an_older_file_stays(part: Partial, content: bytes) -> None:
    part.target.write_bytes(b"older")
    with part:
        part.begin(keep=0)
        part.write(content)
        with pytest.raises(ModelError, match=r"SHA-256 is wrong.*nothing of it was kept"):
            part.finish()
    assert not part.path.exists()
    assert part.target.read_bytes() == b"older"


def test_a_flipped_bit_in_what_was_kept_is_found_out(part: Partial) -> None:
    part.path.write_bytes(bytes([DATA[0] ^ 1]) + DATA[1:6000])
    with part:
        part.begin(part.on_disk())
        part.write(DATA[6000:])
        with pytest.raises(ModelError, match="SHA-256 is wrong"):
            part.finish()


def test_more_than_the_size_is_not_taken(part: Partial) -> None:
    with part:
        part.begin(keep=0)
        with pytest.raises(ModelError, match=r"sent more than the 10 kB that m\.gguf has"):
            part.write(DATA + b"x")
    assert not part.path.exists()


def test_a_part_that_is_too_long_counts_as_nothing(part: Partial) -> None:
    part.path.write_bytes(DATA + b"x")
    assert part.on_disk() == 0


def test_a_disk_that_takes_half_a_chunk_keeps_that_half(
    part: Partial, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(FileIO):
        def write(self, data: object) -> int:
            if self.tell() >= 4000:
                raise OSError(errno.ENOSPC, "No space left on device")
            return super().write(memoryview(data)[: 4000 - self.tell()])  # type: ignore[arg-type]

    with part:
        with monkeypatch.context() as patch:
            patch.setattr(partial, "FileIO", Full)
            part.begin(keep=0)
            with pytest.raises(ModelError, match=r"is full: make room .* what has arrived is kept"):
                part.write(DATA)
        assert part.done == 4000
        assert part.path.read_bytes() == DATA[:4000]
        part.begin(part.on_disk())
        part.write(DATA[4000:])
        part.finish()
    assert part.target.read_bytes() == DATA


def test_a_place_that_cannot_be_written_is_named(
    tmp_path: Path, part: Partial, monkeypatch: pytest.MonkeyPatch
) -> None:
    part.path.mkdir()
    with (
        part,
        pytest.raises(ModelError, match=r"m\.gguf\.part cannot be written .*permissions.*--models-dir"),
    ):
        part.begin(keep=0)


def test_a_target_that_cannot_be_replaced_keeps_the_part(
    part: Partial, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(self: Path, target: Path) -> None:
        raise PermissionError(errno.EACCES, "in use")

    with part:
        part.begin(keep=0)
        part.write(DATA)
        monkeypatch.setattr(Path, "replace", busy)
        with pytest.raises(ModelError, match="in use"):
            part.finish()
    assert part.path.read_bytes() == DATA
