import struct
from pathlib import Path

import pytest

from models.errors import ModelError
from models.gguf import check_header


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "model.gguf"


def test_a_whole_file_passes(path: Path, gguf: bytes) -> None:
    path.write_bytes(gguf)
    check_header(path)
    path.write_bytes(gguf + b"padding")
    check_header(path)


def test_every_shorter_file_is_found_out(path: Path, gguf: bytes) -> None:
    for length in range(len(gguf)):
        path.write_bytes(gguf[:length])
        with pytest.raises(ModelError, match=r"model\.gguf is .*: copy or download it again\.$"):
            check_header(path)


def test_one_missing_byte_of_the_last_tensor_is_named(path: Path, gguf: bytes) -> None:
    path.write_bytes(gguf[:-1])
    with pytest.raises(ModelError, match=f"cut off, with {len(gguf) - 1} of at least {len(gguf)} bytes"):
        check_header(path)


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (4, struct.pack("<I", 1)),  # version
        (4, struct.pack(">I", 3)),  # a big-endian file
        (8, struct.pack("<Q", 0)),  # no tensor
        (8, struct.pack("<Q", 1 << 40)),  # tensors beyond reason
        (16, struct.pack("<Q", 1 << 63)),  # keys beyond reason
        (24, struct.pack("<Q", 1 << 62)),  # a key longer than any file
    ],
)
def test_an_implausible_header_is_damage(path: Path, gguf: bytes, at: int, value: bytes) -> None:
    path.write_bytes(gguf[:at] + value + gguf[at + len(value) :])
    with pytest.raises(ModelError, match="damaged"):
        check_header(path)


def test_the_first_part_of_a_split_model_may_hold_no_tensor(path: Path) -> None:
    key = struct.pack("<Q", 11) + b"split.count" + struct.pack("<IH", 2, 2)
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + key + bytes(32))
    check_header(path)


def test_random_damage_to_the_header_never_escapes_as_another_error(path: Path, gguf: bytes) -> None:
    for at in range(4, 280):
        path.write_bytes(gguf[:at] + b"\xff" * 4 + gguf[at + 4 :])
        try:
            check_header(path)
        except ModelError:
            continue


@pytest.mark.parametrize(
    ("content", "said"), [(b"", "is empty"), (b"<html>not found</html>", "is not a GGUF model file")]
)
def test_another_kind_of_file_is_named(path: Path, content: bytes, said: str) -> None:
    path.write_bytes(content)
    with pytest.raises(ModelError, match=said):
        check_header(path)


def test_a_folder_and_a_missing_file(path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        check_header(path)
    path.mkdir()
    with pytest.raises(ModelError, match="is a folder"):
        check_header(path)
