import json
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.report.canonical import UnreadableReport, canonical_bytes, from_json, seal, sha256, to_json
from engine.report.schema import Report, ReportFile


def with_temperature(report: Report, value: float) -> Report:
    return report.model_copy(update={"manifest": report.manifest.model_copy(update={"temperature": value})})


def test_form(report_file: ReportFile) -> None:
    data = canonical_bytes(report_file.report)
    text = data.decode()
    assert text.endswith("}\n") and text.count("\n") == 1
    assert '"agreement_factor":1.000000' in text and '"seed":0,' in text
    assert "\U0001f697" in text
    assert list(json.loads(text)) == sorted(json.loads(text))


def test_equal_reports_have_equal_bytes_whatever_the_order_of_keys(report_file: ReportFile) -> None:
    report = report_file.report
    packages = dict(reversed(report.manifest.packages.items()))
    turned = report.model_copy(update={"manifest": report.manifest.model_copy(update={"packages": packages})})
    assert canonical_bytes(turned) == canonical_bytes(report)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.000000"),
        (-0.0, "0.000000"),
        (-1e-9, "0.000000"),
        (1e-5, "0.000010"),
        (0.5000005, "0.500000"),
        (1e16, "10000000000000000.000000"),
        (1 / 3, "0.333333"),
    ],
)
def test_numbers(report_file: ReportFile, value: float, text: str) -> None:
    data = canonical_bytes(with_temperature(report_file.report, value))
    assert f'"temperature":{text}}}'.encode() in data


def test_numbers_that_are_not_finite_are_refused(report_file: ReportFile) -> None:
    with pytest.raises(ValueError, match="inf"):
        canonical_bytes(with_temperature(report_file.report, float("inf")))


@settings(max_examples=25)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_rounding_is_settled_after_once(report_file: ReportFile, value: float) -> None:
    report = with_temperature(report_file.report, value)
    file = seal(report, report_file.circumstances)
    assert canonical_bytes(file.report) == canonical_bytes(report)
    assert from_json(to_json(file)) == file


def test_text_is_left_as_it_is(report_file: ReportFile) -> None:
    decomposed = unicodedata.normalize("NFD", "café")
    draft = report_file.report.draft.model_copy(update={"title": decomposed})
    file = seal(report_file.report.model_copy(update={"draft": draft}), report_file.circumstances)
    assert from_json(to_json(file)).report.draft.title == decomposed


def test_round_trip(report_file: ReportFile) -> None:
    again = from_json(to_json(report_file))
    assert again == report_file
    assert canonical_bytes(again.report) == canonical_bytes(report_file.report)
    assert to_json(again) == to_json(report_file)
    assert sha256(again.report) == report_file.sha256


def test_seal_rounds_what_it_keeps(report_file: ReportFile) -> None:
    file = seal(with_temperature(report_file.report, 1 / 3), report_file.circumstances)
    assert file.report.manifest.temperature == 0.333333


def test_circumstances_do_not_change_the_hash(report_file: ReportFile) -> None:
    elsewhere = report_file.circumstances.model_copy(update={"host": "other", "seconds": 1.0})
    assert seal(report_file.report, elsewhere).sha256 == report_file.sha256


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"verdict": "biased"', b'"verdict": "neutral"'),
        (b'"seed": 0', b'"seed": 1'),
        (b'"temperature": 0.000000', b'"temperature": 0.000001'),
        (b'"temperature": 0.000000', b'"temperature": 1e999'),
        (b"hoard record", b"keep record"),
    ],
)
def test_tampering_is_detected(report_file: ReportFile, old: bytes, new: bytes) -> None:
    data = to_json(report_file)
    assert old in data
    with pytest.raises(UnreadableReport, match="has been changed since it was written"):
        from_json(data.replace(old, new, 1))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not valid JSON"),
        (b"\xff\xfe\x00", "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b"[1, 2]", "not an Evenhand report"),
        (b'{"report": {}}', "not an Evenhand report"),
        (b'{"report": {"schema_version": 7}}', "schema version 7"),
        (b'{"report": {"schema_version": 3}, "sha256": "", "circumstances": {}}', "incomplete or damaged"),
    ],
)
def test_what_is_not_a_report(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableReport, match=message):
        from_json(data)


def test_an_infinite_constant_is_not_json(report_file: ReportFile) -> None:
    data = to_json(report_file).replace(b'"temperature": 0.000000', b'"temperature": NaN')
    with pytest.raises(UnreadableReport, match="not valid JSON"):
        from_json(data)
