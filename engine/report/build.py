"""From what was examined to the report, with every offset moved to the draft."""

from collections.abc import Sequence

from engine.bias.examine import Examined
from engine.bias.policy import Policy
from engine.bias.preprocessing import Preprocessed
from engine.report.findings import findings
from engine.report.relocate import relocate
from engine.report.schema import DraftIdentity, DraftVerdict, Manifest, PassageReport, Report
from engine.text import Document


def build(
    document: Document, draft: Preprocessed, manifest: Manifest, examined: Sequence[Examined]
) -> Report:
    """The canonical report of a draft; not complete where passages were left out."""
    passages = tuple(passage_report(one, document, manifest.policy) for one in examined)
    biased = [one for one in examined if one.decision.verdict == "biased"]
    words = sum(_words(one) for one in examined)
    return Report(
        manifest=manifest,
        draft=DraftIdentity(
            sha256=document.data_sha256,
            encoding=document.encoding,
            characters=len(document.text),
            words=draft.words,
            sentences=draft.sentences,
            title=draft.title,
        ),
        verdict=DraftVerdict(
            verdict="biased" if biased else "neutral",
            biased_passages=len(biased),
            passages=len(passages),
            biased_share=sum(_words(one) for one in biased) / words if words else 0.0,
            complete=len(examined) == len(draft.passages),
        ),
        passages=passages,
    )


def passage_report(one: Examined, document: Document, policy: Policy) -> PassageReport:
    """What the report has of one passage, with offsets into the draft's text."""
    passage = one.passage
    record = PassageReport(
        index=passage.index,
        start=passage.start,
        end=passage.end,
        text=document.text[passage.start : passage.end],
        outputs=one.outputs,
        decision=one.decision,
        findings=findings(one.outputs, one.decision, policy),
    )
    return relocate(record, passage.locate, document.text)


def _words(one: Examined) -> int:
    return len(one.passage.text.split())
