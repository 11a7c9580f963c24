"""The models folder: where it is, what lies in it, and whether a file is what the catalog says."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path

from models import catalog, hashes, links, split
from models.catalog import Entry, File, joint_sha256
from models.errors import ModelError
from models.gguf import check_header
from models.progress import size_text

__all__ = ["Model", "Status", "disk_used", "find", "folder", "here", "part", "path", "sha256", "status"]

Status = Literal["verified", "different", "incomplete", "missing"]


@dataclass(frozen=True)
class Model:
    """A model that is here: in the models folder, or elsewhere with a link in it.

    `name` is what a command calls it; `files` are all of its files, some perhaps gone or still coming;
    `entry` is what the catalog has of that name, `sha256` what its bytes were said to be on import.
    """

    name: str
    files: tuple[Path, ...]
    size: int  # bytes on the disk
    linked: bool
    entry: Entry | None = None
    sha256: str | None = None

    @property
    def path(self) -> Path:
        """What llama.cpp is given: the only or first file."""
        return self.files[0]


def folder(override: Path | None = None) -> Path:
    """The models folder: `override`, else the environment's EVENHAND_MODELS, else the user's data folder."""
    if override is not None:
        return override
    if named := os.environ.get("EVENHAND_MODELS"):
        return Path(named)
    return user_data_path("evenhand", appauthor=False) / "models"


def find(name_or_path: str, folder: Path) -> Path:
    """The file of a model, the first of a split one: by its name in the catalog, its file name in `folder`,
    or its path.

    Raises `ModelError` when there is none, or when a file of it is missing or not a whole GGUF file.
    """
    for entry in catalog.entries():
        if entry.name == name_or_path:
            return _find_entry(entry, folder)
    if link := links.of(folder).get(name_or_path):
        return _find_link(name_or_path, link)
    for path in (folder / name_or_path, Path(name_or_path)):
        if name_or_path and path.exists():
            for file in split.gather(path):
                check_header(file)
            return split.parts(path)[0]
    raise ModelError(
        f'There is no model "{name_or_path}": give a name that `evenhand models list` shows (bring the first '
        f"with `{catalog.starter().fetch_command}`), or the path of a .gguf file."
    )


def path(entry: Entry, folder: Path) -> Path:
    """Where the entry's only or first file is, or would be: in `folder`, or where a link of it points."""
    return _files(entry, folder)[0]


def status(entry: Entry, folder: Path) -> Status:
    """Whether the entry's files are here with the catalog's SHA-256 (remembered, see `models.hashes`).

    "incomplete": some are there, or one has begun to arrive. Raises `ModelError` when a file is there but
    cannot be read.
    """
    paths = _files(entry, folder)
    states = [_state(path, file) for path, file in zip(paths, entry.files, strict=True)]
    if "different" in states:
        return "different"
    if "missing" not in states:
        return "verified"
    return "incomplete" if "verified" in states or any(map(_begun, paths)) else "missing"


def sha256(path: Path) -> str:
    """The SHA-256 of a model, `path` its only or first file (see `joint_sha256`); remembered.

    Raises `ModelError` when a file cannot be read.
    """
    return joint_sha256([hashes.sha256(file) for file in split.parts(path)])


def here(folder: Path) -> tuple[Model, ...]:
    """What is here: the catalog's models in its order, then other files of the folder and links, by name."""
    known = [_model(entry, folder) for entry in catalog.entries()]
    found = [model for model in known if model is not None]
    taken = {file for model in found for file in model.files}
    other: list[Model] = []
    for name, link in links.of(folder).items():
        files = link.paths
        if not taken.intersection(files):
            other.append(Model(name, files, _on_disk(files), linked=True, sha256=link.sha256))
    for file in _gguf_files(folder):
        files = split.parts(file)
        if file not in taken:
            other.append(Model(file.name, files, _on_disk(files), linked=False))
    return (*found, *sorted(other, key=lambda model: model.name))


def disk_used(folder: Path) -> int:
    """Bytes of all that lies in the folder, transfers under way included; linked models lie elsewhere."""
    total = 0
    for root, _, names in os.walk(folder):
        total += _on_disk(Path(root) / name for name in names)
    return total


def _model(entry: Entry, folder: Path) -> Model | None:
    paths = _files(entry, folder)
    if not any(path.is_file() or _begun(path) for path in paths):
        return None
    size = _on_disk((*paths, *map(part, paths)))
    return Model(entry.name, paths, size, linked=paths[0].parent != folder, entry=entry, sha256=entry.sha256)


def _files(entry: Entry, folder: Path) -> tuple[Path, ...]:
    """Where the entry's files are or would be."""
    paths = tuple(folder / file.filename for file in entry.files)
    if any(path.exists() for path in paths):
        return paths
    for link in links.of(folder).values():
        if link.sha256 == entry.sha256 and all(path.is_file() for path in link.paths):
            return link.paths
    return paths


def _state(path: Path, file: File) -> Literal["verified", "different", "missing"]:
    if not path.is_file():
        return "missing"
    same = path.stat().st_size == file.size and hashes.sha256(path) == file.sha256
    return "verified" if same else "different"


def part(path: Path) -> Path:
    """Where a transfer collects that file (see `models.partial`)."""
    return path.with_name(f"{path.name}.part")


def _begun(path: Path) -> bool:
    return part(path).is_file()


def _on_disk(paths: Iterable[Path]) -> int:
    total = 0
    for path in paths:
        try:
            total += path.stat().st_size
        except OSError:  # gone, or not yet there
            continue
    return total


def _gguf_files(folder: Path) -> list[Path]:
    """The models of the folder by their only or first file; of a split one whose first is gone, another."""
    names = sorted(path.name for path in folder.glob("*.gguf") if path.is_file())
    firsts = {split.parts(folder / name)[0].name: name for name in reversed(names)}
    return [folder / name for name in sorted(firsts.values())]


def _find_link(name: str, link: links.Link) -> Path:
    remedy = f"import it again, or forget it with `evenhand models remove {name}`"
    for target in link.targets:
        if not target.path.exists():
            raise ModelError(f"{target.path}, where {name} was, is not there any more: {remedy}.")
        check_header(target.path, remedy)
    return link.path


def _find_entry(entry: Entry, folder: Path) -> Path:
    paths = _files(entry, folder)
    missing = [path for path in paths if not path.exists()]
    if len(missing) == len(paths):
        raise ModelError(
            f'The model "{entry.name}" ({entry.title}, {size_text(entry.size)}) is not in {folder}: '
            f"bring it with `{entry.fetch_command}`."
        )
    remedy = f"bring it again with `{entry.fetch_command}`"
    if missing:
        raise ModelError(f"{missing[0]} is missing, one of {len(paths)} files of {entry.title}: {remedy}.")
    for path, file in zip(paths, entry.files, strict=True):
        check_header(path, remedy)
        if (size := path.stat().st_size) != file.size:
            raise ModelError(f"{path} is damaged, with {size:,} bytes instead of {file.size:,}: {remedy}.")
        if hashes.sha256(path) != file.sha256:
            raise ModelError(f"{path} is damaged: its SHA-256 is not the catalog's; {remedy}.")
    return paths[0]
