"""The configurations by name: which of the panel's voices take part, and how what they said is decided
(section 5.2). All but `published` decide what the same agents said, so that only the decision differs."""

from dataclasses import dataclass
from typing import Literal

from engine.bias.decision import AgentName
from engine.bias.outputs import AgentOutputs
from engine.bias.policy import Policy


@dataclass(frozen=True)
class Configuration:
    """`policy` is None for that of the run. `alone`: the BiasAgent's claim is the verdict, as the policy
    reads it ("read") or as the model would have answered without calibration ("raw")."""

    meaning: str
    policy: Policy | None = None
    without: AgentName | None = None
    debate: bool = True
    verifier: bool = True
    guardrails: bool = True
    alone: Literal["read", "raw"] | None = None

    @property
    def whole(self) -> bool:
        """Whether all voices are heard and may debate."""
        return self.debate and not (self.without or self.alone)

    def heard(self, outputs: AgentOutputs) -> AgentOutputs:
        """`outputs` without the voice that is left out."""
        return outputs.model_copy(update={self.without: None}) if self.without else outputs


CONFIGURATIONS: dict[str, Configuration] = {
    "full": Configuration("the whole panel"),
    "no-debate": Configuration(
        "consensus by the rule-based paths only: what path C would debate is neutral", debate=False
    ),
    "single": Configuration("the BiasAgent's claim is the verdict, read as the policy does", alone="read"),
    "single-published": Configuration(
        "the BiasAgent's claim is the verdict, uncalibrated: the answer that a greedy choice would give",
        alone="raw",
    ),
    "published": Configuration("the whole panel as published, asked by itself", policy="published"),
    "no-evidence-agent": Configuration("the panel without the EvidenceAgent", without="evidence"),
    "no-framing-agent": Configuration("the panel without the FramingAgent", without="framing"),
    "no-likelihood": Configuration("the panel without the reading by likelihood", without="likelihood"),
    "no-verifier": Configuration(
        "the proposed verdict stands: neither its rules nor its question can change it", verifier=False
    ),
    "no-guardrails": Configuration("without what the paper recommends for deployment", guardrails=False),
}
