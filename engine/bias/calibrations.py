"""Calibrations that were measured: beside the model, or shipped for models of the catalog."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import TypeAdapter

from engine.bias.calibrating import sentences_digest
from engine.bias.calibration import Calibration
from engine.bias.constants import METHOD_VERSION
from models import records
from models.beside import beside

KIND = "calibration"


def of(folder: Path, model: Path, sha256: str) -> Calibration | None:
    """The calibration of the model file with that SHA-256 under this version of the method: the one measured
    here, else the shipped one; None where there is neither."""
    here = records.read(Calibration, beside(folder, model, KIND))
    return next((one for one in (here, *_shipped()) if one and _fits(one, sha256)), None)


def save(folder: Path, model: Path, calibration: Calibration) -> None:
    """Raises `ModelError` when it cannot be written."""
    records.write(calibration, beside(folder, model, KIND))


def _fits(one: Calibration, sha256: str) -> bool:
    return (one.model, one.method, one.sentences) == (sha256, METHOD_VERSION, sentences_digest())


@cache
def _shipped() -> tuple[Calibration, ...]:
    data = json.loads(files("engine.bias").joinpath("calibrations.json").read_bytes())
    return TypeAdapter(tuple[Calibration, ...]).validate_python(data)
