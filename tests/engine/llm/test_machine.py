import os
from contextlib import nullcontext, suppress
from types import SimpleNamespace

import psutil
import pytest

from engine.llm import ModelUnusable
from engine.llm.machine import OVERHEAD, default_threads, require_memory


@pytest.mark.parametrize(
    ("physical", "usable", "threads"),
    [
        (1, 1, 1),
        (2, 2, 2),
        (1, 2, 1),
        (2, 4, 2),
        (4, 8, 3),
        (4, 4, 3),
        (8, 16, 7),
        (32, 64, 8),
        (64, 2, 2),
        (None, 4, 3),
    ],
)
def test_one_core_stays_free_where_there_are_more_than_two(monkeypatch, physical, usable, threads):
    monkeypatch.setattr(psutil, "cpu_count", lambda logical: physical)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(usable)), raising=False)
    assert default_threads() == threads


def test_here():
    assert 1 <= default_threads() <= min(8, os.cpu_count() or 1)


def test_a_model_larger_than_memory_is_refused_before_it_is_read(tmp_path, monkeypatch):
    model = tmp_path / "huge.gguf"
    with model.open("wb") as file, suppress(OSError):
        file.truncate(10**13)  # sparse
    if model.stat().st_size < 10**13:  # where files can't be so large
        monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=0))
    with pytest.raises(ModelUnusable, match=r"about [\d.]+ GB of memory and [\d.]+ GB are free: close"):
        require_memory(model)


def test_the_overhead_counts(tmp_path, monkeypatch):
    model = tmp_path / "small.gguf"
    model.write_bytes(bytes(1000))
    free = SimpleNamespace(available=OVERHEAD + 1000)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: free)
    require_memory(model)
    free.available -= 1
    with pytest.raises(ModelUnusable, match="choose a smaller model"):
        require_memory(model)


def test_all_files_of_a_split_model_count(tmp_path, monkeypatch):
    for number in (1, 2):
        (tmp_path / f"model-{number:05}-of-00002.gguf").write_bytes(b"x" * 100)
    first = tmp_path / "model-00001-of-00002.gguf"
    for free, enough in ((OVERHEAD + 200, True), (OVERHEAD + 199, False)):
        monkeypatch.setattr(psutil, "virtual_memory", lambda free=free: SimpleNamespace(available=free))
        with nullcontext() if enough else pytest.raises(ModelUnusable):
            require_memory(first)


def test_a_missing_file_is_a_sentence(tmp_path):
    with pytest.raises(ModelUnusable, match="can't be read"):
        require_memory(tmp_path / "gone.gguf")
