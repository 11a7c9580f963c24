"""Models that other programs already have on this machine; it only looks, for a bounded time."""

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from models import catalog, split
from models.catalog import Entry
from models.gguf import MAGIC
from models.places import Place, places

SECONDS = 20.0
MOST_MANIFEST = 1 << 20  # bytes; Ollama's have a few hundred
MODEL_LAYER = "application/vnd.ollama.image.model"

_HASH = re.compile(r"(?:sha256-)?([0-9a-f]{64})")


@dataclass(frozen=True)
class Found:
    """A model of another program, its files in order and all there.

    `entry` is what the catalog would call it by names and sizes, or by the SHA-256 that the program notes:
    likely, but proved only by importing it. `filename` is fit for the `name` of `import_file`.
    """

    program: str
    name: str
    files: tuple[Path, ...]
    size: int
    entry: Entry | None

    @property
    def path(self) -> Path:
        """The only or first file: what to import."""
        return self.files[0]

    @property
    def filename(self) -> str:
        plain = re.sub(r"[^\w.-]+", "-", self.name.removesuffix(".gguf")).strip("-.")
        return f"{plain or 'model'}.gguf"


@dataclass(frozen=True)
class Scan:
    """What was found, in the order of the places; `complete` is False when time ran out before the end."""

    found: tuple[Found, ...]
    complete: bool


class _TimeIsUp(Exception):
    pass


def scan(
    where: Sequence[Place] | None = None,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> Scan:
    """Models in these places, by default in those of the programs that `models.places` knows.

    What cannot be read is left out, and so are split models that lack a part. The same file met twice, be it
    through links, is given once. Nothing is hashed: a file counts as a model by its first bytes.
    """
    deadline = clock() + seconds

    def tick() -> None:
        if clock() > deadline:
            raise _TimeIsUp

    if where is None:
        where = places(Path.home(), os.environ, sys.platform)
    found: list[Found] = []
    seen: set[tuple[int, int]] = set()
    try:
        for place in where:
            for candidate in _ollama(place, tick) if place.layout == "ollama" else _files(place, tick):
                tick()
                if (model := _model(place, *candidate)) and (key := _identity(model.path)) not in seen:
                    seen.add(key)
                    found.append(model)
    except _TimeIsUp:
        return Scan(tuple(found), complete=False)
    return Scan(tuple(found), complete=True)


def _files(place: Place, tick: Callable[[], None]) -> Iterator[tuple[str, Path]]:
    """(name, only or first file) of each model in a tree. Linked folders are not entered, so that there is no
    circle; linked files are how the Hugging Face cache is made."""
    waiting = [(place.path, place.depth)]
    while waiting:
        tick()
        folder, depth = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                inside = sorted(entries, key=lambda one: one.name)
        except OSError:
            continue
        for one in inside:
            if _is_first(one.name):
                yield one.name, Path(one.path)
        if depth > 0:
            below = [one for one in inside if one.is_dir(follow_symlinks=False)]
            waiting += [(Path(one.path), depth - 1) for one in reversed(below)]


def _is_first(name: str) -> bool:
    """Whether the name is that of a model's only or first file, and not of what lets a model read images."""
    plain = name.lower()
    return plain.endswith(".gguf") and not plain.startswith("mmproj") and not split.is_follower(name)


def _ollama(place: Place, tick: Callable[[], None]) -> Iterator[tuple[str, Path]]:
    """("llama3.1:8b", blob) of each manifest, which lies at host/publisher/model/tag."""
    manifests = place.path / "manifests"
    for folder, _, tags in os.walk(manifests):
        for tag in sorted(tags):
            tick()
            path = Path(folder, tag)
            parts = path.relative_to(manifests).parts
            digest = _model_layer(path)
            if digest and len(parts) >= 3:
                publisher = "" if parts[-3] == "library" else f"{parts[-3]}/"
                yield f"{publisher}{parts[-2]}:{tag}", place.path / "blobs" / f"sha256-{digest}"


def _model_layer(path: Path) -> str | None:
    """The SHA-256 of the model that a manifest of Ollama names."""
    try:
        with path.open("rb") as file:
            layers = json.loads(file.read(MOST_MANIFEST))["layers"]
        digests = [layer["digest"] for layer in layers if layer.get("mediaType") == MODEL_LAYER]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    plain = [found[1] for digest in digests if (found := re.fullmatch(r"sha256:([0-9a-f]{64})", str(digest)))]
    return plain[0] if len(plain) == 1 else None  # several are a split model, whose parts have no fit names


def _model(place: Place, name: str, first: Path) -> Found | None:
    """What these files are, None unless all of them begin like GGUF files."""
    files = split.parts(first) if place.layout == "files" else (first,)
    try:
        if not all(file.is_file() for file in files):
            return None
        for file in files:
            with file.open("rb") as opened:
                if opened.read(len(MAGIC)) != MAGIC:
                    return None
        sizes = [file.stat().st_size for file in files]
    except OSError:
        return None
    return Found(place.program, name, files, sum(sizes), _likely(files, sizes))


def _likely(files: Sequence[Path], sizes: Sequence[int]) -> Entry | None:
    noted = [found[1] for file in files if (found := _HASH.fullmatch(_real_name(file)))]
    if len(noted) == len(files):
        return catalog.identify(noted)
    described = [(file.name, size) for file, size in zip(files, sizes, strict=True)]
    for entry in catalog.entries():
        if described == [(file.filename, file.size) for file in entry.files]:
            return entry
    return None


def _real_name(path: Path) -> str:
    """What the file is called where it really lies: its SHA-256, in the caches of Hugging Face and Ollama."""
    try:
        return path.resolve().name
    except OSError:
        return path.name


def _identity(path: Path) -> tuple[int, int]:
    stat = path.stat()
    return stat.st_dev, stat.st_ino
