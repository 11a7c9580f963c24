"""`evenhand check`: drafts in, reports out."""

import argparse
import sys
from io import StringIO
from pathlib import Path
from typing import Literal

from rich.console import Console

from engine.bias.constants import MAX_PASSES
from engine.check import Checker, Options
from engine.commands.codes import DONE, FOUND, STOPPED, UNUSABLE
from engine.commands.drafts import STDIN, read_all
from engine.commands.session import Sayer, add_model_options, in_words, loaded
from engine.commands.style import style_for
from engine.report.canonical import to_json
from engine.report.files import UnwritableReport, write
from engine.report.html import render_html
from engine.report.schema import ReportFile
from engine.report.terminal import render
from engine.text import Document, UnreadableDraft
from knowledge.house_style import HouseStyle, UnusableStyle
from models import store

Format = Literal["text", "json", "html"]
EXTENSIONS: dict[Format, str] = {"text": "txt", "json": "json", "html": "html"}


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser("check", help="examine drafts for media bias")
    parser.add_argument("drafts", nargs="+", metavar="FILE", help="plain text or Markdown; - reads stdin")
    parser.add_argument("--model", default="starter", metavar="NAME|PATH", help="default: starter")
    parser.add_argument("--format", choices=["text", "json", "html"], default="text")
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
    to_folder = len(args.drafts) > 1
    if to_folder and args.format != "text" and not args.out:
        print(f"Several drafts as {args.format} need --out and a folder.", file=sys.stderr)
        return UNUSABLE
    drafts, problems = read_all(args.drafts)
    styled = []
    for name, draft in drafts:
        try:
            styled.append((name, draft, style_for(name, args.style)))
        except UnusableStyle as error:
            problems.append(str(error))
    if styled and args.out and (problem := _place_problem(args.out, args.drafts)):
        problems.append(problem)
        styled = []
    for problem in dict.fromkeys(problems):
        say.problem(problem)
    biased = stopped = False
    if styled:
        options = Options(args.seed, args.passes, args.granularity, args.policy, args.gpu_layers)
        with loaded(store.find(args.model, store.folder(args.models_dir)), options, args) as checker:
            targets = _targets([name for name, _, _ in styled], args.out, to_folder, args.format)
            for (_, draft, style), target in zip(styled, targets, strict=True):
                try:
                    file = _check_one(checker, draft, style, target, say, args)
                except (UnreadableDraft, UnwritableReport) as error:
                    problems.append(str(error))
                    say.problem(str(error))
                    continue
                biased |= file.report.verdict.verdict == "biased"
                if not file.report.verdict.complete:
                    stopped = True
                    say("Stopped: the report holds what was done until then.")
                    break
    if stopped:
        return STOPPED
    if problems:
        return UNUSABLE
    return FOUND if biased and args.fail_on else DONE


def _check_one(
    checker: Checker,
    draft: Document,
    style: HouseStyle | None,
    target: Path | None,
    say: Sayer,
    args: argparse.Namespace,
) -> ReportFile:
    file = checker.check(draft, say.progress(draft.name), style=style)
    if target:
        write(target, _rendered(file, draft, args.format))
    if target and not args.quiet and args.format != "text":
        render(file, Console())
    if target:
        print(f"Report: {target}")
    elif args.format == "text":
        render(file, Console())
    else:
        sys.stdout.buffer.write(_rendered(file, draft, args.format))
        sys.stdout.flush()
    say(f"{draft.name}: {in_words(file.circumstances.seconds)}")
    return file


def _rendered(file: ReportFile, draft: Document, format: Format) -> bytes:
    if format == "json":
        return to_json(file)
    if format == "html":
        return render_html(file, draft.text)
    console = Console(record=True, width=100, file=StringIO())
    render(file, console)
    return console.export_text().encode()


def _place_problem(out: Path, drafts: list[str]) -> str | None:
    """Why reports can't go to `out`, found out before the work; makes the folder for several of them."""
    try:
        if len(drafts) > 1:
            out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return f"The folder {out} can't be made ({error.strerror}): choose another place."
    if out.resolve() in {Path(name).resolve() for name in drafts if name != STDIN}:
        return f"The report {out} would replace the draft: give it another name."
    if not out.parent.is_dir():
        return f"The report {out} can't be written, because its folder does not exist: create it first."
    return None


def _targets(names: list[str], out: Path | None, to_folder: bool, format: Format) -> list[Path | None]:
    """Where each report goes; drafts of one name in different folders get numbered files."""
    if not out:
        return [None] * len(names)
    if not to_folder and not out.is_dir():
        return [out]
    targets: list[Path | None] = []
    for name in names:
        stem = "stdin" if name == STDIN else Path(name).name
        target, number = out / f"{stem}.report.{EXTENSIONS[format]}", 2
        while target in targets:
            target, number = out / f"{stem}.{number}.report.{EXTENSIONS[format]}", number + 1
        targets.append(target)
    return targets


def _natural(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 0 on")
    return value
