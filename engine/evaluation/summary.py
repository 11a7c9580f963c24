"""A run's summary for people: Markdown with its plots beside it, and an HTML page that needs nothing else."""

import base64
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from engine.evaluation.figures import Figures, figures
from engine.evaluation.runs import StoredRun, UnusableRun
from engine.evaluation.sections import Section, sections
from engine.report import tokens

MARKDOWN, HTML, PLOTS = "summary.md", "summary.html", "plots"


def summarize(folder: Path, reference: str = "full", seed: int = 0) -> Figures:
    """Write `summary.md`, `summary.html` and `plots/` into the run's folder; the figures that they show.

    Raises UnusableRun where the folder holds no finished item or can't be written.
    """
    run = StoredRun(folder)
    found = figures(run, reference, seed)
    shown = list(sections(found))
    title = f"Evaluation: {run.manifest['task']}"
    try:
        (folder / PLOTS).mkdir(exist_ok=True)
        for section in shown:
            for plot in section.plots:
                (folder / PLOTS / f"{plot.name}.svg").write_bytes(plot.svg)
        (folder / MARKDOWN).write_bytes(markdown(title, shown).encode())
        (folder / HTML).write_bytes(html(title, shown).encode())
    except OSError as error:
        reason = error.strerror or error
        raise UnusableRun(
            f"{folder.name} can't be written ({reason}): copy the run to another folder."
        ) from error
    return found


def markdown(title: str, shown: list[Section]) -> str:
    """The plots are linked as `plots/NAME.svg`."""
    lines = [f"# {title}"]
    for section in shown:
        lines += ["", f"## {section.title}"]
        if section.note:
            lines += ["", section.note]
        if section.rows:
            cells = [section.header, ("---",) * len(section.header), *section.rows]
            lines += ["", *("| " + " | ".join(map(_cell, row)) + " |" for row in cells)]
        for plot in section.plots:
            lines += ["", f"![{plot.title}]({PLOTS}/{plot.name}.svg)"]
    return "\n".join(lines) + "\n"


def html(title: str, shown: list[Section]) -> str:
    """One page with its plots inside; no script and no request."""
    return _template().render(title=title, sections=shown, style=Markup(tokens.css()))


def _cell(text: str) -> str:
    """Text that stays inside its cell: a topic may hold anything."""
    return " ".join(text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").split())


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("engine.evaluation"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["data_uri"] = _data_uri
    return environment.get_template("summary.html.j2")


def _data_uri(svg: bytes) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode()
