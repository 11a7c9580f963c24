"""What the schema's keys are called in every report that a person reads."""

from typing import Literal

from engine.bias.decision import AgentName, Decision, Path, RuleCheck
from engine.bias.outputs import MetaCategory
from engine.report.schema import Report

State = Literal["slanted", "flagged", "neutral"]

KINDS: dict[MetaCategory, str] = {
    "biased_language": "biased language",
    "framing_bias": "framing bias",
    "unsupported_claims": "unsupported claim",
    "selective_presentation": "selective presentation",
}

AGENTS: dict[AgentName, str] = {
    "bias": "Bias agent",
    "evidence": "Evidence agent",
    "framing": "Framing agent",
    "likelihood": "Word reading",
}

TASKS: dict[AgentName, str] = {
    "bias": "reads the wording",
    "evidence": "looks for loaded terms and missing sources",
    "framing": "asks whose side the story takes",
    "likelihood": "weighs how likely each word is as commentary and as a report",
}

PATHS: dict[Path, str] = {
    "early_exit": "Early exit: the bias agent was sure enough to stop there",
    "A": "Path A: too little to debate",
    "B": "Path B: clear enough without a debate",
    "C": "Path C: full debate",
}

# Each rule of the verifier, passed and failed
RULES = {
    "supported": ("At least one quote supports the verdict.", "No quote supports the verdict."),
    "consistent": ("The verdict fits the score.", "The verdict does not fit the score."),
    "under_detection": ("Nothing suggests that slant was overlooked.", "Slant may have been overlooked."),
}

RULINGS = {
    "author": "Asked whether the slant is the author's own or only reported: the author's own.",
    "reporting": "Asked whether the slant is the author's own or only reported: only reported.",
}

STATES: dict[State, str] = {
    "slanted": "looks slanted",
    "flagged": "neutral, but flagged for review",
    "neutral": "neutral",
}

FLAGS = {
    "disagreement": "The agents disagree",
    "inconsistent": "The verdict and the score do not fit",
    "under_detection": "Slant may have been overlooked",
    "override": "The verifier changed the verdict",
    "uncertain": "The agents are unsure",
}

CAVEAT = "A second read by a small model, not a judgment: a person decides."


def headline(report: Report) -> str:
    """The verdict on the draft, in one or two sentences."""
    verdict = report.verdict
    stopped = "" if verdict.complete else " The check was stopped before the end."
    if verdict.passages == 0:
        return "No passage was examined." + stopped
    if verdict.biased_passages == 0:
        return "No slant found. That is not a certificate." + stopped
    of = f"{verdict.biased_passages} of {count(verdict.passages, 'passage')}"
    return f"Early warning: {of} {'looks' if verdict.biased_passages == 1 else 'look'} slanted." + stopped


def state(decision: Decision) -> State:
    """How a passage is shown: a neutral one that a person should look at is `flagged`."""
    if decision.verdict == "biased":
        return "slanted"
    return "flagged" if decision.flags else "neutral"


def rules_shown(decision: Decision) -> tuple[RuleCheck, ...]:
    """The verifier's rules that concern the verdict it was given, and any that failed."""
    verification = decision.verification
    proposed = "biased" if verification.overridden else decision.verdict
    concerned = {"biased": ("supported", "consistent"), "neutral": ("under_detection",)}[proposed]
    return tuple(one for one in verification.rules if one.rule in concerned or not one.passed)


def plain(key: str) -> str:
    """A key of the taxonomy as words: `loaded_language` is loaded language."""
    return key.replace("_", " ")


def count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """A time in words: seconds up to a minute, then minutes, then hours and minutes."""
    if seconds < 1:
        return "less than a second"
    if seconds < 60:
        return count(round(seconds), "second")
    minutes = round(seconds / 60)
    if minutes < 60:
        return count(minutes, "minute")
    hours, rest = divmod(minutes, 60)
    return count(hours, "hour") + (f" {count(rest, 'minute')}" if rest else "")
