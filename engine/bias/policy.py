"""Named policies: the method as published, or with what this project adds to it."""

from typing import Literal

from engine.bias.constants import UNCERTAIN_SHARE
from engine.bias.outputs import AgentOutputs, BiasOutput, EvidenceOutput, FramingOutput
from engine.bias.speech import authors_own

Policy = Literal["default", "published"]
# published: self-reported scores and confidences; no guardrails.
# default: scores and confidences measured at the claim's token, since a small model's own numbers carry
# nothing (it writes 100 almost always); only the author's own words as evidence, not those of a speaker who
# is quoted; and the guardrails that the paper recommends for deployment.


def guardrails(policy: Policy) -> bool:
    """The counter-argument step of the verifier and the disagreement flag (Limitations, "Deployment
    guardrails")."""
    return policy == "default"


def read_by(policy: Policy, outputs: AgentOutputs) -> AgentOutputs:
    """`outputs` with the scores, confidences and spans that `policy` decides by."""
    evidence = outputs.evidence and _evidence(policy, outputs.evidence)
    if policy == "published":
        return outputs.model_copy(update={"evidence": evidence})
    return authors_own(
        outputs.model_copy(
            update={
                "bias": _bias(outputs.bias),
                "evidence": evidence,
                "framing": outputs.framing and outputs.framing.model_copy(update=_measured(outputs.framing)),
            }
        )
    )


def _bias(output: BiasOutput) -> BiasOutput:
    """The score is the probability of "biased" and half of "uncertain"."""
    score = output.measured.get("biased", 0.0) + UNCERTAIN_SHARE * output.measured.get("uncertain", 0.0)
    return output.model_copy(update={"score": score, **_measured(output)})


def _evidence(policy: Policy, output: EvidenceOutput) -> EvidenceOutput:
    """A claim that the model did not make is as sure as the lexicon's strongest term, or as the model was
    not of what it said."""
    terms = [item.lexicon.score for item in output.items if item.lexicon]
    if output.claim != output.said and output.claim == "biased":
        return output.model_copy(update={"confidence": max(terms)})
    if policy == "default":
        return output.model_copy(update=_measured(output))
    if output.claim != output.said:
        return output.model_copy(update={"confidence": 1.0 - output.confidence})
    return output


def _measured(output: BiasOutput | EvidenceOutput | FramingOutput) -> dict[str, float]:
    return {"confidence": output.measured.get(output.claim, 0.0)}
