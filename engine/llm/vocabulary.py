"""The tokens of a model as guided decoding needs them: their bytes, and the usual way to spell a text."""

from collections.abc import Sequence
from functools import cached_property

import llguidance
import numpy as np
from numpy.typing import NDArray


class Vocabulary:
    def __init__(self, tokenizer: llguidance.LLTokenizer) -> None:
        self.tokenizer = tokenizer
        self.ends: frozenset[int] = frozenset(tokenizer.eos_tokens)

    def bytes(self, tokens: Sequence[int]) -> bytes:
        data: bytes = self.tokenizer.decode_bytes(list(tokens))
        return data

    def usual(self, tokens: list[int]) -> list[int]:
        """The same bytes in the tokens that a text of them would have, where that takes fewer.

        Guided decoding samples as little as " " before a word that must follow. Read back as two tokens,
        the unusual spelling costs a position and misleads the model, which then goes on spelling so.
        """
        text = self.bytes(tokens)
        spelled: list[int] = self.tokenizer.tokenize_bytes(text)
        if len(spelled) >= len(tokens) or self.bytes(spelled) != text:
            return tokens
        return tokens if any(map(self.tokenizer.is_special_token, spelled)) else spelled

    def without_bare_space(self, allowed: NDArray[np.intp]) -> NDArray[np.intp]:
        """Token ids less the single space, where a token of a space and more is among them."""
        bare = allowed == self._space
        return allowed[~bare] if bare.any() and self._spaced[allowed].any() else allowed

    @cached_property
    def _space(self) -> int:
        return next((t for t in range(self.tokenizer.vocab_size) if self.bytes([t]) == b" "), -1)

    @cached_property
    def _spaced(self) -> NDArray[np.bool_]:
        """Whether each token is a space and something visible, shape (vocabulary size,)."""
        texts = (self.bytes([token]) for token in range(self.tokenizer.vocab_size))
        return np.array([text[:1] == b" " and bool(text.strip()) for text in texts])
