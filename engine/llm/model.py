"""A loaded GGUF model and its context: a thin, typed skin over the low-level llama_cpp API.

Flash attention and a q8_0 KV cache are always on: with them the logits of Q8_0 and Q4_1 weights do not
depend on batching, caching or threads, and those of K-quants only on the shape of each decode.
"""

import ctypes
import os
from collections.abc import Callable, Sequence

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from engine.llm.errors import Cancelled, DoesNotFit, EngineFailed, ModelUnusable
from engine.llm.messages import Settings

MICRO_BATCH = 256  # tokens in one compute step
MAX_SEQUENCES = 64
GGML_TYPE_Q8_0 = llama_cpp.GGML_TYPE_Q8_0
# Repacked K-quant kernels round differently for different batch shapes; these do not (measured).
SHAPE_INDEPENDENT = {llama_cpp.LLAMA_FTYPE_MOSTLY_Q8_0, llama_cpp.LLAMA_FTYPE_MOSTLY_Q4_1}


class Model:
    """One model, one context, `MAX_SEQUENCES` sequences over shared KV cells.

    `stopped` is asked after every node of the compute graph; when it says True, the running decode
    raises Cancelled.

    Raises:
        ModelUnusable: llama.cpp refuses the file, or memory for it can't be had.
    """

    def __init__(self, path: str, settings: Settings, stopped: Callable[[], bool]) -> None:
        self._log = _Log()
        llama_cpp.llama_backend_init()
        self._keep_alive = [
            llama_cpp.llama_progress_callback(lambda _progress, _data: not stopped()),
            llama_cpp.ggml_abort_callback(lambda _data: stopped()),
        ]
        self._model = self._load(path, settings.gpu_layers, stopped)
        self.vocab = llama_cpp.llama_model_get_vocab(self._model)
        self.vocabulary_size = llama_cpp.llama_vocab_n_tokens(self.vocab)
        self.trained_context = llama_cpp.llama_model_n_ctx_train(self._model)
        self.context_size = min(settings.context, self.trained_context or settings.context)
        self._context = self._open(settings.threads)
        self._memory = llama_cpp.llama_get_memory(self._context)
        self._batch = llama_cpp.llama_batch_init(self.context_size, 0, 1)

    def _load(self, path: str, gpu_layers: int, stopped: Callable[[], bool]) -> object:
        params = llama_cpp.llama_model_default_params()
        params.n_gpu_layers = gpu_layers
        params.progress_callback = self._keep_alive[0]
        model = llama_cpp.llama_model_load_from_file(os.fsencode(path), params)
        if not model and stopped():
            raise Cancelled("loading was stopped")
        if not model:
            raise ModelUnusable(f"llama.cpp can't load it ({self._log.last_error()})")
        return model

    def _open(self, threads: int) -> object:
        params = llama_cpp.llama_context_default_params()
        params.n_ctx = self.context_size
        params.n_batch = self.context_size
        params.n_ubatch = MICRO_BATCH
        params.n_seq_max = MAX_SEQUENCES
        params.n_threads = params.n_threads_batch = threads
        params.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_ENABLED
        params.type_k = params.type_v = GGML_TYPE_Q8_0
        params.kv_unified = True
        params.no_perf = True
        params.abort_callback = self._keep_alive[1]
        context = llama_cpp.llama_init_from_model(self._model, params)
        if not context:
            raise ModelUnusable(f"there is not enough memory to run it ({self._log.last_error()})")
        return context

    def meta(self, key: str) -> str:
        """A metadata value of the GGUF file, "" where it has none."""
        buffer = ctypes.create_string_buffer(1 << 20)
        length = llama_cpp.llama_model_meta_val_str(self._model, key.encode(), buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace") if length >= 0 else ""

    @property
    def version(self) -> str:
        return str(llama_cpp.llama_version().decode())

    @property
    def backend(self) -> str:
        """The instruction sets (and GPU backends) that llama.cpp computes with, as it names them."""
        described = llama_cpp.llama_print_system_info().decode()
        features = [
            part.split("=")[0].strip() for part in described.split("|") if part.strip().endswith("= 1")
        ]
        return ", ".join(features)

    @property
    def parameters(self) -> int:
        return int(llama_cpp.llama_model_n_params(self._model))

    @property
    def quantization(self) -> str:
        name = llama_cpp.llama_ftype_name(llama_cpp.llama_model_ftype(self._model))
        return name.decode() if name else "unknown"

    @property
    def shape_independent(self) -> bool:
        return llama_cpp.llama_model_ftype(self._model) in SHAPE_INDEPENDENT

    @property
    def chat_template(self) -> str | None:
        template = llama_cpp.llama_model_chat_template(self._model, None)
        return template.decode("utf-8", "replace") if template else None

    def token_text(self, token: int) -> str:
        """The vocabulary's text of a token, "" for none (-1)."""
        return llama_cpp.llama_vocab_get_text(self.vocab, token).decode() if token >= 0 else ""

    @property
    def bos(self) -> int:
        return int(llama_cpp.llama_vocab_bos(self.vocab))

    @property
    def adds_bos(self) -> bool:
        return bool(llama_cpp.llama_vocab_get_add_bos(self.vocab))

    @property
    def eos(self) -> int:
        return int(llama_cpp.llama_vocab_eos(self.vocab))

    def end_tokens(self) -> list[int]:
        """Every token that ends a turn."""
        return [t for t in range(self.vocabulary_size) if llama_cpp.llama_vocab_is_eog(self.vocab, t)]

    def is_special(self, token: int) -> bool:
        """Control and user-defined tokens: none of them may come out of a draft."""
        attributes = llama_cpp.llama_vocab_get_attr(self.vocab, token)
        special = llama_cpp.LLAMA_TOKEN_ATTR_CONTROL | llama_cpp.LLAMA_TOKEN_ATTR_USER_DEFINED
        return bool(attributes & special)

    def tokenize(self, text: str, *, parse_special: bool) -> list[int]:
        data = text.encode()
        tokens = (llama_cpp.llama_token * (len(data) + 8))()
        count = llama_cpp.llama_tokenize(
            self.vocab, data, len(data), tokens, len(tokens), False, parse_special
        )
        return list(tokens[:count])

    def piece(self, token: int) -> bytes:
        buffer = ctypes.create_string_buffer(512)
        length = llama_cpp.llama_token_to_piece(self.vocab, token, buffer, len(buffer), 0, True)
        return buffer.raw[:length]

    def copy(self, source: int, target: int) -> None:
        """Let sequence `target` begin with all of `source`; cells are shared, nothing is decoded."""
        llama_cpp.llama_memory_seq_cp(self._memory, source, target, -1, -1)

    def remove(self, sequence: int, start: int = -1) -> None:
        """Forget a sequence from position `start` on (-1: all of it)."""
        llama_cpp.llama_memory_seq_rm(self._memory, sequence, start, -1)

    def decode(self, rows: Sequence[tuple[int, int, int, bool]]) -> None:
        """Decode rows of (token, position, sequence, wants logits) in one call.

        Raises:
            Cancelled: the abort flag was up; the sequences named in `rows` are undefined afterwards.
            DoesNotFit: no free KV cells.
            EngineFailed: llama.cpp reports any other error.
        """
        if len(rows) > self.context_size:
            raise DoesNotFit(f"the model's context of {self.context_size} tokens is full")
        batch = self._batch
        batch.n_tokens = len(rows)
        for i, (token, position, sequence, wants_logits) in enumerate(rows):
            batch.token[i] = token
            batch.pos[i] = position
            batch.n_seq_id[i] = 1
            batch.seq_id[i][0] = sequence
            batch.logits[i] = wants_logits
        status = llama_cpp.llama_decode(self._context, batch)
        if status == 1:
            raise DoesNotFit(f"the model's context of {self.context_size} tokens is full")
        if status == 2:
            raise Cancelled("stopped on request")
        if status != 0:
            raise EngineFailed(f"llama.cpp could not decode (status {status}: {self._log.last_error()})")

    def logits(self, row: int) -> NDArray[np.float32]:
        """The logits of row `row` of the last decode, a view valid until the next: (vocabulary,)."""
        pointer = llama_cpp.llama_get_logits_ith(self._context, row)
        return np.ctypeslib.as_array(pointer, shape=(self.vocabulary_size,))


class _Log:
    """Keeps llama.cpp's log off the terminal and its last error line for messages."""

    def __init__(self) -> None:
        self._last = ""
        self._callback = llama_cpp.llama_log_callback(self._receive)
        llama_cpp.llama_log_set(self._callback, ctypes.c_void_p(0))

    def _receive(self, level: int, text: bytes, _data: object) -> None:
        if level == 4:  # GGML_LOG_LEVEL_ERROR
            self._last = text.decode("utf-8", "replace").strip() or self._last

    def last_error(self) -> str:
        return self._last or "no reason given"
