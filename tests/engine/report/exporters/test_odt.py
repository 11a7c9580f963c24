"""The draft with OpenDocument annotations: on their words, and nothing else changed."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from engine.report.exporters import Unexportable
from engine.report.exporters.odt import to_odt
from tests.engine.report.exporters.commented import OFFICE, TEXT, odt_comments
from tests.engine.report.exporters.conftest import Checked
from tests.engine.report.exporters.making import ODT_QUOTES, unzipped, zipped

CONTENT = "content.xml"
SUMMARY = "Evenhand: early warning"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"


def test_every_annotation_stands_on_its_words(odt: Checked) -> None:
    comments = odt_comments(odt.export("odt"))
    assert sorted(words for _, _, words in comments) == sorted(ODT_QUOTES)
    by_words = {words: text for _, text, words in comments}
    findings = [one for passage in odt.file.report.passages for one in passage.findings]
    assert all(one.why in by_words[one.quote] for one in findings)
    assert {author for author, _, _ in comments} <= {
        "Evenhand, bias agent", "Evenhand, evidence agent", "Evenhand, framing agent",
    }  # fmt: skip


def test_nothing_but_annotations_and_the_summary_is_new(odt: Checked) -> None:
    before, after = unzipped(odt.data), unzipped(odt.export("odt"))
    assert list(after) == list(before)
    assert {name for name in before if before[name] != after[name]} == {CONTENT}
    root = etree.fromstring(after[CONTENT])
    _take_out_ours(root)
    assert etree.tostring(root, method="c14n") == etree.tostring(
        etree.fromstring(before[CONTENT]), method="c14n"
    )


def test_the_type_comes_first_and_is_not_packed(odt: Checked, plain: Checked) -> None:
    for data in (odt.export("odt"), plain.export("odt")):
        assert data[30:].startswith(b"mimetypeapplication/vnd.oasis.opendocument.text")


def test_the_summary_comes_last(odt: Checked) -> None:
    text = etree.fromstring(unzipped(odt.export("odt"))[CONTENT]).find(f".//{OFFICE}text")
    texts = ["".join(one.itertext()) for one in text]
    at = texts.index(SUMMARY)
    assert texts[at + 1].startswith("Early warning: ")
    assert texts[-1] == f"Report SHA-256: {odt.file.sha256}"


def test_a_new_document(plain: Checked) -> None:
    root = etree.fromstring(unzipped(plain.export("odt"))[CONTENT])
    title = root.find(f".//{TEXT}h")
    assert (title.text, title.get(f"{TEXT}style-name")) == (plain.draft.title, "Title")
    assert "hoard record profits" in {words for _, _, words in odt_comments(plain.export("odt"))}


@given(st.data())
def test_any_words_can_be_annotated(odt: Checked, data: st.DataObject) -> None:
    text = odt.draft.text
    block = data.draw(st.sampled_from(odt.draft.blocks))
    inside = [offset for offset in range(block.start, block.end) if not text[offset].isspace()]
    first, last = sorted(data.draw(st.tuples(st.sampled_from(inside), st.sampled_from(inside))))
    quote = text[first : last + 1]
    passage = odt.file.report.passages[odt.draft.blocks.index(block)]
    finding = next(one for one in odt.file.report.passages[1].findings)
    place = {"start": first, "end": last + 1, "quote": quote}
    passage = passage.model_copy(update={"findings": (finding.model_copy(update=place),)})
    report = odt.file.report.model_copy(update={"passages": (passage,)})
    exported = to_odt(odt.file.model_copy(update={"report": report}), odt.draft, odt.data)
    assert [words for _, _, words in odt_comments(exported)] == [quote]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda xml: xml.replace("<office:doc", "<!DOCTYPE x><office:doc", 1), "a document type"),
        (lambda xml: xml.replace("reckless", "careful", 1), "could not be found again"),
        (lambda xml: xml.replace("office:text>", "office:spreadsheet>"), "not a text"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_longer_that_draft(odt: Checked, change: object, message: str) -> None:
    parts = {name: text.decode() for name, text in unzipped(odt.data).items()}
    parts[CONTENT] = change(parts[CONTENT])  # type: ignore[operator]
    with pytest.raises(Unexportable, match=message):
        to_odt(odt.file, odt.draft, zipped(parts))


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_libreoffice_puts_annotations_on_the_same_words(odt: Checked, tmp_path: Path) -> None:
    path = tmp_path / "fees.odt"
    path.write_bytes(odt.export("odt"))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", "odt:writer8", "--outdir"]
    subprocess.run([*command, tmp_path / "out", path], check=True, capture_output=True, timeout=120)
    again = odt_comments((tmp_path / "out" / "fees.odt").read_bytes())
    assert sorted(one[2] for one in again) == sorted(ODT_QUOTES)


def _take_out_ours(root: etree._Element) -> None:
    for element in list(root.iter(f"{OFFICE}annotation", f"{OFFICE}annotation-end", f"{STYLE}style")):
        name = element.get(f"{OFFICE}name") or element.get(f"{STYLE}name")
        if name.startswith("evenhand-"):
            _remove(element)
    text = root.find(f".//{OFFICE}text")
    texts = ["".join(one.itertext()) for one in text]
    for paragraph in text[texts.index(SUMMARY) :]:
        text.remove(paragraph)


def _remove(element: etree._Element) -> None:
    """With the text after it left where it is."""
    parent, before = element.getparent(), element.getprevious()
    if element.tail:
        if before is None:
            parent.text = (parent.text or "") + element.tail
        else:
            before.tail = (before.tail or "") + element.tail
    parent.remove(element)
