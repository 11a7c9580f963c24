"""The FramingAgent: frame, lean, us/them and the words that carry the framing (section 3.2)."""

from typing import Annotated, cast

from engine.bias.outputs import Claim, FramingOutput, FramingSpan, Lean
from engine.bias.prompts import ask
from engine.bias.quotes import locate
from engine.llm import Answer, Ask, ChatTemplate, Choice, Items, Number, Quote, Text
from engine.llm.messages import RawAnswer
from engine.llm.reading import read
from engine.text import Passage
from knowledge import taxonomy

QUESTION = "Is this passage written to persuade or to inform?"


class FramedWords(Answer):
    surface = '"{quote}" because {explanation}\n'
    quote: Annotated[str, Quote()]
    explanation: Annotated[str, Text(6)]


class FramingAnswer(Answer):
    surface = "{claim} {confidence}\nframe: {frame}, {lean}, sides {us_them}\n{spans}"
    claim: Annotated[Claim, Choice({"persuade": "biased", "inform": "neutral", "unclear": "uncertain"})]
    confidence: Annotated[float, Number()]
    frame: Annotated[str, Choice({one.name.lower(): one.key for one in taxonomy().frames})]
    lean: Annotated[Lean, Choice({"left": "left", "center": "center", "right": "right", "none": "none"})]
    us_them: Annotated[str, Choice({"yes": "yes", "no": "no"})]
    spans: Annotated[
        tuple[FramedWords, ...], Items(FramedWords, 2, when=("claim", frozenset({"persuade"})), least=1)
    ]


def framing_ask(template: ChatTemplate, passage: Passage, zero: float = 0.0) -> Ask:
    return ask(template, passage, QUESTION, FramingAnswer, zero=zero)


def interpret(raw: RawAnswer, passage: Passage) -> FramingOutput:
    result = read(FramingAnswer, raw)
    spans: list[FramingSpan] = []
    for framed in result.answer.spans:
        place = locate(framed.quote, passage.text, [(span.start, span.end) for span in spans])
        if place:
            start, end = place
            spans.append(
                FramingSpan(start=start, end=end, quote=framed.quote, explanation=framed.explanation)
            )
    return FramingOutput(
        claim=result.answer.claim,
        measured=cast(dict[Claim, float], dict(result.measured["claim"])),
        confidence=result.answer.confidence,
        frame=result.answer.frame,
        lean=result.answer.lean,
        us_them=result.answer.us_them == "yes",
        spans=tuple(spans),
    )
