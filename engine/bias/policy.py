"""Named policies: the method as published, or with what this project adds to it."""

from typing import Literal, TypeVar

from engine.bias.outputs import AgentOutputs, BiasOutput, EvidenceOutput, FramingOutput

Secondary = TypeVar("Secondary", EvidenceOutput, FramingOutput)

Policy = Literal["default", "published"]
# published: self-reported scores and confidences; no guardrails.
# default: scores and confidences measured at the claim's token, since a small model's own numbers carry
# nothing (it writes 100 almost always); and the guardrails that the paper recommends for deployment.


def guardrails(policy: Policy) -> bool:
    """The counter-argument step of the verifier and the disagreement flag (Limitations, "Deployment
    guardrails")."""
    return policy == "default"


def read_by(policy: Policy, outputs: AgentOutputs) -> AgentOutputs:
    """`outputs` with the scores and confidences that `policy` decides by."""
    if policy == "published":
        return outputs
    return AgentOutputs(
        bias=measured_bias(outputs.bias),
        evidence=_measured(outputs.evidence) if outputs.evidence else None,
        framing=_measured(outputs.framing) if outputs.framing else None,
    )


def measured_bias(output: BiasOutput) -> BiasOutput:
    """The BiasAgent's score as its probability of "biased" and half of "uncertain"."""
    score = output.measured.get("biased", 0.0) + output.measured.get("uncertain", 0.0) / 2
    return output.model_copy(update={"score": score, "confidence": output.measured.get(output.claim, 0.0)})


def _measured(output: Secondary) -> Secondary:
    return output.model_copy(update={"confidence": output.measured.get(output.claim, 0.0)})
