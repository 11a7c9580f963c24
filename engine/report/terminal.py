"""The report in a terminal: readable at 80 columns and without color."""

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from engine.bias import constants
from engine.bias.decision import Argument
from engine.bias.outputs import MetaCategory
from engine.report import words
from engine.report.marks import Mark, marks, segments
from engine.report.safe import for_terminal
from engine.report.schema import PassageReport, ReportFile

_STYLES: dict[MetaCategory, str] = {
    "biased_language": "bold red",
    "framing_bias": "underline2 blue",
    "unsupported_claims": "underline yellow",
    "selective_presentation": "italic magenta",
}
_BAR = 30  # columns


def render(file: ReportFile, console: Console) -> None:
    """Print the report; marked phrases stand in numbered brackets, so that color only helps."""
    report = file.report
    _print(console, Text(for_terminal(file.circumstances.draft_name), "bold"))
    _print(console, Text(words.headline(report), "bold"))
    _print(console, Text(words.CAVEAT, "dim"))
    for remark in file.circumstances.remarks:
        _print(console, Text(for_terminal(remark), "bold"))
    for passage in report.passages:
        if words.state(passage.decision) != "neutral":
            _passage(passage, console)
    _manifest(file, console)


def _passage(passage: PassageReport, console: Console) -> None:
    _heading(f"Passage {passage.index + 1}: {words.STATES[words.state(passage.decision)]}", console)
    found = marks(passage.findings)
    _print(console, _marked(passage, found), 2)
    console.print()
    for mark in found:
        _mark(mark, console)
    console.print()
    for argument in passage.decision.arguments:
        _print(console, _argument(argument), 2)
    _scores(passage, console)
    _decision(passage, console)


def _marked(passage: PassageReport, found: tuple[Mark, ...]) -> Text:
    text = Text()
    for segment in segments(passage.text, passage.start, found):
        kinds = {finding.kind for mark in segment.covering for finding in mark.findings}
        text.append("[" * len(segment.starting), "bold")
        text.append(
            for_terminal(segment.text), " ".join(_STYLES[kind] for kind in words.KINDS if kind in kinds)
        )
        text.append("".join(f"]{mark.number}" for mark in segment.ending), "bold")
    return text


def _mark(mark: Mark, console: Console) -> None:
    for finding in mark.findings:
        line = Text(f"{mark.number} ")
        line.append(words.KINDS[finding.kind], _STYLES[finding.kind])
        line.append(f" ({words.AGENTS[finding.agent].lower()}): {for_terminal(finding.why)}")
        _print(console, line, 2)
        if finding.whose:
            _print(console, Text(for_terminal(finding.whose)), 4)
        if finding.alternative:
            _print(console, Text(f"try instead: {for_terminal(finding.alternative)}", "green"), 4)
        if finding.advice:
            _print(console, Text(for_terminal(finding.advice), "green"), 4)


def _argument(argument: Argument) -> Text:
    line = Text(f"{words.AGENTS[argument.agent]:<15}{argument.claim:<10}")
    line.append(f"confidence {argument.adjusted:.2f}   effective weight {argument.effective:.2f}")
    return line


def _scores(passage: PassageReport, console: Console) -> None:
    debate = passage.decision.debate
    if debate is None:
        _print(console, _bar("score", passage.decision.scorecard.routing, None, console), 2)
        return
    for claim, score in debate.scores.items():
        if score > 0 or claim != "uncertain":
            line = constants.SAD_THRESHOLD if claim == "biased" else None
            _print(console, _bar(claim, score, line, console), 2)


def _bar(label: str, share: float, line: float | None, console: Console) -> Text:
    full, empty, mark = ("#", ".", "|") if _ascii(console) else ("█", "·", "│")
    filled = round(share * _BAR)
    cells = [full] * filled + [empty] * (_BAR - filled)
    if line is not None:
        cells.insert(round(line * _BAR), mark)
    text = Text(f"{label:<15}{share:.2f}  {''.join(cells)}")
    if line is not None:
        text.append(f"  {mark} is the {line:.2f} line", "dim")
    return text


def _decision(passage: PassageReport, console: Console) -> None:
    decision = passage.decision
    lines = [f"{words.PATHS[decision.path]}. {for_terminal(decision.reason)}"]
    lines += [
        f"Verifier: {words.RULES[one.rule][1]} {for_terminal(one.note)}"
        for one in decision.verification.rules
        if not one.passed
    ]
    if decision.verification.check:
        lines.append(f"Verifier: {words.RULINGS[decision.verification.check.ruling]}")
    for line in lines:
        _print(console, Text(line), 2)
    for flag in decision.flags:
        _print(console, Text(f"For review: {words.FLAGS[flag.kind]}. {for_terminal(flag.note)}", "bold"), 2)


def _manifest(file: ReportFile, console: Console) -> None:
    manifest = file.report.manifest
    examined = words.count(file.report.verdict.passages, "passage")
    _heading("How this report was made", console)
    rows = {
        "Model": f"{manifest.model.name}, {manifest.model.quantization} ({manifest.model.file})",
        "Examined": f"{examined} in {words.duration(file.circumstances.seconds)}",
        "Run": f"seed {manifest.seed}, passes {manifest.passes}, Evenhand {manifest.evenhand}",
    }
    for name, value in rows.items():
        _print(console, Text(f"{name:<15}{for_terminal(value)}"))
    _print(console, Text(f"SHA-256        {file.sha256}"))


def _heading(title: str, console: Console) -> None:
    console.print()
    console.print(Rule(Text(title, "bold"), align="left", characters="-" if _ascii(console) else "─"))


def _ascii(console: Console) -> bool:
    return not console.encoding.lower().startswith("utf")


def _print(console: Console, text: Text, indent: int = 0) -> None:
    console.print(Padding(text, (0, 0, 0, indent)))
