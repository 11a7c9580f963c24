"""Taking in a GGUF file that a person already has: where it lies, or as a copy in the models folder."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

from models import catalog, copying, hashes, links, ownership, split, store
from models.catalog import Entry
from models.errors import ModelError
from models.gguf import check_header
from models.links import Link, Target
from models.progress import Progress, Report


@dataclass(frozen=True)
class Imported:
    """A model that was taken in: the `name` it now has here, and what it is.

    `new` is False when the very same bytes were here already and nothing was done.
    """

    name: str
    path: Path
    size: int
    sha256: str
    entry: Entry | None
    new: bool

    @property
    def what(self) -> str:
        """What it is, in a few words: "this is Llama 3.1 8B Instruct Q4_K_M, unmodified"."""
        if self.entry:
            return f"this is {self.entry.label}, unmodified"
        for entry in catalog.entries():
            if self.path.name in {file.filename for file in entry.files}:
                return f"called like {entry.label} but with other bytes, and so not in the catalog"
        return "not in the catalog"


def import_file(
    path: Path,
    folder: Path,
    *,
    copy: bool = False,
    name: str | None = None,
    progress: Report | None = None,
) -> Imported:
    """Takes in the model that the file `path` is, or is a part of, after checking its header and its SHA-256.

    Without `copy` the file stays where it is and `folder` only gets a record of it. `name` is the file name
    it gets here, by default its own (or the catalog's for a copy of a model that is in it).

    Raises `ModelError` when a part is missing, a file is no whole GGUF file, or its name is taken here.
    """
    path = path.expanduser().absolute()
    if path.is_dir():
        raise ModelError(
            f"{path} is a folder: name a .gguf file in it; `evenhand models scan` shows which there are."
        )
    if not path.exists():
        raise ModelError(f"There is no file {path}: check the path.")
    files = split.gather(path)
    for file in files:
        check_header(file, "get the file again")
    size = sum(file.stat().st_size for file in files)
    arrived = counter(size, "reading", progress)
    digests = [copying.digest(file, arrived) for file in files]
    entry = catalog.identify(digests)
    if found := _already(files, digests, folder, copy):
        return Imported(found.name, found.path, size, catalog.joint_sha256(digests), entry, new=False)
    names = _names(files, entry if copy else None, name)
    for one, digest in zip(names, digests, strict=True):
        _check_free(folder, one, digest)
    if copy:
        _copy(files, digests, [folder / one for one in names], counter(size, "copying", progress))
        _unlink(folder, catalog.joint_sha256(digests))
    else:
        targets = zip(files, digests, strict=True)
        link = Link(targets=tuple(Target(path=f, size=f.stat().st_size, sha256=d) for f, d in targets))
        links.save(folder, names[0], link)
    return Imported(
        entry.name if entry else names[0],
        folder / names[0] if copy else files[0],
        size,
        catalog.joint_sha256(digests),
        entry,
        new=True,
    )


def counter(total: int, note: str, progress: Report | None) -> copying.Arrived:
    """Adds up what is done of `total` bytes and reports it."""
    done = 0

    def arrived(count: int) -> None:
        nonlocal done
        done += count
        if progress is not None:
            progress(Progress(min(done, total), total, note))

    return arrived


def _already(files: Sequence[Path], digests: Sequence[str], folder: Path, copy: bool) -> store.Model | None:
    """The model of the folder, or unless it is to be copied linked in it, that has these very bytes."""
    joint = catalog.joint_sha256(digests)
    for model in store.here(folder):
        claims = model.sha256 == joint or model.files == tuple(files)
        if claims and not (copy and model.linked) and _holds(model, joint):
            return model
    return None


def _holds(model: store.Model, joint: str) -> bool:
    return all(file.is_file() for file in model.files) and store.sha256(model.path) == joint


def _names(files: Sequence[Path], entry: Entry | None, name: str | None) -> list[str]:
    """The file names here, in order. A split model keeps its own: llama.cpp finds the parts by them."""
    if entry is not None:
        return [file.filename for file in entry.files]
    if len(files) > 1:
        return [file.name for file in files]
    name = name or files[0].name
    if PurePosixPath(name).name != name or PureWindowsPath(name).name != name or name.startswith("."):
        raise ModelError(f'"{name}" cannot be a file name: give one without folders.')
    return [name if name.endswith(".gguf") else f"{name}.gguf"]


def _check_free(folder: Path, name: str, digest: str) -> None:
    path = folder / name
    if path.exists() and hashes.sha256(path) != digest:
        raise ModelError(f"{folder} already has another {name}: remove or rename that one first.")
    link = links.of(folder).get(name)
    if link is not None and link.targets[0].sha256 != digest and link.path.exists():
        raise ModelError(
            f"The name {name} is already given to {link.path}: forget that one first with "
            f"`evenhand models remove {name}`."
        )


def _copy(
    files: Sequence[Path], digests: Sequence[str], targets: Sequence[Path], arrived: copying.Arrived
) -> None:
    sizes = [file.stat().st_size for file in files]
    copying.check_space(targets[0].parent, sum(map(copying.to_write, targets, sizes)))
    for file, digest, target in zip(files, digests, targets, strict=True):
        if not target.exists():
            copying.copy(file, target, digest, arrived)
            ownership.claim(target, digest)


def _unlink(folder: Path, sha256: str) -> None:
    """Forgets links to a model that is now in the folder itself."""
    for name, link in links.of(folder).items():
        if link.sha256 == sha256:
            links.place(folder, name).unlink(missing_ok=True)
