"""The PDF, read back with a reader of another make."""

import pypdfium2
import pytest

from engine.report import words
from engine.report.exporters.pdf import to_pdf
from engine.report.exporters.typefaces import MISSING
from engine.report.schema import PassageReport
from tests.engine.report.exporters.conftest import Checked


def pages(data: bytes) -> list[str]:
    opened = pypdfium2.PdfDocument(data)
    try:
        return [page.get_textpage().get_text_bounded() for page in opened]
    finally:
        opened.close()


def flat(text: str) -> str:
    return " ".join(text.split())


def with_text(checked: Checked, text: str, **update: object) -> bytes:
    """The PDF of a report on one slanted passage that is all of the draft."""
    passage = checked.file.report.passages[1]
    one = {"index": 0, "start": 0, "end": len(text), "text": text, "findings": (), **update}
    report = checked.file.report.model_copy(update={"passages": (passage.model_copy(update=one),)})
    return to_pdf(checked.file.model_copy(update={"report": report}), text)


def test_all_that_the_page_says_is_there(plain: Checked) -> None:
    text = flat(" ".join(pages(plain.export("pdf"))))
    assert words.headline(plain.file.report) in text
    assert words.CAVEAT in text
    assert "The city council will vote on Tuesday" in text
    assert "Additional reporting: desk." in text
    assert "Try instead: “report record profits”" in text
    assert "The lexicon lists “hoard” under" in text
    assert "For a person to look at: the agents disagree." in text
    assert f"Report SHA-256 {plain.file.sha256}" in text
    assert f"{MISSING} stands for a sign that this typeface lacks." in text


def test_pages_are_numbered_and_named(plain: Checked) -> None:
    for number, page in enumerate(pages(plain.export("pdf")), start=1):
        assert "Evenhand early warning · parking-fees.txt" in page
        assert str(number) in page.split()


def test_nothing_is_dated_and_nothing_compressed(plain: Checked) -> None:
    data = plain.export("pdf")
    assert data.startswith(b"%PDF-")
    assert b"/CreationDate (D:20000101000000+00'00')" in data
    assert b"FlateDecode" not in data
    assert b"/FontFile2" in data


def test_no_action_no_link_no_file(plain: Checked) -> None:
    data = plain.export("pdf")
    for word in (b"/URI", b"/JavaScript", b"/Launch", b"/EmbeddedFile", b"/OpenAction", b"/GoToR"):
        assert word not in data


def test_a_long_passage_goes_on_from_page_to_page(plain: Checked) -> None:
    text = " ".join(f"word{number}" for number in range(3000))
    found = pages(with_text(plain, text))
    assert len(found) > 4
    read = flat(" ".join(found))
    assert all(f"word{number}" in read for number in (0, 999, 2999))


def test_a_word_wider_than_the_page_is_broken(plain: Checked) -> None:
    found = "".join(pages(with_text(plain, "x" * 5000)))
    assert found.count("x") >= 5000


def test_letters_of_other_alphabets_and_those_that_are_missing(plain: Checked) -> None:
    found = flat(
        " ".join(pages(with_text(plain, "Żółć Ελλάδα Україна e\u0301 well\u2011kept 漢 \U0001f697 end")))
    )
    assert f"Żółć Ελλάδα Україна é well-kept {MISSING} {MISSING} end" in found


@pytest.mark.parametrize("length", [600, 20_000])
def test_long_quotes_and_counters_fit(plain: Checked, length: int) -> None:
    passage: PassageReport = plain.file.report.passages[1]
    cited = (
        passage.decision.arguments[0]
        .evidence[0]
        .model_copy(update={"quote": "very long words " * (length // 10)})
    )
    held = passage.decision.arguments[0].model_copy(
        update={"evidence": (cited,) * 5, "rejected": (cited,) * 40, "counter": "y" * length}
    )
    decision = passage.decision.model_copy(update={"arguments": (held, *passage.decision.arguments[1:])})
    found = " ".join(pages(with_text(plain, "A passage.", decision=decision)))
    assert "very long words" in found
    assert "How this report was made" in found


def test_a_stopped_check_says_so(plain: Checked) -> None:
    report = plain.file.report
    verdict = report.verdict.model_copy(update={"complete": False, "passages": 2})
    partial = report.model_copy(update={"passages": report.passages[:2], "verdict": verdict})
    text = flat(" ".join(pages(to_pdf(plain.file.model_copy(update={"report": partial}), plain.draft.text))))
    assert "The check was stopped here. What follows was not examined. What they say" in text
