"""From prompt pieces to token ids, with the draft kept data whatever it says."""

from collections.abc import Iterable
from typing import Protocol

from engine.llm.messages import Piece


class Tokenizer(Protocol):
    def tokenize(self, text: str, *, parse_special: bool) -> list[int]: ...
    def is_special(self, token: int) -> bool: ...


def tokenize(model: Tokenizer, pieces: Iterable[Piece]) -> list[int]:
    """Token ids of a segment. Untrusted text never yields a control or user-defined token."""
    tokens: list[int] = []
    for piece in pieces:
        if piece.trusted:
            tokens += model.tokenize(piece.text, parse_special=True)
        else:
            tokens += _untrusted(model, piece.text)
    return tokens


def _untrusted(model: Tokenizer, text: str) -> list[int]:
    """llama.cpp matches user-defined tokens even where special tokens are not parsed: text that yields
    one is cut until no literal of such a token is left whole."""
    tokens = model.tokenize(text, parse_special=False)
    if len(text) <= 1 or not any(model.is_special(token) for token in tokens):
        return tokens
    middle = len(text) // 2
    return _untrusted(model, text[:middle]) + _untrusted(model, text[middle:])
