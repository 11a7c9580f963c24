import platform
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from models import hardware
from models.hardware import Build, Hardware, lacking

OLD = frozenset({"sse4_2", "avx"})


def machine(
    architecture: str = "x86_64", features: frozenset[str] = OLD, build: Build | None = None
) -> Hardware:
    return Hardware("Test", architecture, 2, 8 * 10**9, 4 * 10**9, 10**11, features, build or Build())


def test_this_machine_is_seen(tmp_path: Path) -> None:
    found = hardware.look(tmp_path / "not" / "yet", Build(gpu="CUDA"))
    assert found.architecture == platform.machine() and found.processor
    assert 1 <= found.cores <= (psutil.cpu_count() or 1)
    assert 0 < found.memory_free <= found.memory
    assert found.disk_free > 0 and found.build.gpu == "CUDA"


def test_its_identity_stays_and_names_processor_cores_and_memory() -> None:
    assert hardware.identity() == hardware.identity()
    assert platform.system() in hardware.identity() and " cores, " in hardware.identity()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc/cpuinfo")
def test_the_instruction_sets_are_those_that_linux_tells() -> None:
    text = Path("/proc/cpuinfo").read_text()
    present = {word for line in text.splitlines() if line.startswith("flags") for word in line.split()}
    expected = tuple(name for name in ("avx2", "sse3000") if name not in present)
    if platform.machine() == "x86_64":
        assert hardware.missing(("avx2", "sse3000")) == expected


def test_a_processor_without_avx2_is_told_and_others_than_x86_never() -> None:
    assert machine().missing == ("avx2", "f16c", "fma")
    assert machine(features=OLD | {"avx2", "f16c", "fma"}).missing == ()
    assert machine(build=Build(needs=("avx",))).missing == ()
    assert machine(features=frozenset(hardware.USUAL), build=Build(needs=("avx512f",))).missing == (
        "avx512f",
    )
    assert machine("arm64").missing == machine("aarch64").missing == ()
    assert lacking("AMD64", OLD, ("avx2",)) == ("avx2",)
    assert "no AVX2, FMA, without which" in hardware.too_old(("avx2", "fma"))


def test_cpuinfo_of_x86_and_of_arm() -> None:
    x86 = (
        "processor\t: 0\nmodel name\t: Core: two\nflags\t\t: fpu avx avx2\n\nprocessor\t: 1\nflags\t: none\n"
    )
    assert hardware.parse_cpuinfo(x86) == {
        "processor": "0",
        "model name": "Core: two",
        "flags": "fpu avx avx2",
    }
    assert hardware.parse_cpuinfo("Features\t: fp asimd\n") == {"Features": "fp asimd"}
    assert hardware.parse_cpuinfo("") == {}


def test_a_mac_is_asked_by_sysctl(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {
        "machdep.cpu.brand_string": "Intel Core i5",
        "machdep.cpu.features": "FPU SSE3 AVX1.0 F16C FMA",
        "machdep.cpu.leaf7_features": "BMI1 AVX2",
    }
    monkeypatch.setattr(hardware, "sys", SimpleNamespace(platform="darwin"))
    monkeypatch.setattr(hardware, "_sysctl", lambda name: told[name])
    assert hardware._processor.__wrapped__() == "Intel Core i5"
    assert set(hardware.USUAL) <= hardware._features.__wrapped__()


@pytest.mark.parametrize(("present", "expected"), [((39, 40), hardware.USUAL), ((39,), ("avx",)), ((), ())])
def test_windows_is_asked_feature_by_feature(
    monkeypatch: pytest.MonkeyPatch, present: tuple[int, ...], expected: tuple[str, ...]
) -> None:
    monkeypatch.setattr(hardware, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(hardware, "_windows_has", lambda number: number in present)
    assert hardware._features.__wrapped__() == frozenset(expected)
