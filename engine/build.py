"""What the installed llama.cpp was compiled for, asked in a process of its own.

On a processor that is too old for the build, asking may already crash it.
"""

import ctypes
import multiprocessing
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection

from models import hardware
from models.errors import ModelError
from models.hardware import USUAL, Build

_NAMES = {"AVX": "avx", "AVX2": "avx2", "F16C": "f16c", "FMA": "fma", "BMI2": "bmi2", "AVX512": "avx512f"}
_GPUS = (1, 2)  # of ggml's kinds of devices: with memory of its own, and sharing that of the machine
_PATIENCE = 60.0  # seconds


@cache
def build() -> Build:
    """The build; the usual one where llama.cpp gives no answer."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_tell, args=(sender,), daemon=True)
    process.start()
    sender.close()
    try:
        with suppress(EOFError, OSError):  # it crashed
            if receiver.poll(_PATIENCE):
                return parse(*receiver.recv())
    finally:
        receiver.close()
        process.kill()
        process.join()
    return Build()


def require_processor() -> None:
    """Raises `ModelError` when llama.cpp would crash on this processor. llama.cpp is asked only where the
    processor lacks what its builds usually need."""
    if hardware.missing(USUAL) and (missing := hardware.missing(build().needs)):
        raise ModelError(hardware.too_old(missing))


def parse(offloads: bool, line: str, gpu_memory: int) -> Build:
    """From whether there is a GPU, llama.cpp's own line of features, grouped by backend:
    "CUDA : ARCHS = 890 | CPU : AVX2 = 1 | OPENMP = 1 |", and the GPUs' memory in bytes."""
    backend, features, gpus = "", set(), []
    for part in line.split("|"):
        group, colon, feature = part.rpartition(" : ")
        if colon:
            backend = group.strip()
            if backend != "CPU":
                gpus.append(backend)
        name, _, value = feature.partition("=")
        if backend == "CPU" and value.strip() == "1":
            features.add(name.strip())
    if not features:
        return Build()
    needs = tuple(low for name, low in _NAMES.items() if name in features)
    if not offloads:
        return Build(needs=needs)
    return Build(", ".join(gpus) or "a GPU", needs, gpu_memory)


def _tell(sender: Connection) -> None:
    """The process that loads llama.cpp: sends what `parse` takes."""
    import llama_cpp  # here: no other process loads it

    line = llama_cpp.llama_print_system_info().decode()
    memory = sum(size for kind, size in _devices() if kind in _GPUS)
    sender.send((llama_cpp.llama_supports_gpu_offload(), line, memory))


def _devices() -> Iterator[tuple[int, int]]:
    """The kind and the bytes of memory of each device that ggml computes on."""
    from llama_cpp._ctypes_extensions import load_shared_library
    from llama_cpp._ggml import libggml, libggml_base_path

    base, total = load_shared_library("ggml-base", libggml_base_path), ctypes.c_size_t()
    libggml.ggml_backend_dev_count.restype = ctypes.c_size_t
    libggml.ggml_backend_dev_get.restype = ctypes.c_void_p
    for number in range(libggml.ggml_backend_dev_count()):
        device = ctypes.c_void_p(libggml.ggml_backend_dev_get(ctypes.c_size_t(number)))
        base.ggml_backend_dev_memory(device, ctypes.byref(ctypes.c_size_t()), ctypes.byref(total))
        yield base.ggml_backend_dev_type(device), total.value
