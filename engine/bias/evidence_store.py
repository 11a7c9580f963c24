"""The shared memory of one passage: what each agent cites, validated once (section 3.2, Evidence Store)."""

from typing import Self

from engine.bias import constants
from engine.bias.decision import AgentName, CitedEvidence
from engine.bias.evidence import validate_all
from engine.bias.outputs import AgentOutputs, BiasSpan, Record, Span, Strength
from engine.bias.spans import overlaps


class EvidenceStore(Record):
    """All agents' spans. Agents that were skipped have none."""

    found: dict[AgentName, tuple[CitedEvidence, ...]]  # strongest first, no overlaps
    missing: dict[AgentName, tuple[CitedEvidence, ...]]  # quotes that the passage does not hold
    lexicon: tuple[CitedEvidence, ...]  # hits of the bias lexicon: evidence that no model proposed

    @classmethod
    def collect(cls, outputs: AgentOutputs, text: str) -> Self:
        """Validate every span of `outputs` against the passage's `text`."""
        items = outputs.evidence.items if outputs.evidence else ()
        frames = outputs.framing.spans if outputs.framing else ()
        read = outputs.likelihood.spans if outputs.likelihood else ()
        cited: dict[AgentName, list[tuple[Span, Strength]]] = {
            "bias": [(span, rated(span)) for span in outputs.bias.spans],
            "evidence": [(item, item.strength) for item in items],
            "framing": [(span, "moderate") for span in frames],  # the FramingAgent does not rate them
            "likelihood": [
                (span, "weak") for span in read
            ],  # likely words prove less than what an agent quotes
        }
        checked = {agent: validate_all(spans, text) for agent, spans in cited.items()}
        return cls(
            found={agent: found for agent, (found, _) in checked.items()},
            missing={agent: missing for agent, (_, missing) in checked.items()},
            lexicon=validate_all(((item, item.strength) for item in items if item.lexicon), text)[0],
        )

    def of(self, agent: AgentName) -> tuple[CitedEvidence, ...]:
        """What `agent` cites and the passage holds."""
        return self.found[agent]

    def rejected(self, agent: AgentName) -> tuple[CitedEvidence, ...]:
        """What `agent` cites and the passage does not hold."""
        return self.missing[agent]

    def corroborated(self) -> tuple[CitedEvidence, ...]:
        """Spans of one agent that overlap another agent's span or a lexicon hit."""
        return tuple(
            span
            for agent, spans in self.found.items()
            for span in spans
            if any(overlaps(span, other) for other in self._beside(agent))
        )

    def _beside(self, agent: AgentName) -> tuple[Span, ...]:
        others = (span for other, spans in self.found.items() if other != agent for span in spans)
        return (*others, *self.lexicon)


def rated(span: BiasSpan) -> Strength:
    """How strong a bias span is as evidence, by its measured confidence."""
    if span.confidence >= constants.HIGH_CONFIDENCE_SPAN:
        return "strong"
    return "moderate" if span.confidence >= constants.MODERATE_SPAN else "weak"
