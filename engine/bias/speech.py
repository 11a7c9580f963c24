"""Whose words they are: what the draft quotes is a speaker's, and says nothing of the author.

Only the choice of speakers is the author's, where all that is quoted is one side's: then the words by which
the FramingAgent shows it count, though they are quoted.
"""

from collections.abc import Iterable
from typing import TypeVar

from engine.bias.outputs import AgentOutputs, Span, Speech
from engine.text import Passage

AnySpan = TypeVar("AnySpan", bound=Span)


def speech_of(passage: Passage) -> tuple[Speech, ...]:
    """What the passage quotes, in order."""
    return tuple(
        Speech(start=one.start, end=one.end, quote=passage.text[one.start : one.end], speaker=one.speaker)
        for one in passage.quoted
    )


def said_in(span: Span, speech: Iterable[Speech]) -> Speech | None:
    """The quoted speech that holds all of `span`; None for words that are the author's, be it in part."""
    return next((one for one in speech if one.start <= span.start and span.end <= one.end), None)


def authors_own(outputs: AgentOutputs) -> AgentOutputs:
    """`outputs` without the spans that are a quoted speaker's."""

    def own(spans: Iterable[AnySpan]) -> tuple[AnySpan, ...]:
        return tuple(span for span in spans if said_in(span, outputs.speech) is None)

    bias, evidence, framing = outputs.bias, outputs.evidence, outputs.framing
    if framing and not outputs.one_sided:
        framing = framing.model_copy(update={"spans": own(framing.spans)})
    return outputs.model_copy(
        update={
            "bias": bias.model_copy(update={"spans": own(bias.spans)}),
            "evidence": evidence and evidence.model_copy(update={"items": own(evidence.items)}),
            "framing": framing,
        }
    )
