"""The EvidenceAgent: biased phrases, loaded terms and unsupported claims, with the lexicon's help and the
protected terms' veto (section 3.2, Appendices D and E)."""

from typing import Annotated, cast

from engine.bias.outputs import (
    Claim,
    EvidenceItem,
    EvidenceKind,
    EvidenceOutput,
    LexiconMatch,
    ProtectedTerm,
    QuotedTerm,
    Strength,
)
from engine.bias.prompts import ask
from engine.bias.quotes import locate
from engine.llm import Answer, Ask, ChatTemplate, Choice, Items, Number, Quote
from engine.llm.messages import RawAnswer
from engine.llm.reading import read
from engine.text import Passage
from knowledge import Hit, Matcher, Severity

QUESTION = "Are the author's words loaded or plain?"
STRENGTHS: dict[Severity, Strength] = {"suggestion": "weak", "warning": "moderate", "error": "strong"}


class Evidence(Answer):
    surface = '{strength} {kind} "{quote}"\n'
    strength: Annotated[Strength, Choice({"strong": "strong", "moderate": "moderate", "weak": "weak"})]
    kind: Annotated[
        EvidenceKind,
        Choice(
            {
                "term": "loaded_term",
                "phrase": "biased_phrase",
                "claim": "unsupported_claim",
            }
        ),
    ]
    quote: Annotated[str, Quote()]


class EvidenceAnswer(Answer):
    surface = "{claim} {confidence}\n{items}"
    claim: Annotated[Claim, Choice({"loaded": "biased", "plain": "neutral", "unclear": "uncertain"})]
    confidence: Annotated[float, Number()]
    items: Annotated[tuple[Evidence, ...], Items(Evidence, 3, when=("claim", frozenset({"loaded"})), least=1)]


def evidence_ask(template: ChatTemplate, passage: Passage, zero: float = 0.0) -> Ask:
    return ask(template, passage, QUESTION, EvidenceAnswer, zero=zero)


def interpret(raw: RawAnswer, passage: Passage, matcher: Matcher) -> EvidenceOutput:
    """What the model proposed less the protected terms, and the author's own words that the lexicon knows.

    The claim follows the evidence. Where none of the model's proposals is left, a moderate or strong term
    of the lexicon is a claim of bias; without one, what was said to be biased is neutral.
    """
    result = read(EvidenceAnswer, raw)
    proposed: list[EvidenceItem] = []
    discarded: list[ProtectedTerm] = []
    for item in result.answer.items:
        place = locate(item.quote, passage.text, [(one.start, one.end) for one in [*proposed, *discarded]])
        if not place:
            continue
        start, end = place
        term = matcher.protect(passage.text, start, end)
        if term:
            discarded.append(
                ProtectedTerm(start=start, end=end, quote=item.quote, term=term.term, domain=term.domain)
            )
        else:
            proposed.append(
                EvidenceItem(
                    start=start,
                    end=end,
                    quote=item.quote,
                    kind=item.kind,
                    strength=item.strength,
                    intensity=matcher.intensity(passage.text, start, end),
                )
            )
    hits = matcher.match(passage.text, [(one.start, one.end) for one in passage.quoted])
    known = [_item(hit) for hit in hits if not hit.quoted]
    items = tuple(sorted([*proposed, *known], key=lambda one: (one.start, one.end)))
    telling = any(one.strength != "weak" for one in known)
    said = result.answer.claim
    claim: Claim = said
    if not proposed and telling:
        claim = "biased"
    elif not proposed and said == "biased":
        claim = "neutral"
    return EvidenceOutput(
        claim=claim,
        said=said,
        measured=cast(dict[Claim, float], dict(result.measured["claim"])),
        confidence=result.answer.confidence,
        items=items,
        discarded=tuple(discarded),
        quoted=tuple(
            QuotedTerm(start=hit.start, end=hit.end, quote=hit.text, lexicon=_listed(hit))
            for hit in hits
            if hit.quoted
        ),
    )


def _item(hit: Hit) -> EvidenceItem:
    return EvidenceItem(
        start=hit.start,
        end=hit.end,
        quote=hit.text,
        kind="loaded_term",
        strength=STRENGTHS[hit.severity],
        intensity=hit.intensity,
        lexicon=_listed(hit),
    )


def _listed(hit: Hit) -> LexiconMatch:
    term = hit.term
    return LexiconMatch(
        term=term.term,
        category=term.category,
        score=term.score,
        severity=hit.severity,
        alternative=term.alternative,
        residual=term.residual,
        message=term.message,
    )
