"""Reading by likelihood, the noisy channel: how much likelier the model finds the very words of a passage in
commentary that takes sides than in a plain report. No question is asked and nothing is generated.

The paper has no such voice; it belongs to the default policy (METHOD.md).
"""

import re
from collections.abc import Sequence

from engine.bias.outputs import Span
from engine.llm import ChatTemplate, Client, Part, prompt
from engine.llm.messages import Prompt, Usage
from engine.text import Passage

CONTEXTS = (
    (
        "Write one sentence from an opinion column that takes sides.",
        "Write one sentence from a factual, impartial news article.",
    ),
)
"""Instructions to write slanted commentary and a plain report, alike but for that."""
LIMIT = 2.0
"""The most that one token's ratio counts, in nats, either way: a name that commentary merely mentions more often
must not outweigh the wording."""

_WORD = re.compile(r"\w+(?:['’.,-]\w+)*")


class WordRatio(Span):
    """How much likelier a word is as slanted commentary: mean log ratio over the contexts, in nats."""

    ratio: float


class Reading(Span):
    pass


def prompts(template: ChatTemplate) -> tuple[tuple[Prompt, Prompt], ...]:
    """For each pair of contexts the prompts after which a passage is scored, slanted first."""
    return tuple((_prompt(template, slanted), _prompt(template, plain)) for slanted, plain in CONTEXTS)


def read(
    client: Client, template: ChatTemplate, passage: Passage
) -> tuple[tuple[bytes, ...], tuple[float, ...], Usage]:
    """The passage's tokens, their log ratios in nats (mean over the contexts), and what reading them took."""
    tokens: tuple[bytes, ...] = ()
    sums: list[float] = []
    usage = Usage()
    for pair in prompts(template):
        slanted, plain = (client.score(one, passage.text) for one in pair)
        tokens = slanted.tokens
        sums = sums or [0.0] * len(tokens)
        sums = [total + s - p for total, s, p in zip(sums, slanted.logprobs, plain.logprobs, strict=True)]
        usage += slanted.usage + plain.usage
    return tokens, tuple(total / len(CONTEXTS) for total in sums), usage


def margin(ratios: Sequence[float]) -> float:
    """The whole passage's evidence: the sum of the bounded ratios over the square root of their number, so
    that short and long passages are on one scale; 0 for none."""
    if not ratios:
        return 0.0
    return float(sum(max(-LIMIT, min(LIMIT, ratio)) for ratio in ratios) / len(ratios) ** 0.5)


def words(text: str, tokens: Sequence[bytes], ratios: Sequence[float]) -> tuple[WordRatio, ...]:
    """The ratio of each word of `text`: the sum over the tokens that overlap it."""
    data = text.encode()
    starts: list[int] = []
    position = 0
    for token in tokens:
        starts.append(position)
        position += len(token)
    if position != len(data):
        raise ValueError("the tokens are not those of the text")
    found = []
    for match in _WORD.finditer(text):
        first, last = len(text[: match.start()].encode()), len(text[: match.end()].encode())
        inside = [
            ratio
            for start, token, ratio in zip(starts, tokens, ratios, strict=True)
            if start < last and start + len(token) > first
        ]
        found.append(WordRatio(start=match.start(), end=match.end(), quote=match[0], ratio=sum(inside)))
    return tuple(found)


def _prompt(template: ChatTemplate, instruction: str) -> Prompt:
    return prompt(template, "", [Part("prefix", instruction), Part("question", "")])
