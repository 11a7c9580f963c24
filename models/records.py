"""Small JSON records beside the models: written whole or not at all, ignored when unreadable."""

import os
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from models.errors import ModelError


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


R = TypeVar("R", bound=Record)


def read(kind: type[R], path: Path) -> R | None:
    """The record in the file, None where there is none or it is not one of this kind."""
    try:
        return kind.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None


def write(record: Record, path: Path) -> None:
    """Puts the record into the file in one step, making its folder if need be.

    Raises `ModelError` when it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            aside.write_text(record.model_dump_json(indent=2) + "\n", encoding="utf-8")
            aside.replace(path)
        finally:
            aside.unlink(missing_ok=True)
    except OSError as error:
        raise ModelError(
            f"{path} cannot be written ({error.strerror or error}): check the folder's permissions and disk."
        ) from error
