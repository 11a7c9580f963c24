"""Named policies: the method as published, or with what this project adds to it."""

from typing import Literal, TypeVar

from engine.bias.calibration import Calibration, calibrated, zero_of
from engine.bias.constants import UNCERTAIN_SHARE
from engine.bias.decision import AgentName
from engine.bias.outputs import (
    AgentOutputs,
    BiasOutput,
    Claim,
    EvidenceOutput,
    FramingOutput,
    LikelihoodOutput,
)
from engine.bias.speech import authors_own

Policy = Literal["default", "published"]
# published: self-reported scores and confidences; three agents; no guardrails.
# default: scores and confidences measured at the claim's token, since a small model's own numbers carry
# nothing (it writes 100 almost always), and calibrated; the reading by likelihood as a fourth voice; only the
# author's own words as evidence, not those of a speaker who is quoted; and the guardrails that the paper
# recommends for deployment.

Output = TypeVar("Output", BiasOutput, EvidenceOutput, FramingOutput, LikelihoodOutput)


def guardrails(policy: Policy) -> bool:
    """The counter-argument step of the verifier and the disagreement flag (Limitations, "Deployment
    guardrails")."""
    return policy == "default"


def reads_by_likelihood(policy: Policy) -> bool:
    """Whether the panel has the fourth voice."""
    return policy == "default"


def read_by(policy: Policy, outputs: AgentOutputs, calibration: Calibration | None = None) -> AgentOutputs:
    """`outputs` with the scores, confidences and spans that `policy` decides by.

    Under the default policy a confidence is how far a voice's calibrated probability is from a coin flip, 0
    to 1: a voice that is as good as undecided weighs as good as nothing, on whichever side it comes down.
    """
    if policy == "published":
        return outputs.model_copy(
            update={"evidence": outputs.evidence and _by_lexicon(outputs.evidence), "likelihood": None}
        )
    likelihood = outputs.likelihood and _sure(outputs.likelihood, "likelihood", calibration)
    return authors_own(
        outputs.model_copy(
            update={
                "bias": _bias(outputs.bias, calibration),
                "evidence": outputs.evidence and _evidence(outputs.evidence, calibration),
                "framing": outputs.framing and _sure(outputs.framing, "framing", calibration),
                "likelihood": likelihood,
            }
        )
    )


def _bias(output: BiasOutput, calibration: Calibration | None) -> BiasOutput:
    """The score is the probability of "biased" and half of "uncertain"."""
    shares = calibrated(output.measured, zero_of(calibration, "bias"))
    score = shares["biased"] + UNCERTAIN_SHARE * shares["uncertain"]
    return _sure(output, "bias", calibration).model_copy(update={"score": score})


def _evidence(output: EvidenceOutput, calibration: Calibration | None) -> EvidenceOutput:
    """A claim of bias is at least as sure as the strongest of the author's words that the lexicon lists; a
    claim that the model did not make is no surer than the model is of it."""
    read = _sure(output, "evidence", calibration)
    if read.claim != "biased":
        return read
    terms = [item.lexicon.score for item in output.items if item.lexicon]
    return read.model_copy(update={"confidence": max([read.confidence, *terms])})


def _by_lexicon(output: EvidenceOutput) -> EvidenceOutput:
    """As published: a claim that the model did not make is as sure as the lexicon's strongest term, or as the
    model was not of what it said."""
    if output.claim == output.said:
        return output
    if output.claim == "biased":
        terms = [item.lexicon.score for item in output.items if item.lexicon]
        return output.model_copy(update={"confidence": max(terms)})
    return output.model_copy(update={"confidence": 1.0 - output.confidence})


def _sure(output: Output, agent: AgentName, calibration: Calibration | None) -> Output:
    shares = calibrated(output.measured, zero_of(calibration, agent))
    return output.model_copy(update={"confidence": certainty(shares, output.claim)})


def certainty(shares: dict[Claim, float], claim: Claim) -> float:
    """How sure a voice is of its claim, 0 to 1: for biased and neutral the lead over the other one, for
    uncertain its probability."""
    if claim == "uncertain":
        return shares["uncertain"]
    other: Claim = "neutral" if claim == "biased" else "biased"
    return max(0.0, shares[claim] - shares[other])
