"""A run in a folder: `manifest.json` says what was asked, `items.jsonl` holds a line for each item, and
`timing.jsonl` the seconds and tokens, which alone differ when the run is made again. Where several models
speak, `heard-*.jsonl` keeps what each but the last said.

A killed run goes on where it stopped: a line that was not finished is dropped and its item done again.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout
from pydantic import JsonValue

from engine.evaluation.packing import pack, unpack
from engine.evaluation.results import Heard, Result, Spent

MANIFEST, ITEMS, TIMING, LOCK = "manifest.json", "items.jsonl", "timing.jsonl", ".lock"

Manifest = Mapping[str, JsonValue]


class UnusableRun(Exception):
    """A run folder that can't be read or continued; the message is one sentence for a person."""


class StoredRun:
    """A run to read. Raises UnusableRun where the folder holds none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: dict[str, JsonValue] = _manifest(folder)

    def items(self) -> list[Result]:
        """The finished items in the order in which they were done. Raises UnusableRun for a damaged line."""
        found = []
        for number, line in enumerate(_whole_lines(self.folder / ITEMS), 1):
            try:
                found.append(unpack(line))
            except ValueError as error:
                raise _damaged(self.folder / ITEMS, number) from error
        return found

    def spent(self) -> dict[str, dict[str, Spent]]:
        """By item and configuration. An item that was done twice counts as done last."""
        lines = (json.loads(line) for line in _whole_lines(self.folder / TIMING))
        return {
            line["id"]: {name: Spent.model_validate(one) for name, one in line["spent"].items()}
            for line in lines
        }


class Run(StoredRun):
    """A run to make or to continue. Use it as a context manager: it holds the folder until it is closed.

    Raises UnusableRun where the folder holds a run with another manifest, is in use, or can't be written.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder / LOCK)
            self._lock.acquire(timeout=0)
        except Timeout as error:
            raise UnusableRun(
                f"{folder.name} is in use by another evaluation: wait for it, or name another folder."
            ) from error
        except OSError as error:
            raise UnusableRun(
                f"{folder.name} can't be written ({error.strerror or error}): name another folder."
            ) from error
        try:
            self._begin(manifest)
            super().__init__(folder)
            for name in (ITEMS, TIMING):
                _drop_unfinished(folder / name)
            self._done = {result.id for result in self.items()}
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._lock.release()

    @property
    def done_ids(self) -> frozenset[str]:
        """The items that need not be done again."""
        return frozenset(self._done)

    def append(self, result: Result, spent: Mapping[str, Spent]) -> None:
        """Store an item, and what each configuration spent on it. Raises ValueError if it is done."""
        if result.id in self._done:
            raise ValueError(f"{result.id} is done already")
        # This goes first: an item that is stored has it.
        costs = {name: one.model_dump() for name, one in spent.items()}
        _append(self.folder / TIMING, {"id": result.id, "spent": costs})
        _append(self.folder / ITEMS, pack(result))
        self._done.add(result.id)

    def keep(self, model: str, heard: Heard) -> None:
        """Keep what the model with this SHA-256 said, until `append` stores the item."""
        _append(self.folder / _heard(model), heard.model_dump(mode="json"))

    def kept(self, model: str) -> dict[str, Heard]:
        """What that model said, by item. Raises UnusableRun for a damaged line."""
        path = self.folder / _heard(model)
        _drop_unfinished(path)
        found = {}
        for number, line in enumerate(_whole_lines(path), 1):
            try:
                heard = Heard.model_validate_json(line)
            except ValueError as error:
                raise _damaged(path, number) from error
            found[heard.id] = heard
        return found

    def _begin(self, manifest: Manifest) -> None:
        wanted = dict(manifest)
        if not (self.folder / MANIFEST).exists():
            if (self.folder / ITEMS).exists():
                raise UnusableRun(f"{self.folder.name} holds {ITEMS} but no {MANIFEST}: name another folder.")
            _write_whole(self.folder / MANIFEST, _json(wanted, indent=2) + "\n")
            return
        stored = _manifest(self.folder)
        ours, theirs = (
            {key: _json(value) for key, value in given.items()}.items() for given in (wanted, stored)
        )
        if names := sorted({key for key, _ in ours ^ theirs}):
            raise UnusableRun(
                f"{self.folder.name} holds a run with another {', '.join(names)}: "
                "name another folder, or continue with the options that the run was begun with."
            )


def _heard(model: str) -> str:
    return f"heard-{model[:12]}.jsonl"


def _damaged(path: Path, number: int) -> UnusableRun:
    return UnusableRun(
        f"{path.parent.name}/{path.name}, line {number}, is damaged: "
        "remove that line and run the evaluation again."
    )


def _manifest(folder: Path) -> dict[str, JsonValue]:
    try:
        found = json.loads((folder / MANIFEST).read_text("utf-8"))
    except OSError as error:
        raise UnusableRun(f"{folder.name} holds no {MANIFEST}: name the folder of a run.") from error
    except ValueError as error:
        raise UnusableRun(f"{folder.name}/{MANIFEST} is damaged: name another folder.") from error
    if not isinstance(found, dict):
        raise UnusableRun(f"{folder.name}/{MANIFEST} is no manifest: name the folder of a run.")
    return found


def _whole_lines(path: Path) -> list[bytes]:
    """Without a last line that was not finished."""
    data = path.read_bytes() if path.exists() else b""
    return data.split(b"\n")[:-1]


def _drop_unfinished(path: Path) -> None:
    if path.exists():
        with path.open("r+b") as file:
            file.truncate(file.read().rfind(b"\n") + 1)


def _append(path: Path, record: Mapping[str, object]) -> None:
    line = _json(record) + "\n"
    with path.open("ab") as file:
        file.write(line.encode())
        file.flush()
        os.fsync(file.fileno())


def _json(value: object, indent: int | None = None) -> str:
    """Equal text for equal values; floats keep every digit. Raises ValueError for one that is not finite."""
    separators = (",", ":") if indent is None else (",", ": ")
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, allow_nan=False, indent=indent, separators=separators
    )


def _write_whole(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    part.write_bytes(text.encode())
    part.replace(path)
