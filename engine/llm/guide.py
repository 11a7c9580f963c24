"""One answer growing under its grammar: what may come next, what must, and what was chosen."""

import llguidance
import numpy as np
from numpy.typing import NDArray

from engine.llm.errors import EngineFailed
from engine.llm.messages import Ask, Step
from engine.llm.sampling import Sampler, probabilities
from engine.llm.vocabulary import Vocabulary

RECORDED_OPTIONS = 256  # choices allow few tokens, free text nearly all: only choices are recorded


class Guide:
    """Feeds the logits of the last decoded token in, gives the tokens to decode next.

    Raises:
        EngineFailed: llguidance rejects the grammar or its limits are hit.
    """

    def __init__(self, vocabulary: Vocabulary, ask: Ask) -> None:
        self._vocabulary = vocabulary
        self._offsets = [(word.encode(), offset) for word, offset in ask.offsets]
        self._matcher = llguidance.LLMatcher(
            vocabulary.tokenizer, llguidance.LLMatcher.grammar_from_lark(ask.grammar)
        )
        self._check()
        self._sampler = Sampler(ask.sampling)
        self._left = ask.max_tokens
        self.text = b""
        self.steps: list[Step] = []
        self.forced = 0
        self.sampled = 0
        self.done = False

    def opening(self) -> list[int]:
        """Forced tokens that the answer begins with, to be decoded with the prompt's last segment."""
        forced = self._push_forced()
        self.forced += len(forced)
        return forced

    def advance(self, logits: NDArray[np.float32]) -> list[int]:
        """Sample one token, push what it forces; empty when the answer is complete (`done`).

        An answer that repeats a line is complete without it: so do small models when they have no more to
        say.
        """
        allowed = self._allowed()
        row = logits[allowed]
        token = int(
            allowed[
                self._sampler.pick(self._offset(allowed, row) if self._offsets and not self.text else row)
            ]
        )
        self._record(allowed, row)
        self._left -= 1
        if token in self._vocabulary.ends:
            self.done = True
            return []
        if not self._matcher.consume_token(token):
            self._check()
        self.text += self._vocabulary.bytes([token])
        tokens = self._vocabulary.usual([token, *self._push_forced()])
        self.done = self._drop_repeated_line() or self._matcher.is_stopped()
        if self.done:
            return []
        if self._left <= 0:
            raise EngineFailed("an answer grew past its bound; its grammar is wrong")
        self.sampled += 1
        self.forced += len(tokens) - 1
        return tokens

    def _allowed(self) -> NDArray[np.intp]:
        bits = np.frombuffer(self._matcher.compute_bitmask(), dtype=np.uint8)
        allowed = np.flatnonzero(np.unpackbits(bits, bitorder="little"))
        if not len(allowed):
            self._check()
            raise EngineFailed("the grammar allows no token")
        return self._vocabulary.without_bare_space(allowed)

    def _offset(self, allowed: NDArray[np.intp], row: NDArray[np.float32]) -> NDArray[np.float32]:
        row = row.copy()
        for place, token in enumerate(allowed.tolist()):
            text = self._vocabulary.bytes([token])
            row[place] += sum(offset for word, offset in self._offsets if text and word.startswith(text))
        return row

    def _drop_repeated_line(self) -> bool:
        if not self.text.endswith(b"\n"):
            return False
        *lines, last, _ = self.text.split(b"\n")
        if last not in lines:
            return False
        self.text = b"\n".join([*lines, b""])
        return True

    def _record(self, allowed: NDArray[np.intp], row: NDArray[np.float32]) -> None:
        if 1 < len(allowed) <= RECORDED_OPTIONS:
            options = zip(allowed.tolist(), probabilities(row).tolist(), strict=True)
            self.steps.append(
                Step(
                    len(self.text),
                    tuple(
                        (b"" if t in self._vocabulary.ends else self._vocabulary.bytes([t]), p)
                        for t, p in options
                    ),
                )
            )

    def _push_forced(self) -> list[int]:
        tokens: list[int] = self._matcher.compute_ff_tokens()
        if tokens:
            self._matcher.consume_tokens(tokens)
            self._check()
            self.text += self._vocabulary.bytes(tokens)
        return tokens

    def _check(self) -> None:
        if self._matcher.is_error():
            raise EngineFailed(f"guided decoding failed: {self._matcher.get_error()}")
