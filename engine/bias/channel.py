"""Reading by likelihood, the noisy channel: how much likelier the model finds the very words of a passage in
commentary that takes sides than in a plain report. No question is asked and nothing is generated.

The paper has no such voice; it belongs to the default policy (METHOD.md).
"""

import math
import re
from collections.abc import Callable, Sequence
from statistics import fmean

from engine.bias import constants
from engine.bias.outputs import LikelihoodOutput, WordRatio
from engine.bias.spans import overlaps
from engine.llm import ChatTemplate, Client, Part, prompt
from engine.llm.messages import Prompt, Scored, Usage
from engine.text import Passage

CONTEXTS = (
    (
        "Write one sentence of a slanted, partisan commentary.",
        "Write one sentence of a neutral wire-service news report.",
    ),
    (
        "Write one sentence from an opinion column that takes sides.",
        "Write one sentence from a factual, impartial news article.",
    ),
)
"""Pairs of instructions, alike but for what they ask to write: slanted commentary or a plain report."""

_WORD = re.compile(r"\w+(?:['’.,-]\w+)*")
_SENTENCE_END = re.compile(r"[.!?:][\"'”’)\]]*\s+[\"'“‘(\[]*$")


def read(
    client: Client,
    template: ChatTemplate,
    passage: Passage,
    before: Callable[[], None] = lambda: None,
) -> tuple[LikelihoodOutput, Usage]:
    """What the reading says before any calibration, and what it took. Raises like `Client.score`, and what
    `before` raises, which is called before each step."""

    def score(instruction: str) -> Scored:
        before()
        return client.score(_prompt(template, instruction), passage.text)

    pairs = [(score(slanted), score(plain)) for slanted, plain in CONTEXTS]
    usage = sum((one.usage for pair in pairs for one in pair), Usage())
    tokens = pairs[0][0].tokens
    ratios = [_ratios(*pair) for pair in pairs]
    return interpret(passage.text, tokens, ratios, [(one.start, one.end) for one in passage.quoted]), usage


def interpret(
    text: str,
    tokens: Sequence[bytes],
    ratios: Sequence[Sequence[float]],
    quoted: Sequence[tuple[int, int]] = (),
) -> LikelihoodOutput:
    """The reading of `text` from the log ratios of its tokens, in nats, one row for each pair of contexts.
    The ranges `quoted` are a speaker's words: the heat has them, the margin and the spans do not."""
    own = _outside(text, tokens, quoted)
    found = fmean(margin([ratio for ratio, mine in zip(row, own, strict=True) if mine]) for row in ratios)
    biased = 1.0 / (1.0 + math.exp(-found))
    heat = words(text, tokens, [fmean(column) for column in zip(*ratios, strict=True)])
    authors = [
        word for word in heat if not any(start < word.end and word.start < end for start, end in quoted)
    ]
    return LikelihoodOutput(
        claim="biased" if found > 0.0 else "neutral",
        measured={"biased": biased, "neutral": 1.0 - biased},
        confidence=max(biased, 1.0 - biased),
        margin=found,
        spans=strongest(text, authors) if found > 0.0 else (),
        words=heat,
    )


def margin(ratios: Sequence[float]) -> float:
    """The whole passage's evidence: the sum of the bounded ratios over the square root of their number, so
    that short and long passages are on one scale; 0 for none."""
    limit = constants.CHANNEL_LIMIT
    return sum(max(-limit, min(limit, ratio)) for ratio in ratios) / math.sqrt(len(ratios) or 1)


def words(text: str, tokens: Sequence[bytes], ratios: Sequence[float]) -> tuple[WordRatio, ...]:
    """The ratio of each word of `text`: the sum over the tokens that overlap it.

    Raises ValueError where `tokens` do not spell `text`.
    """
    if b"".join(tokens) != text.encode():
        raise ValueError("the tokens are not those of the text")
    ends: list[int] = []
    for token in tokens:
        ends.append((ends[-1] if ends else 0) + len(token))
    offset, before, at = [0] * (len(text) + 1), 0, 0
    for at, character in enumerate(text, 1):
        before += len(character.encode())
        offset[at] = before
    found = []
    for match in _WORD.finditer(text):
        first, last = offset[match.start()], offset[match.end()]
        ratio = sum(
            one
            for end, token, one in zip(ends, tokens, ratios, strict=True)
            if end - len(token) < last and end > first
        )
        found.append(WordRatio(start=match.start(), end=match.end(), quote=match[0], ratio=ratio))
    return tuple(found)


def _outside(text: str, tokens: Sequence[bytes], quoted: Sequence[tuple[int, int]]) -> list[bool]:
    """Of each token, whether none of its bytes is in one of the ranges of `text`."""
    ranges = [(len(text[:start].encode()), len(text[:end].encode())) for start, end in quoted]
    own, at = [], 0
    for token in tokens:
        own.append(not any(at < end and start < at + len(token) for start, end in ranges))
        at += len(token)
    return own


def strongest(text: str, heat: Sequence[WordRatio]) -> tuple[WordRatio, ...]:
    """The spans that speak for slant most, in the order of the text: content words from CHANNEL_SEED nats on,
    names and numbers aside, each with the neighbors that lean the same way; at least one."""
    content = [place for place, word in enumerate(heat) if _content(text, word)]
    seeds = [place for place in content if heat[place].ratio >= constants.CHANNEL_SEED]
    seeds = seeds or sorted(content or range(len(heat)), key=lambda place: -heat[place].ratio)[:1]
    found: list[WordRatio] = []
    for seed in sorted(seeds, key=lambda place: -heat[place].ratio):
        span = _grown(text, heat, seed)
        if len(found) < constants.CHANNEL_SPANS and not any(overlaps(span, other) for other in found):
            found.append(span)
    return tuple(sorted(found, key=lambda span: span.start))


def _grown(text: str, heat: Sequence[WordRatio], seed: int) -> WordRatio:
    first = last = seed
    while last - first + 1 < constants.CHANNEL_SPAN_WORDS:
        sides = [place for place in (first - 1, last + 1) if _joins(text, heat, first, last, place)]
        if not sides:
            break
        place = max(sides, key=lambda side: heat[side].ratio)
        first, last = min(first, place), max(last, place)
    start, end = heat[first].start, heat[last].end
    ratio = sum(word.ratio for word in heat[first : last + 1])
    return WordRatio(start=start, end=end, quote=text[start:end], ratio=ratio)


def _joins(text: str, heat: Sequence[WordRatio], first: int, last: int, place: int) -> bool:
    """Whether the word at `place` leans the same way and only a space parts it from the span."""
    if not 0 <= place < len(heat) or heat[place].ratio < constants.CHANNEL_NEIGHBOR:
        return False
    left, right = (place, first) if place < first else (last, place)
    return text[heat[left].end : heat[right].start].isspace()


def _content(text: str, word: WordRatio) -> bool:
    """Names are likelier in commentary than in reports without being slant; so are numbers, the other way."""
    if len(word.quote) < constants.CONTENT_WORD or any(character.isdigit() for character in word.quote):
        return False
    opening = word.start == 0 or _SENTENCE_END.search(text, 0, word.start) is not None
    return opening or not word.quote[0].isupper()


def _ratios(slanted: Scored, plain: Scored) -> list[float]:
    return [one - other for one, other in zip(slanted.logprobs, plain.logprobs, strict=True)]


def _prompt(template: ChatTemplate, instruction: str) -> Prompt:
    return prompt(template, "", [Part("prefix", instruction), Part("question", "")])
