"""What this machine can give a model: cores and memory."""

import os
from pathlib import Path

import psutil

from engine.llm.errors import ModelUnusable
from models import split

OVERHEAD = 600_000_000  # bytes beside the weights: KV cache, compute buffers, vocabulary, Python


def default_threads() -> int:
    """Physical cores this process may use, at most 8; one stays free for the person where there are more
    than two."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    cores = min(psutil.cpu_count(logical=False) or usable, usable)
    return max(1, min(8, cores - 1 if cores > 2 else cores))


def require_memory(model: Path) -> None:
    """Raises ModelUnusable when `model` can't be held in the memory that is free now, or isn't there."""
    try:
        needed = sum(part.stat().st_size for part in split.parts(model)) + OVERHEAD
    except OSError as error:
        raise ModelUnusable(f"it can't be read ({error.strerror})") from error
    free = psutil.virtual_memory().available
    if needed > free:
        raise ModelUnusable(
            f"it needs about {needed / 1e9:.1f} GB of memory and {free / 1e9:.1f} GB are free: "
            "close other programs or choose a smaller model"
        )
