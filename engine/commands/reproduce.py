"""`evenhand reproduce`: run again what a report says, and compare the bytes."""

import argparse
import sys
from pathlib import Path

from engine.check import Options
from engine.commands.codes import DONE, FOUND, STOPPED
from engine.commands.drafts import read_draft
from engine.commands.session import Sayer, add_model_options, loaded
from engine.report.canonical import UnreadableReport, from_json
from engine.report.difference import differences
from engine.report.schema import ReportFile
from engine.text import UnreadableDraft
from models import store
from models.errors import ModelError


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
    old = _report(args.report)
    draft = read_draft(args.draft, old.circumstances.draft_name).document
    report, manifest = old.report, old.report.manifest
    if draft.data_sha256 != report.draft.sha256:
        raise UnreadableDraft(
            f"{Path(args.draft).name} is not the draft of this report, or was changed since: "
            f"its SHA-256 is {draft.data_sha256}, the report's is {report.draft.sha256}."
        )
    model = store.find(args.model or manifest.model.file, store.folder(args.models_dir))
    if store.sha256(model) != manifest.model.sha256:
        raise ModelError(
            f"{model.name} is not the model of this report, whose SHA-256 is {manifest.model.sha256}: "
            "name that file with --model."
        )
    options = Options(
        manifest.seed, manifest.passes, manifest.granularity, manifest.policy, manifest.gpu_layers
    )
    with loaded(model, options, args, manifest) as checker:
        done = report.verdict.passages
        new = checker.check(
            draft, Sayer(args.quiet).progress(draft.name), only=done, style=manifest.house_style
        )
    if new.report.verdict.passages < done:
        print("Stopped before the end: nothing can be said about the bytes.", file=sys.stderr)
        return STOPPED
    if new.sha256 == old.sha256:
        print(f"The bytes agree: {new.sha256}")
        return DONE
    print(f"The bytes differ: {old.sha256} became {new.sha256}")
    for sentence in differences(report, new.report):
        print(f"  {sentence}")
    return FOUND


def _report(path: Path) -> ReportFile:
    try:
        return from_json(path.read_bytes())
    except OSError as error:
        raise UnreadableDraft(f"{path.name} can't be read ({error.strerror}): name a report.") from error
    except UnreadableReport as error:
        raise UnreadableDraft(f"{path.name}: {error}") from error
