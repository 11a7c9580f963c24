"""`evenhand reproduce`: run again what a report says, and compare the bytes."""

import argparse
import sys
from pathlib import Path

from engine.commands.codes import DONE, FOUND, STOPPED
from engine.commands.drafts import read_draft
from engine.commands.session import Sayer, add_model_options, loaded
from engine.reproduce import Comparison, options, read_report, require_draft, require_model
from models import store


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "reproduce",
        help="run a report's check again and say whether the bytes agree",
        description="Exit code 0 when the bytes agree, 1 when they differ.",
    )
    parser.add_argument("report", type=Path, metavar="REPORT.json")
    parser.add_argument("draft", metavar="DRAFT", help="the draft the report is about; - reads stdin")
    parser.add_argument(
        "--model", metavar="NAME|PATH", help="where the model is; default: the report's file name"
    )
    add_model_options(parser)
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Raises UnreadableDraft for a draft or report that can't be used, ModelError, EngineFailed."""
    old = read_report(args.report)
    draft = read_draft(args.draft, old.circumstances.draft_name).document
    manifest = old.report.manifest
    require_draft(old, draft, Path(args.draft).name)
    model = store.find(args.model or manifest.model.file, store.folder(args.models_dir))
    require_model(old, model, "name that file with --model.")
    with loaded(model, options(manifest), args, manifest) as checker:
        new = checker.check(
            draft,
            Sayer(args.quiet).progress(draft.name),
            only=old.report.verdict.passages,
            style=manifest.house_style,
        )
    compared = Comparison(old, new)
    if not compared.whole:
        print("Stopped before the end: nothing can be said about the bytes.", file=sys.stderr)
        return STOPPED
    if compared.agree:
        print(f"The bytes agree: {new.sha256}")
        return DONE
    print(f"The bytes differ: {old.sha256} became {new.sha256}")
    for sentence in compared.differences:
        print(f"  {sentence}")
    return FOUND
