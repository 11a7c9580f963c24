"""What a person may set, as it stands in the settings file.

The offline lock is none of it: `models.offline` keeps that, for the command line too.
"""

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.bias.policy import Policy
from engine.check import Options
from engine.text import Granularity
from models import store
from models.records import Record

VERSION: Final = 2

Theme = Literal["system", "light", "dark"]
Passes = Annotated[int, Field(ge=1, le=5)]
TextSize = Annotated[int, Field(ge=12, le=32)]


class Settings(Record):
    """Paths are absolute, "" stands for the usual place; 0 threads for as many as suit the machine.

    `model` is a name that `models.store.find` takes; `house_style` "" for the one that lies beside the draft;
    `live` checks again while one writes.
    """

    version: Literal[2] = VERSION
    model: str = "starter"
    models_dir: str = ""
    seed: int = Field(default=0, ge=0, lt=2**31)
    passes: Passes = 1
    policy: Policy = "default"
    granularity: Granularity = "passage"
    threads: int = Field(default=0, ge=0, le=256)
    gpu_layers: int = Field(default=0, ge=0, le=999)
    live: bool = True
    house_style: str = ""
    theme: Theme = "system"
    text_size: TextSize = 16  # pixels, of the draft
    keep_history: bool = False

    @property
    def models_folder(self) -> Path:
        """Where the models lie."""
        return store.folder(Path(self.models_dir) if self.models_dir else None)

    @property
    def options(self) -> Options:
        """How a draft is checked."""
        return Options(self.seed, self.passes, self.granularity, self.policy, self.gpu_layers)
