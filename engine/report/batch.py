"""What became of several drafts, in one table."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.report import words
from engine.report.safe import for_terminal
from engine.report.schema import ReportFile


@dataclass(frozen=True)
class Row:
    """A draft, by the name it was given or found under, and its report."""

    name: str
    file: ReportFile


def render_batch(rows: Sequence[Row], wanted: int, console: Console) -> None:
    """Print a line a draft, and below how many of the `wanted` ones were checked and look slanted."""
    is_ascii = not console.encoding.lower().startswith("utf")
    table = Table(box=box.ASCII2 if is_ascii else box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Draft", overflow="fold")
    for title in ("Words", "Passages", "Slanted", "Flagged", "Findings"):
        table.add_column(title, justify="right")
    for row in rows:
        table.add_row(Text(for_terminal(row.name)), *map(Text, _figures(row.file)))
    console.print()
    console.print(table)
    slanted = sum(row.file.report.verdict.verdict == "biased" for row in rows)
    done = f"{len(rows)} of {words.count(wanted, 'draft')} checked"
    console.print(Text(f"{done}, {slanted} with passages that look slanted. {words.CAVEAT}"))


def _figures(file: ReportFile) -> tuple[str, ...]:
    report = file.report
    verdict = report.verdict
    flagged = sum(words.state(one.decision) == "flagged" for one in report.passages)
    findings = sum(len(one.findings) for one in report.passages)
    examined = f"{verdict.passages:,}" if verdict.complete else f"{verdict.passages:,}, stopped"
    numbers = (f"{number:,}" if number else "-" for number in (verdict.biased_passages, flagged, findings))
    return f"{report.draft.words:,}", examined, *numbers
