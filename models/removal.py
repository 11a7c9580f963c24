"""Taking a model away again: only files that Evenhand itself put there, and its own records."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from models import links, ownership, store
from models.beside import KINDS, beside
from models.errors import ModelError
from models.store import Model


@dataclass(frozen=True)
class Plan:
    """What to remove: `files` are those that Evenhand brought or began to, `records` its own notes; `kept`
    are files of a model elsewhere, which stay."""

    name: str
    files: tuple[Path, ...]
    records: tuple[Path, ...]
    kept: tuple[Path, ...]
    size: int  # bytes that become free


def plan(name: str, folder: Path) -> Plan:
    """What removing the model called `name` in `models list` takes away; nothing is touched yet.

    Raises `ModelError` when it is not here, or when a file of it was not put there by Evenhand.
    """
    model = named(name, folder)
    if model.linked:
        records = [
            links.place(folder, key) for key, link in links.of(folder).items() if link.paths == model.files
        ]
        records += [beside(folder, model.path, kind) for kind in KINDS]
        return Plan(name, (), _existing(records), model.files, 0)
    files = _existing(model.files)
    for file in files:
        if not ownership.is_ours(file):
            raise ModelError(
                f"{file} was not put there by Evenhand, or has changed since: delete it yourself."
            )
    begun = tuple(part for file in model.files if ownership.is_begun(part := store.part(file)))
    records = [ownership.note(file) for file in (*model.files, *begun)]
    records += [beside(folder, model.path, kind) for kind in KINDS]
    size = sum(file.stat().st_size for file in (*files, *begun))
    return Plan(name, (*files, *begun), _existing(records), (), size)


def carry_out(plan: Plan) -> None:
    """Removes what the plan says; notes go last, so that a stopped removal can be repeated.

    Raises `ModelError` when a file cannot be deleted, or was replaced since the plan was made.
    """
    for path in (*plan.files, *plan.records):
        if not _may_go(path):
            raise ModelError(f"{path} has just changed, so it stays: delete it yourself.")
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise ModelError(
                f"{path} cannot be deleted ({error.strerror or error}): close what uses it and try again."
            ) from error


def _may_go(path: Path) -> bool:
    """Records may, and files that are still as Evenhand put or left them."""
    if not (ownership.note(path).exists() and path.exists()):
        return True
    return ownership.is_begun(path) or ownership.is_ours(path)


def named(name: str, folder: Path) -> Model:
    """The model that `models list` shows under that name, or whose file is called so.

    Raises `ModelError` when there is none.
    """
    for model in store.here(folder):
        if name in (model.name, model.path.name):
            return model
    raise ModelError(f'There is no model "{name}" in {folder}: `evenhand models list` shows what is here.')


def _existing(paths: Iterable[Path]) -> tuple[Path, ...]:
    return tuple(path for path in paths if path.exists())
