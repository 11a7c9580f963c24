"""Which house style a command uses."""

from pathlib import Path

from engine.commands.drafts import STDIN
from knowledge import shipped
from knowledge.house_style import HouseStyle, beside, load


def read_style(path: Path) -> HouseStyle:
    """Raises UnusableStyle."""
    return load(path, shipped().categories)


def style_for(draft: str, given: Path | None) -> HouseStyle | None:
    """The style given on the command line, else the one beside the draft, if any.

    Raises UnusableStyle.
    """
    path = given or (beside(Path(draft)) if draft != STDIN else None)
    return read_style(path) if path else None
