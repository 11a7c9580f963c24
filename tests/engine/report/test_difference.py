from typing import TypeVar

from engine.bias.outputs import Record
from engine.report.difference import LIMIT, differences
from engine.report.schema import Report, ReportFile

R = TypeVar("R", bound=Record)


def changed(record: R, path: str, value: object) -> R:
    """A copy with the value at a dotted path replaced; numbers index tuples."""
    name, _, rest = path.partition(".")
    inner: object = getattr(record, name)
    if rest and isinstance(inner, tuple):
        index, _, below = rest.partition(".")
        items = list(inner)
        items[int(index)] = changed(items[int(index)], below, value)
        return record.model_copy(update={name: tuple(items)})
    if rest:
        assert isinstance(inner, Record)
        value = changed(inner, rest, value)
    return record.model_copy(update={name: value})


def one(report: Report, path: str, value: object) -> str:
    (sentence,) = differences(report, changed(report, path, value))
    return sentence


def test_equal_reports_do_not_differ(report_file: ReportFile) -> None:
    assert differences(report_file.report, report_file.report) == ()


def test_what_the_canonical_bytes_do_not_show_is_no_difference(report_file: ReportFile) -> None:
    report = report_file.report
    assert differences(report, changed(report, "passages.1.outputs.bias.score", 0.62000004)) == ()


def test_places_and_values_are_in_words(report_file: ReportFile) -> None:
    report = report_file.report
    assert one(report, "passages.1.outputs.evidence.confidence", 0.69) == (
        "passage 2, evidence agent, confidence: 0.71 became 0.69"
    )
    assert one(report, "passages.1.decision.arguments.2.claim", "biased") == (
        'passage 2, argument of the framing agent, claim: "neutral" became "biased"'
    )
    assert one(report, "manifest.model.sha256", "00") == (
        f'manifest, model, SHA-256: "{report.manifest.model.sha256[:59]}…" became "00"'
    )
    assert one(report, "passages.1.outputs.bias.spans", ()) == "passage 2, bias agent, spans: 3 became 0"
    assert one(report, "passages.1.decision.debate", None) == "passage 2, debate: something became nothing"
    assert one(report, "verdict.complete", False) == "verdict, complete: yes became no"


def test_close_numbers_are_told_apart(report_file: ReportFile) -> None:
    assert one(report_file.report, "passages.1.outputs.evidence.confidence", 0.7103).endswith(
        "confidence: 0.7100 became 0.7103"
    )


def test_entries_of_a_mapping(report_file: ReportFile) -> None:
    report = report_file.report
    newer = changed(report, "manifest.packages", {**report.manifest.packages, "numpy": "2.5.0"})
    assert differences(report, newer) == ('manifest, packages, numpy: "2.4.0" became "2.5.0"',)


def test_the_manifest_comes_first_and_the_list_ends(report_file: ReportFile) -> None:
    report = changed(report_file.report, "manifest.seed", 1)
    for index in range(4):
        for name in ("start", "end", "index"):
            report = changed(report, f"passages.{index}.{name}", 99)
        for name in ("bias", "evidence", "framing", "overall", "routing", "agreement_factor"):
            report = changed(report, f"passages.{index}.decision.scorecard.{name}", 0.99)
    found = differences(report_file.report, report)
    assert len(found) == LIMIT
    assert found[0] == "manifest, seed: 0 became 1"
    assert found[-1].startswith("and more")
