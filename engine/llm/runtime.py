"""Answering and scoring on a loaded model: kept prefixes, branching, several answers in one decode."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import llguidance.llamacpp
import numpy as np

from engine.llm.errors import Cancelled, DoesNotFit
from engine.llm.guide import Guide
from engine.llm.messages import Ask, ModelInfo, Piece, Prompt, RawAnswer, Scored, Settings, Usage
from engine.llm.model import MAX_SEQUENCES, MICRO_BATCH, Model
from engine.llm.sequences import Kept, Key, Sequences
from engine.llm.tokens import tokenize

KEPT_SEQUENCES = 12
ANSWER_ROOM = 600  # tokens; far above any real answer, whose bound in bytes is what `max_tokens` counts


@dataclass
class _Active:
    """An answer in progress on its own branch."""

    index: int
    guide: Guide
    sequence: int
    position: int
    pending: list[int]
    counts: Counter[str]
    started: float = field(default_factory=time.perf_counter)


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
        self._width = settings.width if self._model.shape_independent else 1
        self._sequences = Sequences(self._model, MAX_SEQUENCES, KEPT_SEQUENCES)
        self._tokenizer = llguidance.llamacpp.lltokenizer_from_vocab(
            self._model.vocab, eos_token=self._model.end_tokens()
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
            schedule="independent" if model.shape_independent else "fixed",
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
        waiting = list(enumerate(asks))[::-1]
        active: list[_Active] = []
        width = self._width
        try:
            while waiting or active:
                try:
                    while waiting and len(active) < width:
                        active.append(self._start(*waiting[-1]))
                        waiting.pop()
                except DoesNotFit:
                    if not active:
                        raise
                    width = len(active)  # until one ends
                try:
                    self._decode_pending(active)
                except DoesNotFit:
                    if len(active) == 1:
                        raise
                    width = len(active) - 1
                    last = active.pop()
                    waiting.append((last.index, asks[last.index]))
                    self._sequences.release(last.sequence)
                    continue
                for one in [one for one in active if one.guide.done]:
                    active.remove(one)
                    width = self._width
                    self._sequences.release(one.sequence)
                    yield one.index, _finish(one)
        finally:
            for one in active:
                self._sequences.release(one.sequence)

    def score(self, prompt: Prompt, text: str) -> Scored:
        """The log-probability of each token of `text`, untrusted, after `prompt`; nothing is generated."""
        started = time.perf_counter()
        counts: Counter[str] = Counter()
        segments = [tokenize(self._model, segment.pieces) for segment in prompt]
        tokens = tokenize(self._model, [Piece(text, trusted=False)])
        if not tokens:
            return Scored((), (), _usage(counts, started))
        self._require_room(sum(map(len, segments)) + len(tokens))
        roles = [segment.role for segment in prompt]
        # The last prompt token's logits give the first token of the text, so that token is decoded with it.
        head, last = segments[:-1], segments[-1]
        sequence, position = self._open(head, roles, counts)
        counts["question"] += len(last)
        counts["passage"] += len(tokens) - 1
        counts["prompt"] = sum(map(len, segments)) + len(tokens) - 1
        logprobs: list[float] = []
        try:
            run, targets = last + tokens[:-1], [-1] * (len(last) - 1) + tokens
            for start in range(0, len(run), MICRO_BATCH):
                chunk = run[start : start + MICRO_BATCH]
                wanted = targets[start : start + MICRO_BATCH]
                self._decode(
                    [(t, position + start + i, sequence, wanted[i] >= 0) for i, t in enumerate(chunk)], counts
                )
                logprobs += [self._logprob(i, t) for i, t in enumerate(wanted) if t >= 0]
        finally:
            self._sequences.release(sequence)
        pieces = tuple(self._model.piece(token) for token in tokens)
        return Scored(pieces, tuple(logprobs), _usage(counts, started))

    def _logprob(self, row: int, token: int) -> float:
        logits = self._model.logits(row).astype(np.float64)
        peak = logits.max()
        return float(logits[token] - peak - np.log(np.exp(logits - peak).sum()))

    def _start(self, index: int, ask: Ask) -> _Active:
        """Decode what is missing of all segments but the last; leave the last one pending on a branch."""
        guide = Guide(self._tokenizer, ask.grammar, ask.sampling, ask.max_tokens)
        opening = guide.opening()
        segments = [tokenize(self._model, segment.pieces) for segment in ask.prompt]
        self._require_room(sum(map(len, segments)) + min(ask.max_tokens, ANSWER_ROOM))
        counts: Counter[str] = Counter()
        roles = [segment.role for segment in ask.prompt]
        sequence, position = self._open(segments[:-1], roles, counts)
        counts[roles[-1]] += len(segments[-1])
        counts["prompt"] = sum(map(len, segments))
        return _Active(index, guide, sequence, position, segments[-1] + opening, counts)

    def _open(self, segments: list[list[int]], roles: Sequence[str], counts: Counter[str]) -> tuple[int, int]:
        """A branch after `segments`, each decoded only if it is not kept: (sequence, next position)."""
        keys: list[Key] = []
        for tokens in segments:
            keys.append((keys[-1] if keys else ()) + tuple(tokens))
        kept = self._sequences.longest(keys)
        counts["kept"] = len(kept.tokens) if kept else 0
        for key, tokens, role in zip(keys, segments, roles, strict=False):
            if kept and len(key) <= len(kept.tokens):
                continue
            kept = self._keep(kept, key, tokens, counts)
            counts[role] += len(tokens)
        return self._sequences.branch(kept), len(kept.tokens) if kept else 0

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
        return self._sequences.keep(sequence, key)

    def _decode_pending(self, active: list[_Active]) -> None:
        """One decode for all active answers, then one sampled token (and what it forces) for each."""
        rows: list[tuple[int, int, int, bool]] = []
        last_rows: list[int] = []
        for one in active:
            rows += [(t, one.position + i, one.sequence, False) for i, t in enumerate(one.pending)]
            rows[-1] = (*rows[-1][:3], True)
            last_rows.append(len(rows) - 1)
        self._decode(rows, active[0].counts)
        for one, row in zip(active, last_rows, strict=True):
            one.position += len(one.pending)
            one.pending = one.guide.advance(self._model.logits(row))

    def _decode(self, rows: list[tuple[int, int, int, bool]], counts: Counter[str]) -> None:
        counts["decodes"] += 1
        while True:
            if self._stopped():
                raise Cancelled("stopped on request")
            try:
                return self._model.decode(rows)
            except DoesNotFit:
                if not self._sequences.drop_oldest():
                    raise

    def _require_room(self, tokens: int) -> None:
        if tokens > self._model.context_size:
            raise DoesNotFit(
                f"it needs {tokens} tokens and the model's context holds {self._model.context_size}"
            )


def _finish(one: _Active) -> RawAnswer:
    counts = one.counts + Counter(forced=one.guide.forced, sampled=one.guide.sampled)
    return RawAnswer(one.guide.text, tuple(one.guide.steps), _usage(counts, one.started))


def _usage(counts: Counter[str], started: float) -> Usage:
    return Usage(**counts, milliseconds=round((time.perf_counter() - started) * 1000))
