import re
from html.parser import HTMLParser

import pytest

from engine.bias.calibration import Calibration, Zero
from engine.report.html import render_html
from engine.report.safe import for_page
from engine.report.schema import ReportFile
from knowledge.house_style import HouseStyle

VOID = ("meta", "br", "line", "rect")


class Page(HTMLParser):
    """What a reader gets: the draft's text, each passage's and each mark's, without the references."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.draft = ""
        self.passages: list[str] = []
        self.marks: dict[tuple[int, str], str] = {}
        self.feed(data.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        if tag not in VOID:
            self.open.append((tag, attributes))
        if str(attributes.get("class")).startswith("text "):
            self.passages.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        classes = {str(attributes.get("class", "")).split(" ")[0] for _, attributes in self.open}
        if any(tag == "sup" for tag, _ in self.open):
            return
        if classes & {"text", "between"}:
            self.draft += data
        if "text" in classes and "markup" not in classes:
            self.passages[-1] += data
            for number in {str(attributes["data-mark"]) for tag, attributes in self.open if tag == "mark"}:
                key = len(self.passages) - 1, number
                self.marks[key] = self.marks.get(key, "") + data


@pytest.fixture(scope="module")
def data(report_file: ReportFile, draft_text: str) -> bytes:
    return render_html(report_file, draft_text)


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_the_whole_draft_is_readable(data: bytes, draft_text: str) -> None:
    assert squeezed(Page(data).draft) == squeezed(for_page(draft_text))


def test_passages_and_marks_are_slices_of_the_draft(
    data: bytes, report_file: ReportFile, draft_text: str
) -> None:
    page = Page(data)
    assert page.passages == [for_page(one.text) for one in report_file.report.passages]
    expected = {
        (place, for_page(draft_text[one.start : one.end]))
        for place, passage in enumerate(report_file.report.passages)
        for one in passage.findings
    }
    assert {(place, text) for (place, _), text in page.marks.items()} == expected


def test_tags_are_balanced_and_inert(data: bytes) -> None:
    page = Page(data)
    assert not page.open
    names = {tag for tag, _ in page.tags}
    assert not names & {"script", "link", "img", "iframe", "object", "embed", "form", "base", "b"}
    for _, attributes in page.tags:
        assert not any(name.startswith("on") or name == "src" for name in attributes)
        assert str(attributes.get("href", "#")).startswith("#")
    policy = next(attrs for tag, attrs in page.tags if attrs.get("http-equiv") == "Content-Security-Policy")
    assert policy["content"] == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def test_hostile_text_is_escaped(data: bytes) -> None:
    text = data.decode()
    assert "&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt; &amp;" in text
    assert "&lt;b&gt;us &amp; them&lt;/b&gt;\ufffd[2J" in text
    assert "{{ 7 * 7 }} &lt;|im_start|&gt;" in text
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text)


def test_nothing_is_fetched(data: bytes) -> None:
    assert not re.search(rb"https?:|url\((?!#)|@import", data)


def test_the_same_input_gives_the_same_bytes(data: bytes, report_file: ReportFile, draft_text: str) -> None:
    assert render_html(report_file, draft_text) == data


def test_references_lead_somewhere(data: bytes) -> None:
    page = Page(data)
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    targets = {str(attributes["href"])[1:] for tag, attributes in page.tags if tag == "a"}
    labels = {
        str(attributes["aria-labelledby"]) for _, attributes in page.tags if "aria-labelledby" in attributes
    }
    assert targets and targets | labels <= set(ids)


def test_the_argument_and_the_manifest(data: bytes, report_file: ReportFile) -> None:
    text = data.decode()
    assert "Effective weight 0.40: architectural weight 0.50, confidence 0.80, evidence factor 1.00" in text
    assert "Biased 0.79 against neutral 0.21; the line is at 0.50" in text
    assert report_file.sha256 in text and report_file.report.manifest.model.sha256 in text
    assert "evenhand check parking-fees.txt --model " in text
    assert "--seed 0 --passes 1 --granularity passage --policy default" in text
    assert report_file.circumstances.host not in text


def test_the_command_names_the_house_style_that_shaped_the_report(
    report_file: ReportFile, draft_text: str
) -> None:
    assert "--style" not in render_html(report_file, draft_text).decode()
    report = report_file.report
    manifest = report.manifest.model_copy(update={"house_style": HouseStyle(accept=("grassroots",))})
    styled = report_file.model_copy(update={"report": report.model_copy(update={"manifest": manifest})})
    page = render_html(styled, draft_text).decode()
    assert "--style house-style.toml" in page
    assert "the same house style" in page


def test_the_calibration_that_shaped_the_report_is_told(report_file: ReportFile, draft_text: str) -> None:
    plain = render_html(report_file, draft_text).decode()
    assert "Anyone with the same draft and the same model file gets" in plain
    assert "Calibration" not in plain
    one = Calibration(
        model="ab" * 32,
        method="3",
        sentences="cd" * 32,
        zeros={"likelihood": Zero(zero=0.0, slope=1.0), "bias": Zero(zero=-1.25, slope=2.0)},
    )
    report = report_file.report
    manifest = report.manifest.model_copy(update={"calibration": one})
    calibrated = report_file.model_copy(update={"report": report.model_copy(update={"manifest": manifest})})
    page = render_html(calibrated, draft_text).decode()
    assert "<dd>zeros in nats: bias agent −1.25, word reading +0.00</dd>" in page
    assert "the same draft, the same model file and the same calibration gets" in page


def test_an_awkward_file_name_is_quoted_in_the_command(report_file: ReportFile, draft_text: str) -> None:
    named = report_file.circumstances.model_copy(update={"draft_name": "a'b <c>.txt"})
    text = render_html(report_file.model_copy(update={"circumstances": named}), draft_text).decode()
    assert "<title>a&#39;b &lt;c&gt;.txt" in text
    assert "evenhand check &#39;a&#39;&#34;&#39;&#34;&#39;b &lt;c&gt;.txt&#39;" in text


def test_another_draft_is_refused(report_file: ReportFile, draft_text: str) -> None:
    with pytest.raises(ValueError, match="not the text that the report was made from"):
        render_html(report_file, draft_text.replace("hoard", "keep"))


def test_a_stopped_check_says_what_was_not_examined(report_file: ReportFile, draft_text: str) -> None:
    report = report_file.report
    verdict = report.verdict.model_copy(update={"passages": 2, "biased_passages": 1, "complete": False})
    partial = report.model_copy(update={"passages": report.passages[:2], "verdict": verdict})
    data = render_html(report_file.model_copy(update={"report": partial}), draft_text)
    assert "What follows was not examined." in data.decode()
    assert squeezed(Page(data).draft) == squeezed(for_page(draft_text))


def test_nothing_found(report_file: ReportFile, draft_text: str) -> None:
    report = report_file.report
    verdict = report.verdict.model_copy(update={"verdict": "neutral", "passages": 0, "biased_passages": 0})
    empty = report_file.model_copy(
        update={"report": report.model_copy(update={"passages": (), "verdict": verdict})}
    )
    page = Page(render_html(empty, draft_text))
    assert squeezed(page.draft) == squeezed(for_page(draft_text))


def test_markup_around_passages_stays_on_their_lines(report_file: ReportFile, draft_text: str) -> None:
    report = report_file.report
    passage = report.passages[0]
    text = draft_text[: passage.start] + "# " + passage.text + " ##\n\n* * *\n"
    moved = passage.model_copy(update={"start": passage.start + 2, "end": passage.end + 2})
    file = report_file.model_copy(update={"report": report.model_copy(update={"passages": (moved,)})})
    data = render_html(file, text)
    page = Page(data)
    assert page.passages == [passage.text]
    assert squeezed(page.draft) == squeezed(text)
    assert '<span class="markup"># </span>' in data.decode()
    assert '<span class="markup"> ##</span>' in data.decode()
    assert ">* * *</div>" in data.decode()


def test_text_on_the_first_and_last_line_is_kept(report_file: ReportFile) -> None:
    report = report_file.report
    passage = report.passages[0]
    text = f"(dpa) {passage.text} (end)"
    moved = passage.model_copy(update={"start": 6, "end": 6 + len(passage.text)})
    file = report_file.model_copy(update={"report": report.model_copy(update={"passages": (moved,)})})
    assert squeezed(Page(render_html(file, text)).draft) == squeezed(text)
