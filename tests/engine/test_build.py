import ast
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection

import pytest

from engine import build as module
from engine.build import build, parse, require_processor
from models import hardware
from models.errors import ModelError
from models.hardware import USUAL, Build


@pytest.fixture(autouse=True)
def _not_remembered() -> None:
    build.cache_clear()


def crash(_sender: Connection) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_the_installed_llama_cpp_answers_without_being_loaded_here() -> None:
    found = build()
    assert "llama_cpp" not in sys.modules
    assert found.needs or platform.machine() not in ("x86_64", "AMD64")
    assert bool(found.gpu) == (found.gpu_memory > 0)
    assert hardware.missing(found.needs) == ()  # it runs on this very machine


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_one_that_crashes_counts_as_the_usual_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_tell", crash)
    assert build() == Build()


@pytest.mark.parametrize(
    ("offloads", "line", "memory", "expected"),
    [
        (False, "CPU : SSE3 = 1 | AVX = 1 | AVX2 = 0 | OPENMP = 1 | ", 0, Build("", ("avx",))),
        (False, "CPU : AVX512 = 1 | AVX512_VNNI = 1 | FMA = 1 |", 0, Build("", ("fma", "avx512f"))),
        (True, "CUDA : ARCHS = 890 | USE_GRAPHS = 1 | CPU : AVX2 = 1 |", 9, Build("CUDA", ("avx2",), 9)),
        (False, "CUDA : ARCHS = 890 | CPU : AVX2 = 1 |", 0, Build("", ("avx2",))),  # and no device
        (True, "CPU : NEON = 1 |", 9, Build("a GPU", (), 9)),
        (False, "", 0, Build()),
    ],
)
def test_what_llama_cpp_tells_is_understood(offloads: bool, line: str, memory: int, expected: Build) -> None:
    assert parse(offloads, line, memory) == expected


@pytest.fixture
def lacks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes the processor one that lacks some instruction sets, and llama.cpp need some."""

    def make(lacking: set[str], needs: tuple[str, ...]) -> None:
        monkeypatch.setattr(
            hardware, "missing", lambda wanted: tuple(name for name in wanted if name in lacking)
        )
        monkeypatch.setattr(module, "build", lambda: Build(needs=needs))

    return make


def test_an_old_processor_is_refused_unless_llama_cpp_was_built_for_it(lacks: Callable[..., None]) -> None:
    require_processor()
    lacks({"avx2"}, USUAL)
    with pytest.raises(ModelError, match=r"no AVX2, without which this build of llama\.cpp crashes"):
        require_processor()
    lacks({"avx2"}, ("avx",))
    require_processor()


DEVICES = """
from engine.build import _devices
print([(kind, size > 10**6) for kind, size in _devices()])
"""


def test_the_devices_of_ggml_are_told_with_their_memory() -> None:
    told = subprocess.run([sys.executable, "-c", DEVICES], capture_output=True, text=True, check=True)
    assert (0, True) in ast.literal_eval(told.stdout)  # the processor itself is always one
