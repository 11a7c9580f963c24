"""What this machine has: cores, memory, disk, instruction sets.

What llama.cpp was built for is told by the caller, since nothing here loads llama.cpp.
"""

import ctypes
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psutil

USUAL = ("avx", "avx2", "f16c", "fma")
"""Instruction sets that llama.cpp for x86-64 uses unless it was compiled for an older machine."""
_X86 = frozenset({"x86_64", "amd64", "x64", "i386", "i686"})
_WINDOWS_FEATURES = {"avx": 39, "avx2": 40}  # PF_AVX..., of IsProcessorFeaturePresent
_WINDOWS_IMPLIED = ("f16c", "fma")  # Windows does not tell; every processor with AVX2 has them


@dataclass(frozen=True)
class Build:
    """What llama.cpp was compiled for: the GPU backend that it has a device for, "" for none, and instruction
    sets of x86 processors by their lower-case names. `gpu_memory` is in bytes, of all its GPUs together."""

    gpu: str = ""
    needs: tuple[str, ...] = USUAL
    gpu_memory: int = 0


@dataclass(frozen=True)
class Hardware:
    """A machine: physical `cores` that this process may use, bytes of memory and disk, lower-case names of
    instruction sets, and the build of llama.cpp that is to run on it."""

    processor: str
    architecture: str
    cores: int
    memory: int
    memory_free: int
    disk_free: int
    features: frozenset[str]
    build: Build = Build()

    @property
    def missing(self) -> tuple[str, ...]:
        """The instruction sets that llama.cpp would use and this processor does not have."""
        return lacking(self.architecture, self.features, self.build.needs)


def look(folder: Path, build: Build) -> Hardware:
    """This machine, with the disk that `folder` is or will be on, for that build of llama.cpp."""
    memory = psutil.virtual_memory()
    return Hardware(
        processor=_processor(),
        architecture=platform.machine(),
        cores=_cores(),
        memory=memory.total,
        memory_free=memory.available,
        disk_free=shutil.disk_usage(_existing(folder)).free,
        features=_features(),
        build=build,
    )


def missing(needs: Sequence[str]) -> tuple[str, ...]:
    """Which of these instruction sets of x86 processors this one lacks, being one."""
    return lacking(platform.machine(), _features(), needs)


def identity() -> str:
    """What tells machines apart on which the same model may compute or run otherwise."""
    memory = round(psutil.virtual_memory().total / 10**9)
    return f"{platform.system()} {platform.machine()}, {_processor()}, {_cores()} cores, {memory} GB"


def lacking(architecture: str, features: frozenset[str], needs: Sequence[str]) -> tuple[str, ...]:
    """Which of the instruction sets of x86 processors one with these `features` lacks; none on others."""
    if architecture.lower() not in _X86:
        return ()
    return tuple(name for name in needs if name not in features)


def too_old(missing: tuple[str, ...]) -> str:
    """The sentence for a processor that lacks these instruction sets."""
    names = ", ".join(name.upper() for name in missing)
    return (
        f"This processor has no {names}, without which this build of llama.cpp crashes: build it on this "
        "machine (`pip install --force-reinstall --no-cache-dir llama-cpp-python`), or use a newer one."
    )


def _cores() -> int:
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(psutil.cpu_count(logical=False) or usable, usable))


def _existing(folder: Path) -> Path:
    """The folder, or what exists above it."""
    folder = folder.absolute()
    return next(path for path in (folder, *folder.parents) if path.exists())


@cache
def _processor() -> str:
    if sys.platform == "linux":
        named = _cpuinfo().get("model name", "")
    elif sys.platform == "darwin":
        named = _sysctl("machdep.cpu.brand_string")
    else:
        named = platform.processor()
    return named or platform.machine()


@cache
def _features() -> frozenset[str]:
    """Instruction sets in lower case, as the operating system tells them."""
    if sys.platform == "win32":
        present = {name for name, number in _WINDOWS_FEATURES.items() if _windows_has(number)}
        return frozenset(present | set(_WINDOWS_IMPLIED if "avx2" in present else ()))
    if sys.platform == "darwin":
        told = f"{_sysctl('machdep.cpu.features')} {_sysctl('machdep.cpu.leaf7_features')}"
        return frozenset(told.lower().replace("avx1.0", "avx").split())
    info = _cpuinfo()
    return frozenset((info.get("flags") or info.get("Features", "")).lower().split())


def _cpuinfo() -> dict[str, str]:
    """The first processor of /proc/cpuinfo."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        return {}
    return parse_cpuinfo(text)


def parse_cpuinfo(text: str) -> dict[str, str]:
    """The fields of the first processor."""
    fields: dict[str, str] = {}
    for line in text.splitlines():
        name, found, value = line.partition(":")
        if found:
            fields.setdefault(name.strip(), value.strip())
    return fields


def _sysctl(name: str) -> str:
    asked = subprocess.run(["/usr/sbin/sysctl", "-n", name], capture_output=True, text=True, check=False)
    return asked.stdout.strip()


def _windows_has(number: int) -> bool:
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009  # exists on Windows only
    return bool(kernel.IsProcessorFeaturePresent(number))
