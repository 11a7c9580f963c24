"""`evenhand export`: a report in another format, made later and without a model."""

import argparse
import sys
from pathlib import Path

from engine.commands.codes import DONE, UNUSABLE
from engine.commands.drafts import read_draft
from engine.commands.places import place_problem, targets, terminal_problem
from engine.report.canonical import UnreadableReport, from_json
from engine.report.exporters import FORMATS, Unexportable, export
from engine.report.files import UnwritableReport, write
from engine.report.schema import ReportFile
from engine.text import UnreadableDraft


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "export", help="write a report and its draft in another format, without a model"
    )
    parser.add_argument("report", type=Path, metavar="REPORT.json")
    parser.add_argument("draft", metavar="DRAFT", help="the draft the report is about; - reads stdin")
    parser.add_argument("--format", choices=FORMATS, required=True)
    parser.add_argument(
        "--out", type=Path, metavar="PATH", help="a file or a folder; default: standard output"
    )
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Raises UnreadableDraft for a draft or report that can't be used."""
    file = _report(args.report)
    draft = read_draft(args.draft, file.circumstances.draft_name)
    [target] = targets([args.draft], args.out, to_folder=False, format=args.format)
    if args.out:
        problem = place_problem(args.out, [target], [str(args.report), args.draft], to_folder=False)
    else:
        problem = terminal_problem(args.format)
    if problem:
        print(problem, file=sys.stderr)
        return UNUSABLE
    try:
        exported = export(file, draft.document, args.format, draft.data)
        if target:
            write(target, exported)
    except (Unexportable, UnwritableReport) as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    if target:
        print(f"Report: {target}")
    else:
        sys.stdout.buffer.write(exported)
        sys.stdout.flush()
    return DONE


def _report(path: Path) -> ReportFile:
    try:
        return from_json(path.read_bytes())
    except OSError as error:
        raise UnreadableDraft(f"{path.name} can't be read ({error.strerror}): name a report.") from error
    except UnreadableReport as error:
        raise UnreadableDraft(f"{path.name}: {error}") from error
