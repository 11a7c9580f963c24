"""Reading a model's files again in full, whatever is remembered of them."""

from dataclasses import dataclass
from typing import Literal

from models import catalog, copying
from models.importing import counter
from models.progress import Report
from models.store import Model

Outcome = Literal["verified", "unchanged", "different", "incomplete", "unknown"]


@dataclass(frozen=True)
class Verified:
    """What became of it: "verified" is the catalog's file, "unchanged" is what it was when it was imported,
    "unknown" has nothing to be compared with; `sha256` is "" where a file is missing."""

    model: Model
    outcome: Outcome
    sha256: str


def verify(model: Model, progress: Report | None = None) -> Verified:
    """Raises `ModelError` when a file cannot be read."""
    if not all(file.is_file() for file in model.files):
        return Verified(model, "incomplete", "")
    size = sum(file.stat().st_size for file in model.files)
    arrived = counter(size, "reading", progress)
    digests = [copying.digest(file, arrived) for file in model.files]
    joint = catalog.joint_sha256(digests)
    if catalog.identify(digests) is not None and (model.entry is None or model.entry.sha256 == joint):
        return Verified(model, "verified", joint)
    if model.sha256 is None:
        return Verified(model, "unknown", joint)
    return Verified(model, "unchanged" if model.sha256 == joint else "different", joint)
