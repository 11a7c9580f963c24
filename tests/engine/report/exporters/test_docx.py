"""The draft with Word comments: on their words, and nothing else changed."""

import shutil
import subprocess
from copy import deepcopy
from io import BytesIO
from pathlib import Path

import docx
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from engine.report.exporters import Unexportable
from engine.report.exporters.docx import to_docx
from engine.report.schema import ReportFile
from engine.text import read_bytes
from tests.engine.report.exporters.commented import W, word_comments
from tests.engine.report.exporters.conftest import Checked
from tests.engine.report.exporters.making import WORD, WORD_QUOTES, report_on, unzipped, zipped

DOCUMENT = "word/document.xml"
SUMMARY = "Evenhand: early warning"


def findings(file: ReportFile) -> list[tuple[str, str]]:
    return [(one.quote, one.why) for passage in file.report.passages for one in passage.findings]


def test_every_comment_stands_on_its_words(word: Checked) -> None:
    comments = word_comments(word.export("docx"))
    assert comments[0] == ("Desk", "Still Tuesday?", "vote on Tuesday")
    ours = comments[1:]
    assert len(ours) == len(WORD_QUOTES)
    assert sorted(words for _, _, words in ours) == sorted(WORD_QUOTES)
    by_words = {words: text for _, text, words in ours}
    assert all(why in by_words[quote] for quote, why in findings(word.file))


def test_a_comment_says_what_why_what_instead_and_who(plain: Checked) -> None:
    comments = word_comments(plain.export("docx"))
    author, text, words = next(one for one in comments if "Try instead" in one[1])
    assert author == "Evenhand, evidence agent"
    assert words == "hoard record profits"
    assert text.split("\n")[0] == "Biased language (loaded term), strong."
    assert "The lexicon lists “hoard”" in text
    assert "Try instead: “report record profits”" in text
    assert text.endswith("Evidence agent. Passage 2 looks slanted.")


def test_nothing_but_marks_and_the_summary_is_new_in_the_text(word: Checked) -> None:
    before = etree.fromstring(unzipped(word.data)[DOCUMENT])
    after = etree.fromstring(unzipped(word.export("docx"))[DOCUMENT])
    _take_out_summary(after)
    _take_out_marks(after)
    assert _joined_runs(after) == _joined_runs(before)


def test_the_other_parts_are_as_they_were(word: Checked) -> None:
    before, after = unzipped(word.data), unzipped(word.export("docx"))
    assert after.keys() == before.keys()
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {DOCUMENT, "word/comments.xml"}
    assert list(after) == list(before)


def test_the_summary_comes_last_before_the_page_setup(word: Checked) -> None:
    body = etree.fromstring(unzipped(word.export("docx"))[DOCUMENT])[0]
    texts = ["".join(one.itertext()) for one in body]
    at = texts.index(SUMMARY)
    assert body[at - 1].find(f".//{W}tab") is not None  # the draft's last paragraph
    assert texts[at + 1].startswith("Early warning: ")
    assert any(text.startswith("Passage 2 looks slanted. Path C") for text in texts[at:])
    assert texts[-2] == f"Report SHA-256: {word.file.sha256}"
    assert body[-1].tag == f"{W}sectPr"


def test_word_libraries_open_it(word: Checked, plain: Checked) -> None:
    opened = docx.Document(BytesIO(word.export("docx")))
    assert len(list(opened.comments)) == len(WORD_QUOTES) + 1
    assert {one.author for one in opened.comments} > {"Desk", "Evenhand, bias agent"}
    new = docx.Document(BytesIO(plain.export("docx")))
    assert new.paragraphs[0].style.name == "Title"
    assert new.paragraphs[0].text == plain.draft.title
    texts = [paragraph.text for paragraph in new.paragraphs]
    cleaned = [" ".join(part.split()) for part in plain.draft.text.split("\n\n")]
    assert [texts[2], texts[5]] == [cleaned[2], cleaned[5]]


def test_a_document_without_comments_gets_its_first(report_file: ReportFile) -> None:
    made = docx.Document()
    made.add_heading("Plan for the harbor", 0)
    made.add_paragraph("The disastrous plan was ").add_run("rammed through").bold = True
    buffer = BytesIO()
    made.save(buffer)
    data = buffer.getvalue()
    draft = read_bytes(data, "harbor.docx")
    file = report_on(draft, ["plan was rammed", "disastrous"], report_file)
    opened = docx.Document(BytesIO(to_docx(file, draft, data)))
    assert len(list(opened.comments)) == 2
    assert sorted(one[2] for one in word_comments(to_docx(file, draft, data))) == [
        "disastrous",
        "plan was rammed",
    ]
    paragraph = next(one for one in opened.paragraphs if "rammed" in one.text)
    assert "".join(run.text for run in paragraph.runs if run.bold) == "rammed through"


@given(st.data())
def test_any_words_can_be_commented(word: Checked, data: st.DataObject) -> None:
    """Every range of visible characters, wherever runs, insertions, links and fields begin and end."""
    text = word.draft.text
    block = data.draw(st.sampled_from(word.draft.blocks))
    inside = [offset for offset in range(block.start, block.end) if not text[offset].isspace()]
    first, last = sorted(data.draw(st.tuples(st.sampled_from(inside), st.sampled_from(inside))))
    quote = text[first : last + 1]
    passage = word.file.report.passages[word.draft.blocks.index(block)]
    finding = next(one for one in word.file.report.passages[1].findings)
    place = {"start": first, "end": last + 1, "quote": quote}
    passage = passage.model_copy(update={"findings": (finding.model_copy(update=place),)})
    report = word.file.report.model_copy(update={"passages": (passage,)})
    exported = to_docx(word.file.model_copy(update={"report": report}), word.draft, word.data)
    assert [words for _, _, words in word_comments(exported)][1:] == [quote]
    after = etree.fromstring(unzipped(exported)[DOCUMENT])
    _take_out_summary(after)
    _take_out_marks(after)
    assert _joined_runs(after) == _joined_runs(etree.fromstring(unzipped(word.data)[DOCUMENT]))


def test_another_prefix_for_words_names(word: Checked, report_file: ReportFile) -> None:
    parts = {name: text.decode() for name, text in unzipped(word.data).items()}
    parts[DOCUMENT] = parts[DOCUMENT].replace("w:", "ns0:").replace(":w=", ":ns0=")
    data = zipped(parts)
    draft = read_bytes(data, "fees.docx")
    file = report_on(draft, WORD_QUOTES, report_file)
    assert sorted(one[2] for one in word_comments(to_docx(file, draft, data))[1:]) == sorted(WORD_QUOTES)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda xml: xml.replace("<w:document", "<!DOCTYPE x><w:document", 1), "a document type"),
        (lambda xml: xml.replace("</w:body>", "", 1), "is damaged"),
        (lambda xml: xml.replace("reckless", "careful", 1), "could not be found again"),
        (lambda xml: xml.replace("w:body", "w:other"), "not a Word document"),
    ],
)
def test_a_file_that_is_no_longer_that_draft(word: Checked, change: object, message: str) -> None:
    parts = {name: text.decode() for name, text in unzipped(word.data).items()}
    parts[DOCUMENT] = change(parts[DOCUMENT])  # type: ignore[operator]
    with pytest.raises(Unexportable, match=message):
        to_docx(word.file, word.draft, zipped(parts))


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_libreoffice_puts_comments_on_the_same_words(word: Checked, tmp_path: Path) -> None:
    path = tmp_path / "fees.docx"
    path.write_bytes(word.export("docx"))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", "docx:MS Word 2007 XML", "--outdir"]
    subprocess.run([*command, tmp_path / "out", path], check=True, capture_output=True, timeout=120)
    again = word_comments((tmp_path / "out" / "fees.docx").read_bytes())
    assert sorted(one[2] for one in again) == sorted([*WORD_QUOTES, "vote on Tuesday"])


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_libreoffice_prints_the_draft_as_it_was(word: Checked, tmp_path: Path) -> None:
    """Line by line, tracked changes, table and footnote included; what is new stands below."""
    (tmp_path / "before.docx").write_bytes(word.data)
    (tmp_path / "after.docx").write_bytes(word.export("docx"))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", tmp_path]
    subprocess.run(
        [*command, tmp_path / "before.docx", tmp_path / "after.docx"],
        check=True,
        capture_output=True,
        timeout=240,
    )
    before, after = (_lines(tmp_path / f"{name}.pdf") for name in ("before", "after"))
    at = after.index(SUMMARY)
    assert len(before) >= 8
    assert after[:at] == before[:at]
    assert after[-len(before) + at :] == before[at:]  # the footnote, at the foot of the page


def _lines(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    try:
        text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
        return [line.strip() for line in text.splitlines() if line.strip()]
    finally:
        document.close()


def _take_out_summary(root: etree._Element) -> None:
    body = root[0]
    texts = ["".join(one.itertext()) for one in body]
    for paragraph in body[texts.index(SUMMARY) : -1]:
        body.remove(paragraph)


def _take_out_marks(root: etree._Element) -> None:
    """Those of the comments that were not there before, whose ids begin at 5."""
    for tag in ("commentRangeStart", "commentRangeEnd", "commentReference"):
        for mark in list(root.iter(f"{W}{tag}")):
            if int(mark.get(f"{W}id")) > 4:
                element = mark.getparent() if tag == "commentReference" else mark
                element.getparent().remove(element)


def _joined_runs(root: etree._Element) -> bytes:
    """The XML with neighboring runs of one formatting joined, and the texts in them: where a run was
    parted cannot be seen."""
    root = deepcopy(root)
    for run in list(root.iter(f"{W}r")):
        before = run.getprevious()
        if before is not None and before.tag == run.tag and _look(before) == _look(run):
            for child in run:
                if child.tag != f"{W}rPr":
                    before.append(child)
            run.getparent().remove(run)
            run = before
        for text in list(run.iter(f"{W}t")):
            text.attrib.pop("{http://www.w3.org/XML/1998/namespace}space", None)
            previous = text.getprevious()
            if previous is not None and previous.tag == text.tag:
                previous.text += text.text
                text.getparent().remove(text)
    return etree.tostring(root, method="c14n")


def _look(run: etree._Element) -> tuple[dict[str, str], bytes]:
    formatting = run.find(f"{{{WORD}}}rPr")
    return dict(run.attrib), b"" if formatting is None else etree.tostring(formatting, method="c14n")
