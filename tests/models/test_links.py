import hashlib
from pathlib import Path

from models import links
from models.links import Link, Target


def target(path: Path, digest: str = "a" * 64) -> Target:
    return Target(path=path, size=5, sha256=digest)


def test_links_are_read_back_by_name(tmp_path: Path) -> None:
    one = Link(targets=(target(tmp_path / "far" / "one.gguf"),))
    two = Link(targets=(target(tmp_path / "a.gguf"), target(tmp_path / "b.gguf", "b" * 64)))
    links.save(tmp_path / "models", "two.gguf", two)
    links.save(tmp_path / "models", "one.gguf", one)
    assert links.of(tmp_path / "models") == {"one.gguf": one, "two.gguf": two}
    assert list(links.of(tmp_path / "models")) == ["one.gguf", "two.gguf"]
    assert one.sha256 == "a" * 64
    assert two.sha256 == hashlib.sha256(f"{'a' * 64}\n{'b' * 64}\n".encode()).hexdigest()
    assert two.path == tmp_path / "a.gguf" and len(two.paths) == 2


def test_broken_and_empty_records_are_left_out(tmp_path: Path) -> None:
    links.place(tmp_path, "broken.gguf").write_text("{")
    links.save(tmp_path, "empty.gguf", Link(targets=()))
    (tmp_path / "other.json").write_text("{}")
    assert links.of(tmp_path) == {}
    assert links.of(tmp_path / "none") == {}
