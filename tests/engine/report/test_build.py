"""A report from what was examined: offsets in the draft, counts, and what was left out."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from engine.bias.decide import decide
from engine.bias.examine import Examined
from engine.bias.outputs import AgentOutputs, BiasPass, BiasSpan, EvidenceItem, EvidenceOutput, Record, Span
from engine.bias.passes import aggregate
from engine.bias.preprocessing import preprocess
from engine.llm import Usage
from engine.report.build import build
from engine.report.schema import Manifest, Report, ReportFile
from engine.text import Document, Passage, read_bytes

# Bytes that cleaning changes: a soft hyphen, a decomposed accent, a doubled space, CR LF, a Markdown mark.
DRAFT = (
    "# Council votes\r\n\r\nThe vote was 5-4 on Tuesday.\r\n\r\n"
    "The reck\u00adless  *cafe\u0301* council rammed\r\nthrough a budget.\r\n\r\nThe mayor left early.\r\n"
)
QUOTES = ("reckless café", "rammed through")


def spans_in(value: object) -> Iterator[Span]:
    """Every span inside a record, at any depth."""
    if isinstance(value, Span):
        yield value
    if isinstance(value, Record):
        for name in type(value).model_fields:
            yield from spans_in(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from spans_in(item)


def examined(passage: Passage) -> Examined:
    """What agents say that find QUOTES in a passage, and nothing elsewhere."""
    found = [(passage.text.index(quote), quote) for quote in QUOTES if quote in passage.text]
    claim = "biased" if found else "neutral"
    measured = {"biased": 0.9 if found else 0.1, "neutral": 0.1 if found else 0.9}
    places = [{"start": start, "end": start + len(quote), "quote": quote} for start, quote in found]
    kind = {"type": "loaded_language", "meta": "biased_language", "confidence": 0.8}
    bias = BiasPass(
        claim=claim,
        measured=measured,
        score=measured["biased"],
        confidence=0.9,
        spans=tuple(BiasSpan.model_validate(place | kind) for place in places),
    )
    rated = {"kind": "loaded_term", "strength": "strong"}
    evidence = EvidenceOutput(
        claim=claim,
        said=claim,
        measured=measured,
        confidence=0.9,
        items=tuple(EvidenceItem.model_validate(place | rated) for place in places),
    )
    outputs = AgentOutputs(bias=aggregate([bias]), evidence=evidence, framing=None)
    return Examined(passage, outputs, decide(outputs, passage.text), Usage())


@pytest.fixture
def document() -> Document:
    return read_bytes(DRAFT.encode(), "draft.md")


@pytest.fixture
def manifest(report_file: ReportFile) -> Manifest:
    return report_file.report.manifest


def built(document: Document, manifest: Manifest, only: int | None = None) -> Report:
    draft = preprocess(document, "passage", lambda texts: [1] * len(texts), 100)
    return build(document, draft, manifest, [examined(passage) for passage in draft.passages[:only]])


def test_a_draft_is_biased_when_one_passage_is(document: Document, manifest: Manifest) -> None:
    report = built(document, manifest)
    assert report.verdict.model_dump() == {
        "verdict": "biased",
        "biased_passages": 1,
        "passages": 4,
        "biased_share": pytest.approx(8 / 20),
        "complete": True,
    }
    assert [passage.decision.verdict for passage in report.passages] == [
        "neutral",
        "neutral",
        "biased",
        "neutral",
    ]


def test_the_draft_is_named_by_its_bytes_and_counted(document: Document, manifest: Manifest) -> None:
    draft = built(document, manifest).draft
    assert (draft.sha256, draft.encoding) == (document.data_sha256, "utf-8")
    assert (draft.characters, draft.words, draft.sentences) == (len(DRAFT), 20, 4)
    assert draft.title == "Council votes"


def test_every_span_quotes_the_drafts_own_characters(document: Document, manifest: Manifest) -> None:
    report = built(document, manifest)
    spans = list(spans_in(report))
    assert {span.quote for span in spans} == {"reck\u00adless  *cafe\u0301", "rammed\r\nthrough"}
    assert len(spans) >= 3 * len(QUOTES)  # of the outputs, the arguments and the findings
    assert all(DRAFT[span.start : span.end] == span.quote for span in spans)


def test_passages_quote_the_draft_too_and_come_in_order(document: Document, manifest: Manifest) -> None:
    passages = built(document, manifest).passages
    assert [passage.index for passage in passages] == [0, 1, 2, 3]
    assert all(DRAFT[one.start : one.end] == one.text for one in passages)
    assert all(one.end <= other.start for one, other in pairwise(passages))


def test_what_was_left_out_makes_it_incomplete(document: Document, manifest: Manifest) -> None:
    verdict = built(document, manifest, only=2).verdict
    assert (verdict.verdict, verdict.passages, verdict.complete) == ("neutral", 2, False)
    nothing = built(document, manifest, only=0).verdict
    assert (nothing.passages, nothing.biased_share, nothing.complete) == (0, 0.0, False)
