"""Answering and scoring on a loaded model: kept prefixes, branching, several answers in one decode."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import llguidance.llamacpp
import numpy as np

from engine.llm.errors import Cancelled, DoesNotFit
from engine.llm.guide import Guide
from engine.llm.messages import Ask, ModelInfo, Piece, Prompt, RawAnswer, Scored, Settings, Usage
from engine.llm.model import MAX_SEQUENCES, MICRO_BATCH, Model
from engine.llm.sequences import Kept, Key, Sequences
from engine.llm.tokens import tokenize
from engine.llm.vocabulary import Vocabulary

KEPT_SEQUENCES = 12
KEPT_SHARE = 0.5  # of the context's cells; the rest is for answers
ANSWER_ROOM = 600  # tokens; far above any real answer, whose bound in bytes is what `max_tokens` counts


@dataclass
class _Tokens:
    """A prompt as tokens: the segments to keep and the last one, to branch with; what became of them."""

    roles: list[str]
    head: list[list[int]]
    last: list[int]
    counts: Counter[str] = field(default_factory=Counter)
    started: float = field(default_factory=time.perf_counter)

    @property
    def keys(self) -> list[Key]:
        return list(accumulate(map(tuple, self.head)))

    def __len__(self) -> int:
        return sum(map(len, self.head)) + len(self.last)


@dataclass
class _Active:
    """An answer in progress on its own branch."""

    index: int
    prompt: _Tokens
    guide: Guide
    sequence: int
    position: int
    pending: list[int]


class Runtime:
    """A model with its kept sequences.

    Every segment of a prompt is decoded on its own, in chunks of one micro-batch, and each answer's tokens
    as they come; a model whose logits depend on the shape of a decode answers one ask at a time. So what
    is computed for an ask never depends on what else was asked, in which order, or what was kept.
    """

    def __init__(self, path: str, settings: Settings, stopped: Callable[[], bool]) -> None:
        self._model = Model(path, settings, stopped)
        self._stopped = stopped
        self._settings = settings
        self._independent = self._model.shape_independent and not settings.gpu_layers  # measured on CPUs
        self._width = settings.width if self._independent else 1
        self._sequences = Sequences(self._model, MAX_SEQUENCES)
        self._vocabulary = Vocabulary(
            llguidance.llamacpp.lltokenizer_from_vocab(self._model.vocab, eos_token=self._model.end_tokens())
        )

    def info(self) -> ModelInfo:
        model = self._model
        return ModelInfo(
            name=model.meta("general.name"),
            architecture=model.meta("general.architecture"),
            quantization=model.quantization,
            parameters=model.parameters,
            context=model.context_size,
            chat_template=model.chat_template,
            knows_chatml=len(model.tokenize("<|im_start|>", parse_special=True)) == 1,
            bos=model.token_text(model.bos),
            adds_bos=model.adds_bos,
            eos=model.token_text(model.eos),
            schedule="independent" if self._independent else "fixed",
            width=self._width,
            threads=self._settings.threads,
            llama_cpp=model.version,
            backend=model.backend,
        )

    def count(self, texts: Sequence[str]) -> tuple[int, ...]:
        """Tokens of each text on its own."""
        return tuple(len(self._model.tokenize(text, parse_special=False)) for text in texts)

    def answer(self, asks: Sequence[Ask]) -> Iterator[tuple[int, RawAnswer]]:
        """Answers as they finish, with the index of their ask.

        Raises:
            DoesNotFit: a prompt and its longest answer are larger than the context.
            Cancelled: the stop flag came up.
            EngineFailed: decoding failed.
        """
        prompts = [self._tokens(ask.prompt, min(ask.max_tokens, ANSWER_ROOM)) for ask in asks]
        waiting = list(range(len(asks)))[::-1]
        active: list[_Active] = []
        width, alone = self._width, False
        try:
            while waiting or active:
                try:
                    if not active and not alone:
                        self._prepare([prompts[index] for index in reversed(waiting)])
                    while waiting and len(active) < width:
                        active.append(self._start(waiting[-1], asks[waiting[-1]], prompts[waiting[-1]]))
                        waiting.pop()
                    self._decode_pending(active)
                except DoesNotFit:
                    if active:
                        waiting.append(self._set_back(active.pop()))
                    if not active and alone:
                        raise
                    # The others go on and none is started until they end; with no other, memory is emptied.
                    width, alone = 0, not active
                    if alone:
                        width = 1
                        self._sequences.trim(0, 0)
                        for index in waiting:
                            prompts[index].counts.clear()
                    continue
                for one in [one for one in active if one.guide.done]:
                    active.remove(one)
                    self._sequences.release(one.sequence)
                    if not active:
                        width, alone = self._width, False
                    yield one.index, _finish(one)
        finally:
            for one in active:
                self._sequences.release(one.sequence)

    def score(self, prompt: Prompt, text: str) -> Scored:
        """The log-probability of each token of `text`, untrusted, after `prompt`; nothing is generated."""
        tokens = tokenize(self._model, [Piece(text, trusted=False)])
        head = self._tokens(prompt, len(tokens))
        if not tokens:
            return Scored((), (), _usage(head))
        try:
            logprobs = self._score(head, tokens)
        except DoesNotFit:
            self._sequences.trim(0, 0)
            head = self._tokens(prompt, len(tokens))
            logprobs = self._score(head, tokens)
        return Scored(tuple(map(self._model.piece, tokens)), tuple(logprobs), _usage(head))

    def _score(self, prompt: _Tokens, tokens: list[int]) -> list[float]:
        self._prepare([prompt])
        sequence, position = self._branch(prompt)
        # The last prompt token's logits give the first token of the text, so that token is decoded with it.
        run, targets = prompt.last + tokens[:-1], [-1] * (len(prompt.last) - 1) + tokens
        prompt.counts["passage"] += len(tokens) - 1
        prompt.counts["prompt"] += len(tokens) - 1
        logprobs: list[float] = []
        try:
            for start in range(0, len(run), MICRO_BATCH):
                chunk = run[start : start + MICRO_BATCH]
                wanted = targets[start : start + MICRO_BATCH]
                self._decode(
                    [(t, position + start + i, sequence, wanted[i] >= 0) for i, t in enumerate(chunk)],
                    prompt.counts,
                )
                logprobs += [self._logprob(i, t) for i, t in enumerate(wanted) if t >= 0]
        finally:
            self._sequences.release(sequence)
        return logprobs

    def _logprob(self, row: int, token: int) -> float:
        logits = self._model.logits(row).astype(np.float64)
        peak = logits.max()
        return float(logits[token] - peak - np.log(np.exp(logits - peak).sum()))

    def _tokens(self, prompt: Prompt, room: int) -> _Tokens:
        """Raises DoesNotFit when the prompt and `room` tokens are larger than the context."""
        segments = [tokenize(self._model, segment.pieces) for segment in prompt]
        tokens = _Tokens([segment.role for segment in prompt], segments[:-1], segments[-1])
        if (needed := len(tokens) + room) > self._model.context_size:
            raise DoesNotFit(
                f"it needs {needed} tokens and the model's context holds {self._model.context_size}"
            )
        return tokens

    def _prepare(self, prompts: Sequence[_Tokens]) -> None:
        """Between answers: decode what the next prompts begin with, so that it lies below their branches."""
        room = int(self._model.context_size * KEPT_SHARE)
        self._sequences.trim(room, KEPT_SEQUENCES, {key for prompt in prompts for key in prompt.keys})
        for prompt in prompts:
            if self._sequences.cells < room and len(self._sequences) < KEPT_SEQUENCES:
                self._open(prompt)

    def _start(self, index: int, ask: Ask, prompt: _Tokens) -> _Active:
        """A branch after all segments but the last, which is left pending."""
        prompt.started = time.perf_counter()
        guide = Guide(self._vocabulary, ask)
        opening = guide.opening()
        sequence, position = self._branch(prompt)
        return _Active(index, prompt, guide, sequence, position, prompt.last + opening)

    def _set_back(self, one: _Active) -> int:
        """Give up an answer that memory does not suffice for now, to be started again: its index."""
        self._sequences.release(one.sequence)
        one.prompt.counts.clear()
        return one.index

    def _branch(self, prompt: _Tokens) -> tuple[int, int]:
        """A branch after all segments but the last: (sequence, next position)."""
        sequence = self._sequences.branch(self._open(prompt))
        counts = prompt.counts
        counts["kept"] = sum(map(len, prompt.head)) - sum(counts[role] for role in set(prompt.roles))
        counts[prompt.roles[-1]] += len(prompt.last)
        counts["prompt"] = len(prompt)
        return sequence, len(prompt) - len(prompt.last)

    def _open(self, prompt: _Tokens) -> Kept | None:
        """What is kept of all segments but the last, decoded as far as it is missing."""
        keys = prompt.keys
        kept = self._sequences.longest(keys)
        for key, tokens, role in zip(keys, prompt.head, prompt.roles, strict=False):
            if kept and len(key) <= len(kept.tokens):
                continue
            kept = self._keep(kept, key, tokens, prompt.counts)
            prompt.counts[role] += len(tokens)
        return kept

    def _keep(self, parent: Kept | None, key: Key, tokens: list[int], counts: Counter[str]) -> Kept:
        sequence = self._sequences.branch(parent)
        start = len(key) - len(tokens)
        try:
            for offset in range(0, len(tokens), MICRO_BATCH):
                chunk = tokens[offset : offset + MICRO_BATCH]
                self._decode([(t, start + offset + i, sequence, False) for i, t in enumerate(chunk)], counts)
        except BaseException:
            self._sequences.release(sequence)
            raise
        return self._sequences.keep(sequence, key, len(tokens))

    def _decode_pending(self, active: list[_Active]) -> None:
        """One decode for all active answers, then one sampled token (and what it forces) for each."""
        rows: list[tuple[int, int, int, bool]] = []
        last_rows: list[int] = []
        for one in active:
            rows += [(t, one.position + i, one.sequence, False) for i, t in enumerate(one.pending)]
            rows[-1] = (*rows[-1][:3], True)
            last_rows.append(len(rows) - 1)
        self._decode(rows, active[0].prompt.counts)
        for one, row in zip(active, last_rows, strict=True):
            one.position += len(one.pending)
            one.pending = one.guide.advance(self._model.logits(row))

    def _decode(self, rows: list[tuple[int, int, int, bool]], counts: Counter[str]) -> None:
        counts["decodes"] += 1
        if self._stopped():
            raise Cancelled("stopped on request")
        self._model.decode(rows)


def _finish(one: _Active) -> RawAnswer:
    one.prompt.counts += Counter(forced=one.guide.forced, sampled=one.guide.sampled)
    return RawAnswer(one.guide.text, tuple(one.guide.steps), _usage(one.prompt))


def _usage(prompt: _Tokens) -> Usage:
    return Usage(**prompt.counts, milliseconds=round((time.perf_counter() - prompt.started) * 1000))
