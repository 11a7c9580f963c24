"""Stored agent outputs about one sentence: what the decision core is tested on, without a model; and raw
answers as a model would write them, for the agents that read them."""

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any

import pytest

from engine.bias.decision import AgentName, Argument, CitedEvidence, VerifierCheck
from engine.bias.outputs import (
    AgentOutputs,
    BiasOutput,
    BiasPass,
    BiasSpan,
    Claim,
    EvidenceItem,
    EvidenceOutput,
    FramingOutput,
    FramingSpan,
    Lean,
    LexiconMatch,
    LikelihoodOutput,
    Strength,
    WordRatio,
)
from engine.bias.passes import aggregate
from engine.llm import Answer, ChatTemplate, Choice, Items, ModelInfo, Number, Quote, Text, Usage
from engine.llm.answers import parts
from engine.llm.messages import RawAnswer, Step
from engine.text import Passage, read_bytes, split


class Build:
    """Quotes are looked up in `text`; a quote that is not there is an invented one, past the end."""

    text = (
        "The reckless council rammed through a disastrous budget while honest taxpayers, "
        "as always, were left to foot the bill."
    )
    quotes = ("reckless council", "rammed through", "disastrous budget", "honest taxpayers", "as always")

    def at(self, quote: str) -> dict[str, int | str]:
        start = self.text.find(quote) if quote in self.text else len(self.text)
        return {"start": start, "end": start + len(quote), "quote": quote}

    def measured(self, claim: Claim) -> dict[Claim, float]:
        return {"biased": 0.2, "neutral": 0.2, "uncertain": 0.2} | {claim: 0.6}

    def bias_span(self, quote: str, confidence: float = 0.8) -> BiasSpan:
        return BiasSpan(
            **self.at(quote), type="loaded_language", meta="biased_language", confidence=confidence
        )

    def one_pass(
        self,
        claim: Claim = "biased",
        score: float = 0.5,
        confidence: float = 0.8,
        quotes: Sequence[str] = (),
        span_confidence: float = 0.8,
    ) -> BiasPass:
        return BiasPass(
            claim=claim,
            measured=self.measured(claim),
            score=score,
            confidence=confidence,
            spans=tuple(self.bias_span(quote, span_confidence) for quote in quotes),
        )

    def bias(
        self,
        claim: Claim = "biased",
        score: float = 0.5,
        confidence: float = 0.8,
        quotes: Sequence[str] = (),
        span_confidence: float = 0.8,
    ) -> BiasOutput:
        return aggregate([self.one_pass(claim, score, confidence, quotes, span_confidence)])

    def lexicon_match(self) -> LexiconMatch:
        return LexiconMatch(
            term="disastrous",
            category="hyperbole",
            score=0.8,
            severity="error",
            alternative=None,
            residual=False,
        )

    def evidence(
        self,
        claim: Claim = "biased",
        confidence: float = 0.7,
        quotes: Sequence[str] = (),
        strength: Strength = "strong",
        lexicon: bool = False,
    ) -> EvidenceOutput:
        match = self.lexicon_match() if lexicon else None
        return EvidenceOutput(
            claim=claim,
            said=claim,
            measured=self.measured(claim),
            confidence=confidence,
            items=tuple(
                EvidenceItem(**self.at(quote), kind="biased_phrase", strength=strength, lexicon=match)
                for quote in quotes
            ),
        )

    def framing(
        self,
        claim: Claim = "neutral",
        confidence: float = 0.6,
        quotes: Sequence[str] = (),
        lean: Lean = "none",
        us_them: bool = False,
    ) -> FramingOutput:
        return FramingOutput(
            claim=claim,
            measured=self.measured(claim),
            confidence=confidence,
            frame="conflict",
            lean=lean,
            us_them=us_them,
            spans=tuple(FramingSpan(**self.at(quote), explanation="who against whom") for quote in quotes),
        )

    def likelihood(self, margin: float = 1.0, quotes: Sequence[str] = ()) -> LikelihoodOutput:
        """The reading by likelihood; `quotes` are its strongest spans."""
        probability = 1.0 / (1.0 + exp(-margin))
        return LikelihoodOutput(
            claim="biased" if margin > 0.0 else "neutral",
            measured={"biased": probability, "neutral": 1.0 - probability},
            confidence=max(probability, 1.0 - probability),
            margin=margin,
            spans=tuple(WordRatio.model_validate({**self.at(quote), "ratio": 1.5}) for quote in quotes),
            words=(),
        )

    def outputs(
        self,
        bias: BiasOutput,
        evidence: EvidenceOutput | None = None,
        framing: FramingOutput | None = None,
        likelihood: LikelihoodOutput | None = None,
    ) -> AgentOutputs:
        return AgentOutputs(bias=bias, evidence=evidence, framing=framing, likelihood=likelihood)

    def argument(
        self,
        agent: AgentName,
        claim: Claim,
        effective: float,
        quotes: Sequence[str] = (),
        strength: Strength = "strong",
        adjusted: float = 0.8,
    ) -> Argument:
        """An argument whose effective weight is given instead of computed."""
        return Argument(
            agent=agent,
            claim=claim,
            evidence=tuple(
                CitedEvidence(**self.at(quote), match="exact", overlap=1.0, strength=strength)
                for quote in quotes
            ),
            rejected=(),
            counter=None,
            confidence=adjusted,
            measured=adjusted,
            adjusted=adjusted,
            weight=0.25,
            factor=1.0,
            effective=effective,
        )

    def check(self, ruling: str) -> VerifierCheck:
        other = "author" if ruling == "reporting" else "reporting"
        return VerifierCheck.model_validate(
            {
                "ruling": ruling,
                "measured": {ruling: 0.9, other: 0.1},
                "case_for_neutral": "It quotes critics.",
            }
        )


@pytest.fixture
def build() -> Build:
    return Build()


def passage_of(text: str) -> Passage:
    """The only passage of a draft that says `text`."""
    [passage] = split(read_bytes(text.encode(), "draft.txt"))
    return passage


Shares = dict[str, dict[str, float]]


def spell(
    answer: type[Answer], values: Mapping[str, Any], measured: Shares, path: str = "", base: int = 0
) -> tuple[str, list[Step]]:
    """The text that a model writes for `values`, and the steps at which it chose with the probabilities
    `measured` (by path and value, as in "spans.0.type")."""
    text, steps = "", []
    for literal, name, kind in parts(answer):
        text += literal
        match kind:
            case Choice(options):
                words = {value: word for word, value in options.items()}
                if shares := measured.get(path + str(name)):
                    options_ = tuple((words[value].encode(), share) for value, share in shares.items())
                    steps.append(Step(base + len(text.encode()), options_))
                text += words[values[str(name)]]
            case Number():
                text += str(round(values[str(name)] * 100))
            case Items():
                for number, item in enumerate(values.get(str(name), ())):
                    more, chosen = spell(
                        kind.item, item, measured, f"{path}{name}.{number}.", base + len(text.encode())
                    )
                    text, steps = text + more, steps + chosen
            case Text() | Quote():
                text += values[str(name)]
    return text, steps


def raw_answer(answer: type[Answer], measured: Shares | None = None, **values: object) -> RawAnswer:
    """What the worker sends back; a choice that is not `measured` was the only one possible."""
    text, steps = spell(answer, values, measured or {})
    return RawAnswer(text.encode(), tuple(steps), Usage())


@pytest.fixture
def passage() -> Callable[[str], Passage]:
    return passage_of


@pytest.fixture
def raw() -> Callable[..., RawAnswer]:
    return raw_answer


@pytest.fixture
def chatml() -> ChatTemplate:
    """The template of a model that brings none and knows ChatML."""
    return ChatTemplate(
        ModelInfo(
            name="none",
            architecture="llama",
            quantization="Q4_1",
            parameters=1,
            context=4096,
            chat_template=None,
            knows_chatml=True,
            bos="",
            adds_bos=False,
            eos="<|im_end|>",
            schedule="independent",
            width=4,
            threads=1,
            llama_cpp="1",
            backend="AVX2",
        )
    )
