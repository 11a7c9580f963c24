"""The report as one self-contained HTML page: no script, no request, the same bytes for the same input."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from engine.bias import constants
from engine.report import page, tokens, words
from engine.report.heat import heat
from engine.report.safe import for_page
from engine.report.schema import ReportFile


def render_html(file: ReportFile, draft_text: str) -> bytes:
    """The page as UTF-8. `draft_text` is the decoded draft that the report's offsets refer to.

    Raises ValueError if it is another text.
    """
    report = file.report
    page.check(report, draft_text)
    gaps = page.gaps(report, draft_text)
    return (
        _template()
        .render(
            file=file,
            report=report,
            entries=tuple(page.entries(report, gaps)),
            rest=gaps[-1].lines,
            style=Markup(tokens.css() + _stylesheet()),
            heat=heat,
            role=lambda text: page.role(text, report.draft.title),
            words=words,
            constants=constants,
            command=page.command(file),
        )
        .encode()
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("engine.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: for_page(value) if isinstance(value, str) else value,
    )
    environment.filters["percent"] = lambda share: f"{100 * share:.2f}%"
    environment.filters["two"] = lambda number: f"{number:.2f}"
    environment.filters["signed"] = lambda number: f"{number:+.2f}".replace("-", "−")
    return environment.get_template("report.html.j2")


@cache
def _stylesheet() -> str:
    return (files("engine.report") / "templates" / "report.css").read_text("utf-8")
