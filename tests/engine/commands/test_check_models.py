"""`evenhand check`: models that can't be used. They are looked for and loaded as always: nothing is warm."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from engine import build as building
from models import hardware
from models.hardware import Build
from tests.engine.running import Ran


@pytest.fixture
def copy(test_model: Path, tmp_path: Path) -> Callable[..., Path]:
    """A copy of the test model with some of its bytes replaced by as many others."""

    def make(*edits: tuple[bytes, bytes], size: int | None = None) -> Path:
        data = test_model.read_bytes()
        for old, new in edits:
            assert len(old) == len(new) and old in data
            data = data.replace(old, new)
        path = tmp_path / "copy.gguf"
        path.write_bytes(data[:size])
        return path

    return make


def refused(ran: Ran, *words: str) -> bool:
    last = ran.err.splitlines()[-1]
    return (
        ran.code == 3
        and ran.out == ""
        and "Traceback" not in ran.err
        and last.endswith(".")
        and all(word in last for word in words)
    )


def test_an_unknown_name(evenhand: Any, draft: Path) -> None:
    assert refused(evenhand("check", draft, "--model", "nobody"), "nobody", "models list", "starter")


def test_a_path_to_nothing(evenhand: Any, draft: Path, tmp_path: Path) -> None:
    path = tmp_path / "gone.gguf"
    assert refused(evenhand("check", draft, "--model", path), str(path))


def test_a_model_that_was_never_fetched(evenhand: Any, draft: Path, tmp_path: Path) -> None:
    ran = evenhand("check", draft, "--models-dir", tmp_path)
    assert refused(ran, str(tmp_path), "evenhand models fetch starter")


@pytest.mark.parametrize("content", [b"", b"GGUF", b"GGUF" + b"\xff" * 4096, b"<html>Not found</html>"])
def test_a_damaged_file(evenhand: Any, draft: Path, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "damaged.gguf"
    path.write_bytes(content)
    assert refused(evenhand("check", draft, "--model", path), str(path), "download it again")


def test_a_truncated_file(evenhand: Any, draft: Path, copy: Callable[..., Path]) -> None:
    path = copy(size=50_000_000)
    ran = evenhand("check", draft, "--model", path)
    assert refused(ran, str(path), "cut off, with 50,000,000 of at least")


def test_a_file_that_only_llama_cpp_sees_through(
    evenhand: Any, draft: Path, copy: Callable[..., Path]
) -> None:
    path = copy((b"llama.block_count", b"llama.block_cound"))
    ran = evenhand("check", draft, "--model", path)
    assert refused(ran, "copy.gguf can't be used: llama.cpp can't load it")


def test_a_base_model_without_a_chat_template(evenhand: Any, draft: Path, copy: Callable[..., Path]) -> None:
    path = copy(
        (b"tokenizer.chat_template", b"tokenizer.chat_tempXate"),
        (b"\x0c\0\0\0\0\0\0\0<|im_start|>", b"\x0c\0\0\0\0\0\0\0<|im_xxxxx|>"),
    )
    ran = evenhand("check", draft, "--model", path)
    assert refused(ran, "copy.gguf can't be used", "choose an instruct model, not a base model")


def test_a_processor_that_is_too_old(evenhand: Any, draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardware, "_features", lambda: frozenset({"avx"}))
    monkeypatch.setattr(hardware.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(building, "build", lambda: Build())
    assert refused(evenhand("check", draft, "--model", "test-model"), "no AVX2, F16C, FMA")


def test_too_little_memory(evenhand: Any, draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        psutil, "virtual_memory", lambda: SimpleNamespace(available=300_000_000, total=8_000_000_000)
    )
    ran = evenhand("check", draft, "--model", "test-model")
    assert refused(ran, "SmolLM2-135M-Instruct.Q4_1.gguf", "0.3 GB are free", "smaller model")


def test_the_drafts_problems_are_said_all_the_same(evenhand: Any, draft: Path, tmp_path: Path) -> None:
    ran = evenhand("check", tmp_path / "gone.txt", draft, "--model", "nobody")
    assert ran.code == 3
    assert ran.err.startswith("gone.txt was not found")
