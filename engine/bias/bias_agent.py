"""The BiasAgent: verdict, score, certainty and typed spans (section 3.2)."""

import hashlib
from collections.abc import Sequence
from typing import Annotated, cast

from engine.bias.constants import SELF_CONSISTENCY_TEMPERATURE
from engine.bias.outputs import BiasOutput, BiasPass, BiasSpan, Claim, MetaCategory
from engine.bias.passes import aggregate
from engine.bias.prompts import ask
from engine.bias.quotes import locate
from engine.llm import Answer, Ask, ChatTemplate, Choice, Items, Number, Quote, Sampling
from engine.llm.messages import RawAnswer
from engine.llm.reading import read
from engine.text import Passage
from knowledge import taxonomy

QUESTION = "Is this passage slanted or neutral?"


class MarkedWords(Answer):
    surface = '{type} "{quote}"\n'
    type: Annotated[str, Choice({one.name.split()[0].lower(): one.key for one in taxonomy().types})]
    quote: Annotated[str, Quote()]


class BiasAnswer(Answer):
    surface = "{claim} {score} sure {confidence}\n{spans}"
    claim: Annotated[Claim, Choice({"slanted": "biased", "neutral": "neutral", "unclear": "uncertain"})]
    score: Annotated[float, Number()]
    confidence: Annotated[float, Number()]
    spans: Annotated[
        tuple[MarkedWords, ...], Items(MarkedWords, 3, when=("claim", frozenset({"slanted"})), least=1)
    ]


def asks(template: ChatTemplate, passage: Passage, passes: int, seed: int, zero: float = 0.0) -> list[Ask]:
    """One greedy ask, or `passes` (2 to 5) sampled ones for self-consistency; `zero` as in `prompts.ask`."""
    return [
        ask(template, passage, QUESTION, BiasAnswer, _sampling(passage, passes, number, seed), zero=zero)
        for number in range(passes)
    ]


def _sampling(passage: Passage, passes: int, number: int, seed: int) -> Sampling:
    if passes == 1:
        return Sampling()
    label = f"{seed}/bias/{number}/{hashlib.sha256(passage.text.encode()).hexdigest()}"
    entropy = int.from_bytes(hashlib.sha256(label.encode()).digest()[:16])
    return Sampling(SELF_CONSISTENCY_TEMPERATURE, entropy)


def interpret(answers: Sequence[RawAnswer], passage: Passage) -> BiasOutput:
    """The passes' answers, in order, aggregated by majority vote."""
    return aggregate([_interpret(raw, passage) for raw in answers])


def _interpret(raw: RawAnswer, passage: Passage) -> BiasPass:
    result = read(BiasAnswer, raw)
    spans: list[BiasSpan] = []
    for number, marked in enumerate(result.answer.spans):
        place = locate(marked.quote, passage.text, [(span.start, span.end) for span in spans])
        if place:
            spans.append(
                BiasSpan(
                    start=place[0],
                    end=place[1],
                    quote=marked.quote,
                    type=marked.type,
                    meta=cast(MetaCategory, taxonomy().meta(marked.type)),
                    confidence=result.measured[f"spans.{number}.type"][marked.type],
                )
            )
    return BiasPass(
        claim=result.answer.claim,
        measured=cast(dict[Claim, float], dict(result.measured["claim"])),
        score=result.answer.score,
        confidence=result.answer.confidence,
        spans=tuple(spans),
    )
