"""The report: what was read, what was found, how it was decided, and what would reproduce it.

`Report` is the canonical part: equal bytes for the same model, draft, settings and seed. What cannot
change the result (times, threads, host, paths) is `Circumstances`, beside it. All offsets are half-open
code-point ranges into the draft's decoded text.
"""

from typing import Literal

from engine.bias.calibration import Calibration
from engine.bias.decision import AgentName, Decision, Verdict
from engine.bias.outputs import AgentOutputs, MetaCategory, Probability, Record, Span, Strength
from knowledge import Severity
from knowledge.house_style import HouseStyle
from models.checkups import Checkup

SCHEMA_VERSION = 3


class ModelIdentity(Record):
    file: str  # name only, never a path
    sha256: str
    quantization: str
    name: str
    parameters: int


class Manifest(Record):
    """Everything that can change the result."""

    evenhand: str
    method: str
    knowledge: str  # hash of the knowledge data
    house_style: HouseStyle | None = None  # the newsroom's rules, merged over it
    model: ModelIdentity
    llama_cpp: str
    backend: str  # instruction sets: other hardware may round otherwise
    gpu_layers: int
    packages: dict[str, str]
    seed: int
    passes: int
    temperature: float  # 0: greedy
    granularity: Literal["sentence", "passage", "whole"]
    schedule: Literal["independent", "fixed"]
    context: int  # tokens
    cache: str  # the KV cache's type and attention, in words
    chat_template: Literal["model", "chatml"]
    policy: Literal["default", "published"]
    calibration: Calibration | None = None  # None: margins as they are


class DraftIdentity(Record):
    sha256: str  # of the file's bytes
    encoding: str
    characters: int
    words: int
    sentences: int
    title: str | None


class Finding(Span):
    """One highlighted phrase: what an agent holds against it, in words for a person."""

    agent: AgentName
    kind: MetaCategory
    type: str
    strength: Strength
    severity: Severity
    why: str
    alternative: str | None
    advice: str | None = None  # what to do where no other wording would help
    whose: str | None = None  # for the words of a speaker: whose they are, and whether they count


class PassageReport(Record):
    index: int
    start: int
    end: int
    text: str  # the draft's own characters from start to end
    outputs: AgentOutputs
    decision: Decision
    findings: tuple[Finding, ...]


class DraftVerdict(Record):
    """Biased when at least one passage is: bias in the last paragraph counts as much as in the first."""

    verdict: Verdict
    biased_passages: int
    passages: int  # examined
    biased_share: Probability  # of the examined words
    complete: bool  # False: stopped before the last passage


class Report(Record):
    schema_version: int = SCHEMA_VERSION
    manifest: Manifest
    draft: DraftIdentity
    verdict: DraftVerdict
    passages: tuple[PassageReport, ...]


class Circumstances(Record):
    """What cannot change the result."""

    draft_name: str
    created: str  # ISO 8601, UTC
    seconds: float
    threads: int
    batch_width: int
    host: str
    checkup: Checkup | None = None  # of the model on that machine
    usage: dict[str, int]  # token counts by kind, decodes, milliseconds
    remarks: tuple[str, ...] = ()  # what of the draft could not be read, or is not what the method is for


class ReportFile(Record):
    """What a .json report holds: `sha256` is over the canonical bytes of `report`."""

    report: Report
    sha256: str
    circumstances: Circumstances
