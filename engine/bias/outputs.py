"""What the three agents say about one passage (section 3.2): plain data, no model, no decisions.

Offsets are half-open code-point ranges into the passage's text; the report moves them to the draft.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from knowledge import Severity

Claim = Literal["biased", "neutral", "uncertain"]
Strength = Literal["strong", "moderate", "weak"]
EvidenceKind = Literal["biased_phrase", "loaded_term", "unsupported_claim"]
MetaCategory = Literal["biased_language", "framing_bias", "unsupported_claims", "selective_presentation"]
Lean = Literal["left", "center", "right", "none"]

Probability = float  # in [0, 1]; the range is checked where a value enters from outside


class Record(BaseModel):
    """Immutable data that travels between the agents, the decision and the report."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Span(Record):
    """Verbatim words: `quote` stands at `start` to `end`."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)
    quote: str


class BiasSpan(Span):
    type: str  # a key of the 7-type taxonomy (Appendix B)
    meta: MetaCategory  # through the 35-entry mapping (Appendix B)
    confidence: Probability  # measured: the probability of `type` where it was chosen


class BiasPass(Record):
    """One self-consistency pass of the BiasAgent."""

    claim: Claim
    measured: dict[Claim, Probability]  # the model's distribution where it chose the claim
    score: Probability  # 0 neutral to 1 strongly biased
    confidence: Probability  # self-reported
    spans: tuple[BiasSpan, ...]


class BiasOutput(Record):
    """The BiasAgent: `passes` aggregated by majority vote (Wang et al. 2023)."""

    claim: Claim
    measured: dict[Claim, Probability]
    score: Probability
    confidence: Probability
    spans: tuple[BiasSpan, ...]
    passes: tuple[BiasPass, ...]
    counter: str | None = None


class LexiconMatch(Record):
    """A term of the bias lexicon, or one that the newsroom's house style rejects."""

    term: str
    category: str
    score: Probability
    severity: Severity  # by score, or by the house style
    alternative: str | None
    residual: bool  # slanted even after the replacement
    message: str | None = None  # the house style's


class EvidenceItem(Span):
    kind: EvidenceKind
    strength: Strength
    intensity: Probability = 0.0  # of the emotion keywords in and around it: ranks equals
    lexicon: LexiconMatch | None = None  # None: proposed by the model


class ProtectedTerm(Span):
    """Words that were proposed as evidence and discarded, because `term` is editorially neutral."""

    term: str
    domain: str


class QuotedTerm(Span):
    """A term of the lexicon in the words of a speaker whom the passage quotes: not held against it."""

    lexicon: LexiconMatch


class EvidenceOutput(Record):
    """`measured` and `confidence` are the model's, about what it `said`; the claim follows the evidence."""

    claim: Claim
    said: Claim
    measured: dict[Claim, Probability]
    confidence: Probability  # self-reported
    items: tuple[EvidenceItem, ...]
    discarded: tuple[ProtectedTerm, ...] = ()
    quoted: tuple[QuotedTerm, ...] = ()
    counter: str | None = None


class FramingSpan(Span):
    explanation: str


class FramingOutput(Record):
    claim: Claim
    measured: dict[Claim, Probability]
    confidence: Probability
    frame: str  # a key of the 12 framing types
    lean: Lean
    us_them: bool
    spans: tuple[FramingSpan, ...]
    counter: str | None = None


class WordRatio(Span):
    """How much likelier the model finds a word in slanted commentary than in a plain report: the sum over
    its tokens, the mean over the pairs of contexts, in nats."""

    ratio: float


class LikelihoodOutput(Record):
    """The reading by likelihood: no question, no generated word. `margin` is in nats; `measured` spreads it
    over the two claims, as a question's claim is measured."""

    claim: Claim
    measured: dict[Claim, Probability]
    confidence: Probability
    margin: float
    spans: tuple[WordRatio, ...]  # the strongest words with their neighbors, where bias is claimed
    words: tuple[WordRatio, ...]  # all of them, in the order of the text
    counter: str | None = None


class Speech(Span):
    """Words of a speaker whom the passage quotes, marks included; `speaker` as the draft names them."""

    speaker: str | None


class AgentOutputs(Record):
    """All that was asked of the model about one passage, and what the passage quotes. The secondary agents
    are None after the early exit (a neutral claim of the BiasAgent at confidence 0.96 or more), the reading
    by likelihood is None under the published policy."""

    bias: BiasOutput
    evidence: EvidenceOutput | None
    framing: FramingOutput | None
    likelihood: LikelihoodOutput | None = None
    speech: tuple[Speech, ...] = ()
    one_sided: bool = False  # the draft quotes several times, and nobody else
