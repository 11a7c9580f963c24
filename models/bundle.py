"""A folder of models for a machine without network: files, and a manifest that the other side verifies."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from pydantic import Field, ValidationError, model_validator

from models import catalog, copying, hashes, links, ownership, split, store
from models.catalog import Entry, File
from models.errors import ModelError
from models.gguf import check_header
from models.importing import counter
from models.progress import Report
from models.records import Record, write

MANIFEST = "evenhand-models.json"
FORMAT = 1


class Bundled(Record):
    """A model of the bundle: its name in the catalog, or "" for one that is not in it; its files in order."""

    name: str
    title: str
    files: tuple[File, ...] = Field(min_length=1)

    @property
    def sha256(self) -> str:
        return catalog.joint_sha256([file.sha256 for file in self.files])

    @property
    def entry(self) -> Entry | None:
        """What the catalog of this machine knows these bytes as."""
        return catalog.identify([file.sha256 for file in self.files])


class Manifest(Record):
    format: int = FORMAT
    models: tuple[Bundled, ...]

    @model_validator(mode="after")
    def _one_file_for_a_name(self) -> Self:
        names = [file.filename.lower() for model in self.models for file in model.files]
        if len(set(names)) < len(names):
            raise ValueError("a file name stands twice")
        return self


def is_bundle(path: Path) -> bool:
    """Whether the path is a folder that `export` wrote, or the manifest in it."""
    return (path / MANIFEST).is_file() or (path.name == MANIFEST and path.is_file())


def export(names: Sequence[str], folder: Path, target: Path, progress: Report | None = None) -> Manifest:
    """Copies the models of these names, or file paths, to the folder `target` and writes its manifest last.
    What a manifest there already lists stays in it; of the models asked for, only files are copied that are
    not there yet or no longer right. An interrupted export goes on when it is repeated.

    Raises `ModelError` when a model is not here or damaged, or the target cannot hold or take it.
    """
    sources = [_sources(name, folder) for name in dict.fromkeys(names)]
    before = read(target).models if is_bundle(target) else ()
    manifest = _merged(before, [model for model, _ in sources])
    listed = [file for model in before for file in model.files]
    wanted: list[tuple[Path, Path, File]] = []
    for model, paths in sources:
        for path, file in zip(paths, model.files, strict=True):
            place = target / file.filename
            if _holds(place, file):
                continue
            if place.exists() and file not in listed:  # else it is ours, and damaged
                raise _taken(place)
            wanted.append((path, place, file))
    copying.check_space(target, sum(copying.to_write(place, file.size) for _, place, file in wanted))
    arrived = counter(sum(file.size for _, _, file in wanted), "copying", progress)
    for path, place, file in wanted:
        copying.copy(path, place, file.sha256, arrived)
    write(manifest, target / MANIFEST)
    return manifest


def read(source: Path) -> Manifest:
    """The manifest of a bundle's folder.

    Raises `ModelError` when there is none, or one that this version cannot read.
    """
    path = source if source.name == MANIFEST else source / MANIFEST
    try:
        manifest = Manifest.model_validate_json(path.read_bytes())
    except OSError as error:
        raise copying.unreadable(path, error) from error
    except ValidationError as error:
        raise ModelError(f"{path} is damaged or of a newer Evenhand: export the models again.") from error
    if manifest.format != FORMAT:
        raise ModelError(f"{path} is of another version of Evenhand: use the same version on both machines.")
    return manifest


def import_bundle(source: Path, folder: Path, progress: Report | None = None) -> list[tuple[Bundled, Path]]:
    """Copies every model of the bundle to `folder`, each byte verified; (model, its only or first file).

    All files are looked for before the first is copied. Raises `ModelError` when one is missing, has other
    bytes than the manifest says, or its name is taken here; what was copied whole before that stays.
    """
    manifest = read(source)
    root = source.parent if source.name == MANIFEST else source
    wanted: list[tuple[Path, Path, File]] = []
    for model in manifest.models:
        for file in model.files:
            target = folder / file.filename
            if _is_here(target, file):
                continue
            _check_source(root / file.filename, file)
            if target.exists():
                raise _taken(target)
            wanted.append((root / file.filename, target, file))
    copying.check_space(folder, sum(copying.to_write(target, file.size) for _, target, file in wanted))
    arrived = counter(sum(file.size for _, _, file in wanted), "copying", progress)
    for path, target, file in wanted:
        copying.copy(path, target, file.sha256, arrived)
        ownership.claim(target, file.sha256)
    return [(model, folder / model.files[0].filename) for model in manifest.models]


def _sources(name: str, folder: Path) -> tuple[Bundled, tuple[Path, ...]]:
    """What to copy for a model of that name, and from where."""
    first = store.find(name, folder)
    paths = split.parts(first)
    digests = [hashes.sha256(path) for path in paths]
    entry = catalog.identify(digests)
    if entry is not None:
        return Bundled(name=entry.name, title=entry.label, files=entry.files), paths
    linked = len(paths) == 1 and name in links.of(
        folder
    )  # a link's name says more than that of Ollama's blob
    files = tuple(
        File(filename=_fit(name if linked else path.name), size=path.stat().st_size, sha256=digest)
        for path, digest in zip(paths, digests, strict=True)
    )
    return Bundled(name="", title=Path(name).name if linked else first.stem, files=files), paths


def _fit(name: str) -> str:
    """A file name that every file system takes."""
    stem = re.sub(r"\.gguf$", "", name, flags=re.IGNORECASE)
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", stem)
    return f"{plain if plain[:1].isalnum() else f'm{plain}'}.gguf"


def _merged(before: Sequence[Bundled], models: Sequence[Bundled]) -> Manifest:
    """What was there before, less what is exported again, and the models."""
    try:
        kept = [model for model in before if all(model.files != new.files for new in models)]
        return Manifest(models=(*kept, *models))
    except ValidationError as error:
        raise ModelError(
            "Two of these models have the same file name: export them into two folders."
        ) from error


def _is_here(target: Path, file: File) -> bool:
    """Whether the models folder has the file (remembered)."""
    return target.is_file() and target.stat().st_size == file.size and hashes.sha256(target) == file.sha256


def _holds(place: Path, file: File) -> bool:
    """Whether the bundle has the file, read in full: sticks are pulled out too early."""
    if not place.is_file() or place.stat().st_size != file.size:
        return False
    return copying.digest(place, lambda _count: None) == file.sha256


def _taken(path: Path) -> ModelError:
    return ModelError(f"{path.parent} already has another {path.name}: remove or rename that one first.")


def _check_source(path: Path, file: File) -> None:
    if not path.is_file():
        raise ModelError(f"{path.name} is missing from {path.parent}: export the models again.")
    if (size := path.stat().st_size) != file.size:
        raise ModelError(
            f"{path} is damaged, with {size:,} bytes instead of {file.size:,}: export the models again."
        )
    check_header(path, "export the models again")
