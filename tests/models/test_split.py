from pathlib import Path

import pytest

from models import split
from models.errors import ModelError


def test_any_part_tells_all_of_them() -> None:
    expected = tuple(Path("x", f"big-q8-0000{number}-of-00003.gguf") for number in (1, 2, 3))
    for part in expected:
        assert split.parts(part) == expected
    assert split.parts(Path("big.gguf")) == (Path("big.gguf"),)


@pytest.mark.parametrize(
    "name", ["m-1-of-3.gguf", "m-00001-of-00003.bin", "-00001-of-00003.gguf", "m-00001-of-00003.gguf.part"]
)
def test_other_names_are_single_files(name: str) -> None:
    assert split.parts(Path(name)) == (Path(name),)
    assert not split.is_follower(name)


def test_later_parts_follow() -> None:
    assert [split.is_follower(f"m-0000{number}-of-00002.GGUF") for number in (1, 2)] == [False, True]


def test_gathering_names_what_is_missing(tmp_path: Path) -> None:
    names = [f"m-0000{number}-of-00003.gguf" for number in (1, 2, 3)]
    (tmp_path / names[1]).touch()
    with pytest.raises(ModelError, match=f"{names[0]}, {names[2]} are not in .*one folder"):
        split.gather(tmp_path / names[1])
    (tmp_path / names[2]).touch()
    with pytest.raises(ModelError, match=f"{names[0]} is not in"):
        split.gather(tmp_path / names[2])
    (tmp_path / names[0]).touch()
    assert split.gather(tmp_path / names[1]) == tuple(tmp_path / name for name in names)
    assert split.gather(tmp_path / "gone.gguf") == (tmp_path / "gone.gguf",)
