"""What client and worker say to each other: plain data, pickled over two one-way pipes."""

from dataclasses import dataclass
from typing import Literal

SegmentRole = Literal["prefix", "draft", "passage", "question"]


@dataclass(frozen=True)
class Piece:
    """A stretch of prompt. Special tokens count as such only in trusted text; a draft never is."""

    text: str
    trusted: bool


@dataclass(frozen=True)
class Segment:
    """Pieces that are decoded as one. All segments of a prompt but the last stay in memory to branch from."""

    role: SegmentRole
    pieces: tuple[Piece, ...]


Prompt = tuple[Segment, ...]


@dataclass(frozen=True)
class Sampling:
    """Greedy at temperature 0; else drawn from a PCG64 generator seeded by `entropy`."""

    temperature: float = 0.0
    entropy: int = 0


@dataclass(frozen=True)
class Ask:
    """A prompt whose answer must match a Lark grammar of at most `max_tokens` tokens.

    `offsets` are added to the logits of the tokens that begin these words where the answer begins: a
    calibrated choice decides how the answer goes on, while the probabilities recorded stay the model's.
    """

    prompt: Prompt
    grammar: str
    max_tokens: int
    sampling: Sampling = Sampling()
    offsets: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Step:
    """One sampled token: where in the answer (bytes) it began, and the probability of every token that
    the grammar allowed there, renormalized over them. Recorded where few were allowed."""

    start: int
    options: tuple[tuple[bytes, float], ...]


@dataclass(frozen=True)
class Usage:
    """Token counts by kind, decode calls and time.

    `prompt` tokens were either `kept` (served from memory) or decoded, by role of their segment. Answer
    tokens were `forced` by the grammar or `sampled`; those after which nothing is asked of the model are
    not decoded and not counted.
    """

    prompt: int = 0
    kept: int = 0
    prefix: int = 0
    draft: int = 0
    passage: int = 0
    question: int = 0
    forced: int = 0
    sampled: int = 0
    decodes: int = 0
    milliseconds: int = 0

    @property
    def decoded(self) -> int:
        """All positions that went through the model."""
        return self.prefix + self.draft + self.passage + self.question + self.forced + self.sampled

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(**{name: value + getattr(other, name) for name, value in vars(self).items()})


@dataclass(frozen=True)
class RawAnswer:
    text: bytes
    steps: tuple[Step, ...]
    usage: Usage


@dataclass(frozen=True)
class Scored:
    """Natural-log probability of each token of a text after a prompt, with the token's bytes."""

    tokens: tuple[bytes, ...]
    logprobs: tuple[float, ...]
    usage: Usage


@dataclass(frozen=True)
class Settings:
    """How to run a model. `width`: how many answers grow together in one decode (schedule-independent
    models only; others always run one at a time)."""

    context: int = 4096
    threads: int = 0  # 0: chosen from the machine
    gpu_layers: int = 0
    width: int = 4


@dataclass(frozen=True)
class ModelInfo:
    """What the worker knows of the loaded model."""

    name: str
    architecture: str
    quantization: str
    parameters: int
    context: int
    chat_template: str | None
    knows_chatml: bool
    bos: str
    adds_bos: bool
    eos: str
    schedule: Literal["independent", "fixed"]
    width: int
    threads: int
    llama_cpp: str
    backend: str


# Client to worker


@dataclass(frozen=True)
class Load:
    job: int
    path: str
    settings: Settings


@dataclass(frozen=True)
class AskAll:
    job: int
    asks: tuple[Ask, ...]


@dataclass(frozen=True)
class ScoreText:
    job: int
    prompt: Prompt
    text: str


@dataclass(frozen=True)
class CountTokens:
    job: int
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Cancel:
    job: int


# Worker to client


@dataclass(frozen=True)
class Answered:
    """The answer to ask `index` of a job; answers arrive in the order they finish."""

    job: int
    index: int
    answer: RawAnswer


@dataclass(frozen=True)
class Result:
    """The end of a job: ModelInfo of a load, Scored, token counts, or None after `Answered` messages."""

    job: int
    value: ModelInfo | Scored | tuple[int, ...] | None


@dataclass(frozen=True)
class Failure:
    """The end of a job that did not succeed."""

    job: int
    kind: Literal["unusable", "does_not_fit", "cancelled", "failed"]
    message: str


Job = Load | AskAll | ScoreText | CountTokens
Reply = Answered | Result | Failure
