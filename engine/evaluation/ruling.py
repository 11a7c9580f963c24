"""What a configuration makes of what the panel's voices said about an item."""

from collections.abc import Sequence

from engine.bias.constants import UNCERTAIN_SHARE
from engine.bias.decide import decide
from engine.bias.decision import Decision, Verdict
from engine.bias.examine import Panel
from engine.bias.outputs import AgentOutputs, BiasOutput
from engine.bias.policy import Policy, guardrails
from engine.evaluation.aggregation import Aggregated, consistent, decided, of_passages
from engine.evaluation.configurations import Configuration
from engine.evaluation.results import PassageResult, Ruling
from engine.text import Passage


def rule(
    configuration: Configuration,
    policy: Policy,
    panel: Panel,
    passages: Sequence[Passage],
    said: Sequence[AgentOutputs],
) -> Ruling:
    """The ruling on an item from what was `said` about each of its passages, before `policy` read it; the
    panel, of that policy, asks the model where an arbitrator or a verifier is needed."""
    if configuration.alone == "raw":
        return of_passages([answered(one.bias) for one in said])
    if configuration.alone == "read":
        return of_passages([claimed(panel.read(one).bias) for one in said])
    passed = []
    for passage, outputs in zip(passages, said, strict=True):
        heard = configuration.heard(outputs)
        decision = _decision(configuration, policy, panel, passage, heard)
        passed.append(PassageResult(text=passage.text, outputs=heard, decision=decision))
    ruling = of_passages([decided(one.decision) for one in passed])
    return ruling.model_copy(update={"passages": tuple(passed)})


def claimed(output: BiasOutput) -> Aggregated:
    """The BiasAgent's claim as the verdict; doubt is neutral."""
    return consistent("biased" if output.claim == "biased" else "neutral", output.score)


def answered(output: BiasOutput) -> Aggregated:
    """The likeliest of the BiasAgent's claims as the verdict, whatever a calibration made it say."""
    likeliest = max(output.measured, key=lambda claim: output.measured[claim])
    bias = output.measured.get("biased", 0.0) + UNCERTAIN_SHARE * output.measured.get("uncertain", 0.0)
    return consistent("biased" if likeliest == "biased" else "neutral", bias)


def _decision(
    configuration: Configuration, policy: Policy, panel: Panel, passage: Passage, heard: AgentOutputs
) -> Decision:
    read = panel.read(heard)
    guarded = configuration.guardrails and guardrails(policy)
    if not configuration.debate:
        unasked = decide(read, passage.text, guardrails=guarded)
        if unasked.path == "C":
            return _undebated(unasked)
    decision = decide(
        read,
        passage.text,
        guardrails=guarded,
        arbitrate=lambda arguments: panel.arbitrate(passage, arguments),
        check=(lambda: panel.check(passage, guarded)) if configuration.verifier else None,
    )
    return decision if configuration.verifier else _unverified(decision)


def _undebated(decision: Decision) -> Decision:
    """Neutral, since no path ruled; as sure as the score that routed the passage says."""
    return decision.model_copy(
        update={
            "verdict": "neutral",
            "confidence": 1.0 - decision.scorecard.routing,
            "reason": "The signals are ambiguous, and without a debate that is neutral.",
            "debate": None,
            "verification": decision.verification.model_copy(update={"overridden": False}),
            "flags": (),
        }
    )


def _unverified(decision: Decision) -> Decision:
    """The verdict that was proposed: an override only ever sets aside a biased one."""
    if not decision.verification.overridden:
        return decision
    proposed: Verdict = "biased"
    return decision.model_copy(
        update={
            "verdict": proposed,
            "confidence": decision.debate.scores[proposed] if decision.debate else decision.scorecard.routing,
            "reason": "The verdict stands as it was proposed: nobody verifies it.",
            "verification": decision.verification.model_copy(update={"overridden": False}),
            "flags": (),
        }
    )
