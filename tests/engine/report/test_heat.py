"""The word heat: the passage with the reading by likelihood on its words, in numbers and in colors."""

import re
from collections.abc import Mapping
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bias import constants
from engine.report import tokens
from engine.report.heat import NAMED, STRONGEST, heat, share
from engine.report.html import render_html
from engine.report.relocate import relocate
from engine.report.safe import for_page
from engine.report.schema import ReportFile
from tests.engine.report.conftest import DRAFT, HOSTILE, SLANTED, likelihood_output
from tests.engine.report.test_tokens import contrast


class Words(HTMLParser):
    """What stands in each heat: its whole text, and its words with the attributes that they have."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.words: list[list[tuple[str, dict[str, str | None]]]] = []
        self._inside = False
        self._word: dict[str, str | None] | None = None
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if dict(attrs).get("class") == "words":
            self._inside = True
            self.texts.append("")
            self.words.append([])
        elif self._inside:
            assert tag == "span"
            self._word = dict(attrs)

    def handle_endtag(self, tag: str) -> None:
        self._word = None
        self._inside &= tag != "p"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts[-1] += data
            if self._word:
                self.words[-1].append((data, self._word))


@pytest.fixture(scope="module")
def page(heard_file: ReportFile) -> bytes:
    return render_html(heard_file, DRAFT)


def test_every_passage_that_was_read_shows_its_words_once(page: bytes) -> None:
    assert Words(page).texts == [for_page(SLANTED), for_page(HOSTILE)]
    assert page.count(b"<summary>Words by likelihood</summary>") == 2


def test_a_report_without_the_reading_shows_no_heat(report_file: ReportFile) -> None:
    assert Words(render_html(report_file, DRAFT)).texts == []
    assert heat(report_file.report.passages[0]) is None


def test_each_word_tells_its_number_and_side(page: bytes) -> None:
    slanted = dict(Words(page).words[0])
    assert slanted["hoard"] == {"class": "commentary", "style": "--share: 50.00%", "title": "+2.90"}
    assert slanted["system"] == {"class": "report", "style": "--share: 15.00%", "title": "−0.60"}
    assert slanted["ordinary"]["title"] == "+0.10"
    assert len(Words(page).words[0]) == len(re.findall(r"\w+", SLANTED))


def test_the_strongest_words_are_told_without_color_too(page: bytes) -> None:
    text = re.sub(r"<[^>]+>", "", page.decode())
    assert "Most like commentary: hoard +2.90, rigged +1.40, shielded +0.80\n" in text
    assert "Most like a report: While −1.30, system −0.60\n" in text
    assert "The reading of the whole passage: +1.83." in text


def test_a_hostile_passage_stays_text(page: bytes) -> None:
    assert dict(Words(page).words[1])["alert"]["title"] == "+0.90"
    assert b"<script" not in page
    assert not re.search(rb'style="(?!--share: \d+\.\d\d%"|flex-grow: \d+")', page)


def test_a_speakers_words_are_said_not_to_count(heard_file: ReportFile) -> None:
    note = "A speaker’s words are shown and do not count."
    report = heard_file.report
    flagged = report.passages[3]
    read = likelihood_output(flagged.text, {}, ())
    outputs = flagged.outputs.model_copy(update={"likelihood": read})
    passages = (*report.passages[:3], flagged.model_copy(update={"outputs": outputs}))
    quoting = heard_file.model_copy(update={"report": report.model_copy(update={"passages": passages})})
    assert note not in render_html(heard_file, DRAFT).decode()
    assert render_html(quoting, DRAFT).decode().count(note) == 1


def test_four_voices_stand_in_pairs(page: bytes, report_file: ReportFile) -> None:
    assert page.count(b'<div class="voices paired">') == 2
    assert b'<div class="voices paired">' not in render_html(report_file, DRAFT)


def test_pieces_add_up_to_the_passage(heard_file: ReportFile) -> None:
    for passage in heard_file.report.passages[1:3]:
        found = heat(passage)
        assert found and "".join(piece.text for piece in found.pieces) == passage.text
        assert len(found.commentary) <= NAMED and len(found.report) <= NAMED
        named = (*found.commentary, *found.report)
        assert all(abs(word.ratio) >= constants.CHANNEL_NEIGHBOR for word in named)


def test_words_move_to_their_place_in_the_draft() -> None:
    here = likelihood_output(SLANTED, {}, ("hoard record profits",))
    start = DRAFT.index(SLANTED)
    local = relocate(here, lambda first, last: (first - start, last - start), SLANTED)
    moved = relocate(local, lambda first, last: (first + start, last + start), DRAFT)
    assert moved == here
    assert all(DRAFT[word.start : word.end] == word.quote for word in (*moved.words, *moved.spans))
    assert [word.start + start for word in local.words] == [word.start for word in moved.words]


@given(st.floats(-50, 50))
def test_a_color_is_never_stronger_than_the_strongest(ratio: float) -> None:
    assert 0.0 <= share(ratio) <= STRONGEST
    assert share(ratio) == share(-ratio)


def mixed(color: str, ground: str, part: float) -> str:
    channels = [(int(color[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(part * over + (1 - part) * under):02x}" for over, under in channels)


@pytest.mark.parametrize("theme", [tokens.LIGHT, tokens.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("color", ["biased_language", "framing_bias"])
def test_words_stay_readable_on_the_hottest_ground(theme: Mapping[str, str], color: str) -> None:
    assert contrast(theme["ink"], mixed(theme[color], theme["paper"], STRONGEST)) >= 4.5
