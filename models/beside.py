"""What is kept beside a model: small records about it, by their kind."""

from pathlib import Path

KINDS = ("checkup", "calibration")


def beside(folder: Path, model: Path, kind: str) -> Path:
    """Where the record of that kind lies, the model being in the folder or linked in it."""
    return folder / f"{model.name}.{kind}.json"
