"""`evenhand check`: drafts in, reports out."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from engine.bias.constants import MAX_PASSES
from engine.check import Checker, Options
from engine.commands.codes import DONE, FOUND, STOPPED, UNUSABLE
from engine.commands.drafts import Draft, found, read_all
from engine.commands.places import place_problem, targets, terminal_problem
from engine.commands.session import Sayer, add_model_options, in_words, loaded
from engine.commands.style import style_for
from engine.report.batch import Row, render_batch
from engine.report.exporters import FORMATS, Format, Unexportable, export, exportable
from engine.report.files import UnwritableReport, write
from engine.report.schema import ReportFile
from engine.report.terminal import render
from engine.text import UnreadableDraft, remarks_on
from knowledge.house_style import HouseStyle, UnusableStyle
from models import store


@dataclass(frozen=True)
class _Job:
    """A draft to check, by which house style, and where its report goes; None is standard output."""

    draft: Draft
    style: HouseStyle | None
    target: Path | None


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser("check", help="examine drafts for media bias")
    parser.add_argument(
        "drafts",
        nargs="+",
        metavar="FILE",
        help="text, Markdown, Word, OpenDocument, RTF, PDF, a web page or a mail; - reads stdin",
    )
    parser.add_argument(
        "--recursive", action="store_true", help="check all drafts in the folders that are named"
    )
    parser.add_argument("--model", default="starter", metavar="NAME|PATH", help="default: starter")
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.add_argument("--out", type=Path, metavar="PATH", help="a file, or a folder for several drafts")
    parser.add_argument("--seed", type=_natural, default=0, metavar="N")
    parser.add_argument(
        "--passes",
        type=int,
        choices=range(1, MAX_PASSES + 1),
        default=1,
        metavar="K",
        help="self-consistency, 1 to 5",
    )
    parser.add_argument("--granularity", choices=["sentence", "passage", "whole"], default="passage")
    parser.add_argument(
        "--policy",
        choices=["default", "published"],
        default="default",
        help="published: the method of the paper, without measured confidences and guardrails",
    )
    parser.add_argument(
        "--gpu-layers",
        type=_natural,
        default=0,
        metavar="N",
        help="layers to run on the GPU, where there is one",
    )
    parser.add_argument(
        "--style",
        type=Path,
        metavar="FILE",
        help="the newsroom's house style; default: house-style.toml beside the draft",
    )
    parser.add_argument("--fail-on", choices=["biased"], help="exit with 1 when any passage is biased")
    add_model_options(parser)
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Checks every readable draft; a problem with one leaves the others alone.

    Raises ModelError, EngineFailed, and Cancelled when stopped before there was anything to report.
    """
    say = Sayer(args.quiet)
    names, problems = found(args.drafts, args.recursive)
    is_batch = len(args.drafts) > 1 or args.recursive
    if not args.out and (problem := _stdout_problem(args.format, is_batch)):
        print(problem, file=sys.stderr)
        return UNUSABLE
    drafts, unreadable = read_all(names)
    jobs, unfit = _jobs(drafts, args, names, is_batch)
    problems += unreadable + unfit
    for problem in dict.fromkeys(problems):
        say.problem(problem)
    for remark in (remark for job in jobs for remark in remarks_on(job.draft.document)):
        say(remark)
    rows: list[Row] = []
    if jobs:
        options = Options(args.seed, args.passes, args.granularity, args.policy, args.gpu_layers)
        with loaded(store.find(args.model, store.folder(args.models_dir)), options, args) as checker:
            for job in jobs:
                try:
                    file = _check_one(checker, job, is_batch, say, args)
                except (UnreadableDraft, UnwritableReport, Unexportable) as error:
                    problems.append(str(error))
                    say.problem(str(error))
                    continue
                rows.append(Row(job.draft.name, file))
                if not file.report.verdict.complete:
                    say("Stopped: the report holds what was done until then.")
                    break
    if is_batch and rows:
        render_batch(rows, len(jobs), Console())
    if any(not row.file.report.verdict.complete for row in rows):
        return STOPPED
    if problems:
        return UNUSABLE
    biased = any(row.file.report.verdict.verdict == "biased" for row in rows)
    return FOUND if biased and args.fail_on else DONE


def _stdout_problem(format: Format, is_batch: bool) -> str | None:
    if is_batch and format != "text":
        return f"Several drafts as {format} need --out and a folder."
    return terminal_problem(format)


def _jobs(
    drafts: Sequence[Draft], args: argparse.Namespace, names: Sequence[str], is_batch: bool
) -> tuple[list[_Job], list[str]]:
    """What can be done, and a sentence for all that can't, found out before any work."""
    problems: list[str] = []
    ready: list[tuple[Draft, HouseStyle | None]] = []
    for draft in drafts:
        try:
            exportable(draft.document, args.format, draft.data)
            ready.append((draft, style_for(draft.name, args.style)))
        except (UnusableStyle, Unexportable) as error:
            problems.append(str(error))
    if not ready:
        return [], problems
    places = targets([draft.name for draft, _ in ready], args.out, is_batch, args.format)
    if args.out and (problem := place_problem(args.out, places, names, is_batch)):
        return [], [*problems, problem]
    return [_Job(*one, place) for one, place in zip(ready, places, strict=True)], problems


def _check_one(
    checker: Checker, job: _Job, is_batch: bool, say: Sayer, args: argparse.Namespace
) -> ReportFile:
    document = job.draft.document
    file = checker.check(document, say.progress(document.name), style=job.style)
    if args.format == "text" and not job.target:
        render(file, Console())
    else:
        exported = export(file, document, args.format, job.draft.data)
        if job.target:
            write(job.target, exported)
        else:
            sys.stdout.buffer.write(exported)
            sys.stdout.flush()
    if job.target and not (args.quiet or is_batch or args.format == "text"):
        render(file, Console())
    if job.target:
        print(f"Report: {job.target}")
    say(f"{document.name}: {in_words(file.circumstances.seconds)}")
    return file


def _natural(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 0 on")
    return value
