"""What these tests ask of a model: typed answers, prompts and a tokenizer of single bytes."""

from typing import Annotated

import llguidance
import numpy as np

from engine.llm import (
    Answer,
    Ask,
    ChatTemplate,
    Choice,
    Items,
    ModelInfo,
    Number,
    Part,
    Quote,
    Sampling,
    Text,
)
from engine.llm.answers import longest
from engine.llm.grammar import grammar
from engine.llm.prompts import prompt

SYSTEM = "You check news copy for slanted words."
GREEDY = Sampling()
PASSAGE = "The reckless council rammed through a disastrous budget, critics say."
PASSAGES = [
    PASSAGE,
    "The library opens at nine on weekdays.",
    "Greedy landlords are bleeding honest tenants dry.",
    "Officials said the bridge would close for repairs in May.",
]


class Marked(Answer):
    surface = "{type}: {quote}\n"
    type: Annotated[str, Choice({"loaded": "loaded_language", "opinion": "opinionated"})]
    quote: Annotated[str, Quote()]


class Verdict(Answer):
    surface = "{claim}, sure {confidence}\n{marks}"
    claim: Annotated[str, Choice({"slanted": "biased", "neutral": "neutral", "unclear": "uncertain"})]
    confidence: Annotated[float, Number()]
    marks: Annotated[tuple[Marked, ...], Items(Marked, 2, when=("claim", frozenset({"slanted", "unclear"})))]


class Reason(Answer):
    surface = "{ruling}, because {reason}"
    ruling: Annotated[str, Choice({"biased": "biased", "neutral": "neutral"})]
    reason: Annotated[str, Text(5)]


def ask(
    info: ModelInfo,
    passage: str,
    answer: type[Answer] = Verdict,
    *,
    question: str = "\nIs it slanted?",
    sampling: Sampling = GREEDY,
) -> Ask:
    parts = [
        Part("prefix", "From a draft."),
        Part("passage", "\nPassage: "),
        Part("passage", passage, trusted=False),
        Part("question", question),
    ]
    return Ask(prompt(ChatTemplate(info), SYSTEM, parts), grammar(answer, passage), longest(answer), sampling)


def endless(info: ModelInfo, passage: str = PASSAGE) -> Ask:
    """Takes some 500 tokens to answer."""
    return Ask(ask(info, passage).prompt, "start: /[a-z][a-z ]{1998}[a-z]/", 2000)


class _Bytes:
    """A vocabulary of the 256 bytes and an end."""

    bos_token_id = None
    eos_token_id = 256
    tokens = (*(bytes([value]) for value in range(256)), b"<end>")
    special_token_ids = (256,)

    def __call__(self, text: bytes | str) -> list[int]:
        return list(text if isinstance(text, bytes) else text.encode())


BYTES = llguidance.LLTokenizer(llguidance.TokenizerWrapper(_Bytes()))


def matcher(lark: str) -> llguidance.LLMatcher:
    found = llguidance.LLMatcher(BYTES, llguidance.LLMatcher.grammar_from_lark(lark), log_level=0)
    assert not found.is_error(), found.get_error()
    return found


def accepts(lark: str, text: str) -> bool:
    """Whether the grammar accepts exactly `text`."""
    data = list(text.encode())
    guide = matcher(lark)
    return guide.try_consume_tokens(data) == len(data) and guide.is_accepting()


def next_bytes(guide: llguidance.LLMatcher) -> bytes:
    """Every byte that may come next."""
    bits = np.unpackbits(np.frombuffer(guide.compute_bitmask(), dtype=np.uint8), bitorder="little")
    return bytes(np.flatnonzero(bits[:256]).tolist())
