"""`evenhand export`: a report in another format, made later and without a model."""

import argparse
import sys
from pathlib import Path

from engine.commands.drafts import STDIN, STDIN_NAME
from engine.report.canonical import UnreadableReport, from_json
from engine.report.exporters import EXTENSIONS, FORMATS, Format, Unexportable, export
from engine.report.files import UnwritableReport, write
from engine.report.schema import ReportFile
from engine.text import MAX_BYTES, Document, UnreadableDraft, read_bytes

DONE, UNUSABLE = 0, 2
_BINARY: frozenset[Format] = frozenset({"pdf", "docx", "odt"})


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
    data, draft = _draft(args.draft, file.circumstances.draft_name)
    out = _target(args.out, args.draft, args.format)
    if out is None and args.format in _BINARY and sys.stdout.isatty():
        print(f"A {args.format} can't be shown in a terminal: name a file with --out.", file=sys.stderr)
        return UNUSABLE
    if out and out.resolve() in {Path(name).resolve() for name in (args.report, args.draft) if name != STDIN}:
        print(f"The export {out} would replace what it is made from: give it another name.", file=sys.stderr)
        return UNUSABLE
    try:
        exported = export(file, draft, args.format, data)
        if out:
            write(out, exported)
    except (Unexportable, UnwritableReport) as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    if out:
        print(f"Report: {out}")
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


def _draft(name: str, called: str) -> tuple[bytes, Document]:
    """The bytes of the draft, and what they say when they are read under the name they had."""
    if name == STDIN:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        return data, read_bytes(data, called or STDIN_NAME)
    try:
        with Path(name).open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or error
        raise UnreadableDraft(
            f"{Path(name).name} can't be read ({reason}): name the report's draft."
        ) from error
    return data, read_bytes(data, called)


def _target(out: Path | None, draft: str, format: Format) -> Path | None:
    if out is None or not out.is_dir():
        return out
    stem = "stdin" if draft == STDIN else Path(draft).name
    return out / f"{stem}.report.{EXTENSIONS[format]}"
