"""What the Check page says of a finding, translated."""

from PySide6.QtCore import QCoreApplication

from desktop.check.marks import Mark
from engine.bias.decision import AgentName
from engine.bias.examine import Stage
from engine.bias.outputs import MetaCategory
from engine.report import words
from engine.report.schema import PassageReport
from knowledge import Severity


def tr(text: str) -> str:
    return QCoreApplication.translate("check", text)


def kinds() -> dict[MetaCategory, str]:
    return {kind: tr(name).capitalize() for kind, name in words.KINDS.items()}


def agents() -> dict[AgentName, str]:
    return {agent: tr(name) for agent, name in words.AGENTS.items()}


def severities() -> dict[Severity, str]:
    return {"error": tr("Strong"), "warning": tr("Moderate"), "suggestion": tr("Mild")}


def stages() -> dict[Stage, str]:
    return {
        "bias": tr("bias agent"),
        "likelihood": tr("reading by likelihood"),
        "evidence": tr("evidence agent"),
        "framing": tr("framing agent"),
        "debate": tr("debate"),
        "verifier": tr("verifier"),
    }


def whose(mark: Mark) -> str:
    return tr("quoted speech, not the author's words") if mark.quoted else tr("the author's words")


def views(passage: PassageReport) -> list[tuple[str, str, float]]:
    """Each agent's view of the passage: its name, its claim, how sure it is (0 to 1)."""
    said: list[tuple[str, str, float]] = []
    claims = {"biased": tr("slanted"), "neutral": tr("neutral"), "uncertain": tr("unsure")}
    for argument in passage.decision.arguments:
        said.append((agents()[argument.agent], claims[argument.claim], argument.measured))
    return said


def time_left(seconds: float) -> str:
    """ "about 1 min 40 s left", in steps that don't flicker."""
    whole = max(5, round(seconds / 5) * 5)
    if whole < 60:
        return tr("about {seconds} s left").format(seconds=whole)
    minutes, rest = divmod(whole, 60)
    if minutes < 10:
        return tr("about {minutes} min {seconds} s left").format(minutes=minutes, seconds=rest)
    if minutes < 60:
        return tr("about {minutes} min left").format(minutes=minutes)
    hours, minutes = divmod(minutes, 60)
    return tr("about {hours} h {minutes} min left").format(hours=hours, minutes=minutes)
