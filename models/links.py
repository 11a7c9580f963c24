"""Models that stay where they are: a record in the models folder says where, and what their bytes were."""

from pathlib import Path

from models.catalog import joint_sha256
from models.records import Record, read, write

ENDING = ".link.json"


class Target(Record):
    """A file elsewhere, as it was when it was imported."""

    path: Path
    size: int
    sha256: str


class Link(Record):
    """A model elsewhere; several files when it is split, in order."""

    targets: tuple[Target, ...]

    @property
    def paths(self) -> tuple[Path, ...]:
        return tuple(target.path for target in self.targets)

    @property
    def path(self) -> Path:
        """Of the only or first file."""
        return self.targets[0].path

    @property
    def sha256(self) -> str:
        return joint_sha256([target.sha256 for target in self.targets])


def place(folder: Path, name: str) -> Path:
    """Where the record lies of a model linked by the file name `name`."""
    return folder / f"{name}{ENDING}"


def save(folder: Path, name: str, link: Link) -> None:
    """Raises `ModelError` when the record cannot be written."""
    write(link, place(folder, name))


def of(folder: Path) -> dict[str, Link]:
    """The folder's links by file name, in the order of these; unreadable records are left out."""
    found: dict[str, Link] = {}
    for path in sorted(folder.glob(f"*{ENDING}")):
        link = read(Link, path)
        if link is not None and link.targets:
            found[path.name.removesuffix(ENDING)] = link
    return found
