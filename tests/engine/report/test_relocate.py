from engine.bias.decision import CitedEvidence
from engine.bias.outputs import AgentOutputs, Span
from engine.report.relocate import relocate
from engine.report.schema import ReportFile


def spans(value: object) -> list[Span]:
    found = [value] if isinstance(value, Span) else []
    if hasattr(value, "model_fields_set"):
        children = [getattr(value, name) for name in type(value).model_fields]  # type: ignore[attr-defined]
    else:
        children = list(value) if isinstance(value, tuple) else []
    return found + [span for child in children for span in spans(child)]


def test_spans_at_any_depth_quote_the_draft(report_file: ReportFile) -> None:
    passage = report_file.report.passages[1]
    local = relocate(
        passage.outputs, lambda start, end: (start - passage.start, end - passage.start), passage.text
    )
    draft = f"\r\n\r\n{passage.text}"
    moved = relocate(local, lambda start, end: (start + 4, end + 4), draft)
    assert isinstance(moved, AgentOutputs)
    assert len(spans(moved)) == len(spans(local)) == 9  # the bias spans count twice: aggregate and pass
    assert all(span.quote == draft[span.start : span.end] for span in spans(moved))
    assert moved.bias.spans[0].type == local.bias.spans[0].type
    assert moved.evidence and moved.evidence.items[0].lexicon == local.evidence.items[0].lexicon  # type: ignore[union-attr]


def test_the_quote_becomes_the_drafts_own_characters() -> None:
    cleaned = Span(start=0, end=7, quote="“a b c”")
    moved = relocate(cleaned, lambda start, end: (start, end + 2), '"a  b  c" and so on')
    assert moved == Span(start=0, end=9, quote='"a  b  c"')


def test_evidence_that_was_not_found_keeps_its_words() -> None:
    missing = CitedEvidence(start=40, end=50, quote="fat cats", match="none", overlap=0.1, strength="weak")

    def locate(start: int, end: int) -> tuple[int, int]:
        raise AssertionError("it stands nowhere")

    moved = relocate(missing, locate, "a short text")
    assert (moved.start, moved.end, moved.quote) == (0, 0, "fat cats")
