"""From what the agents cite to what a reader sees: the findings of one passage."""

from typing import cast

from engine.bias.decision import Decision
from engine.bias.evidence_agent import STRENGTHS
from engine.bias.evidence_store import rated
from engine.bias.outputs import AgentOutputs, EvidenceItem, LexiconMatch, MetaCategory, Strength
from engine.bias.policy import Policy
from engine.bias.speech import said_in
from engine.report.schema import Finding
from engine.report.words import plain
from knowledge import Severity, lexicon_categories, taxonomy
from knowledge.house_style import HOUSE_STYLE

_EVIDENCE = {
    "biased_phrase": "A phrase that takes sides.",
    "loaded_term": "A term that carries a judgment.",
    "unsupported_claim": "Stated as fact, without a source.",
}


_SEVERITY: dict[Strength, Severity] = {strength: severity for severity, strength in STRENGTHS.items()}


def findings(outputs: AgentOutputs, decision: Decision, policy: Policy) -> tuple[Finding, ...]:
    """One finding for each bias span, evidence item, framing span and span of the reading by likelihood, in
    the order of the text.

    Offsets are those of `outputs`. Agents that cite the same words keep a finding each. A passage that
    was decided neutral has no findings, unless a flag asks a person to look at it: then what was cited
    is what there is to look at. Words of a speaker whom the passage quotes are said to be theirs.
    """
    if decision.verdict == "neutral" and not decision.flags:
        return ()
    found = [*_bias(outputs), *_evidence(outputs), *_framing(outputs), *_likelihood(outputs)]
    attributed = (_attributed(finding, outputs, policy) for finding in found)
    return tuple(sorted(attributed, key=lambda finding: (finding.start, finding.end)))


def _attributed(finding: Finding, outputs: AgentOutputs, policy: Policy) -> Finding:
    speech = said_in(finding, outputs.speech)
    if speech is None:
        return finding
    whose = f"Quoted from {speech.speaker}" if speech.speaker else "Quoted"
    if policy == "published":
        return finding.model_copy(update={"whose": f"{whose}."})
    if finding.agent == "framing" and outputs.one_sided:
        update = {"kind": "selective_presentation", "whose": f"{whose}, and the draft quotes nobody else."}
        return finding.model_copy(update=update)
    return finding.model_copy(update={"whose": f"{whose}: not held against the author."})


def _bias(outputs: AgentOutputs) -> list[Finding]:
    definitions = {one.key: one.definition for one in taxonomy().types}
    return [
        Finding(
            start=span.start,
            end=span.end,
            quote=span.quote,
            agent="bias",
            kind=span.meta,
            type=span.type,
            strength=rated(span),
            severity=_SEVERITY[rated(span)],
            why=definitions.get(span.type, f"{plain(span.type).capitalize()}."),
            alternative=None,
        )
        for span in outputs.bias.spans
    ]


def _evidence(outputs: AgentOutputs) -> list[Finding]:
    items = outputs.evidence.items if outputs.evidence else ()
    return [
        Finding(
            start=item.start,
            end=item.end,
            quote=item.quote,
            agent="evidence",
            kind=_meta(item.kind),
            type=item.kind,
            strength=item.strength,
            severity=item.lexicon.severity if item.lexicon else _SEVERITY[item.strength],
            why=_why(item),
            alternative=item.lexicon.alternative if item.lexicon else None,
            advice=_advice(item.lexicon) if item.lexicon else None,
        )
        for item in items
    ]


def _framing(outputs: AgentOutputs) -> list[Finding]:
    framing = outputs.framing
    if framing is None:
        return []
    return [
        Finding(
            start=span.start,
            end=span.end,
            quote=span.quote,
            agent="framing",
            kind="framing_bias",
            type=framing.frame,
            strength="moderate",  # the FramingAgent does not rate them
            severity=_SEVERITY["moderate"],
            why=span.explanation.strip() or f"Told as a story of {plain(framing.frame)}.",
            alternative=None,
        )
        for span in framing.spans
    ]


def _likelihood(outputs: AgentOutputs) -> list[Finding]:
    """Nothing else is known of these words than that commentary would rather have them than a report."""
    read = outputs.likelihood
    return [
        Finding(
            start=span.start,
            end=span.end,
            quote=span.quote,
            agent="likelihood",
            kind="biased_language",
            type="commentary_wording",
            strength="weak",
            severity=_SEVERITY["weak"],
            why="Likelier in commentary that takes sides than in a plain report.",
            alternative=None,
        )
        for span in (read.spans if read else ())
    ]


def _why(item: EvidenceItem) -> str:
    return _EVIDENCE[item.kind] + (f" {_listed(item.lexicon)}" if item.lexicon else "")


def _listed(match: LexiconMatch) -> str:
    if match.category == HOUSE_STYLE:
        return f"The house style rejects “{match.term}”." + (f" {match.message}" if match.message else "")
    name = lexicon_categories()[match.category].name
    return f"The lexicon lists “{match.term}” under {name[0].lower()}{name[1:]} ({match.score:.2f})."


def _advice(match: LexiconMatch) -> str | None:
    """For a term that another wording would not mend."""
    if match.category == HOUSE_STYLE or (match.alternative and not match.residual):
        return None
    return lexicon_categories()[match.category].advice


def _meta(label: str) -> MetaCategory:
    return cast(MetaCategory, taxonomy().meta(label))
