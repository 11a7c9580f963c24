"""Stored results about invented sentences, decided by the method itself."""

from collections.abc import Sequence

import pytest

from engine.bias.decide import decide
from engine.bias.outputs import (
    AgentOutputs,
    BiasPass,
    BiasSpan,
    Claim,
    EvidenceItem,
    EvidenceOutput,
    FramingOutput,
)
from engine.bias.passes import aggregate as aggregate_passes
from engine.evaluation.aggregation import decided, of_passages
from engine.evaluation.results import PassageResult, Result, Ruling

TEXT = "The reckless council rammed through a disastrous budget while honest taxpayers foot the bill."


class Panel:
    """What agents that claim so with such a confidence say of TEXT. The BiasAgent's score follows its claim
    to the middle of the road, so that the passage is debated unless a test says otherwise."""

    text = TEXT

    def outputs(
        self,
        bias: tuple[Claim, float, Sequence[str]],
        evidence: tuple[Claim, float, Sequence[str]] | None = None,
        framing: tuple[Claim, float] | None = None,
        score: float = 0.5,
    ) -> AgentOutputs:
        claim, confidence, quotes = bias
        spans = tuple(
            BiasSpan(**self._at(quote), type="loaded_language", meta="biased_language", confidence=0.8)
            for quote in quotes
        )
        one = BiasPass(claim=claim, measured={claim: 1.0}, score=score, confidence=confidence, spans=spans)
        return AgentOutputs(
            bias=aggregate_passes([one]),
            evidence=evidence and self._evidence(*evidence),
            framing=framing and self._framing(*framing),
        )

    def passage(self, *said, **options) -> PassageResult:
        outputs = self.outputs(*said, **options)
        return PassageResult(text=self.text, outputs=outputs, decision=decide(outputs, self.text))

    def result(self, identity: str, label: str | None, *passages: PassageResult, topic: str = "") -> Result:
        ruling = of_passages([decided(passage.decision) for passage in passages])
        full = ruling.model_copy(update={"passages": passages})
        return Result(id=identity, text=self.text, label=label, topic=topic, rulings={"full": full})

    def ruling(self, verdict: str, bias: float) -> Ruling:
        return Ruling(verdict=verdict, probabilities={"biased": bias, "neutral": 1 - bias})

    def _at(self, quote: str) -> dict[str, int | str]:
        start = self.text.index(quote)
        return {"start": start, "end": start + len(quote), "quote": quote}

    def _evidence(self, claim: Claim, confidence: float, quotes: Sequence[str]) -> EvidenceOutput:
        items = tuple(
            EvidenceItem(**self._at(quote), kind="biased_phrase", strength="strong") for quote in quotes
        )
        return EvidenceOutput(
            claim=claim, said=claim, measured={claim: 1.0}, confidence=confidence, items=items
        )

    def _framing(self, claim: Claim, confidence: float) -> FramingOutput:
        return FramingOutput(
            claim=claim,
            measured={claim: 1.0},
            confidence=confidence,
            frame="conflict",
            lean="none",
            us_them=False,
            spans=(),
        )


@pytest.fixture
def panel() -> Panel:
    return Panel()
