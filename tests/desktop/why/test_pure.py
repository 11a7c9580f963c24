"""What the pictures show, without the pictures."""

from itertools import pairwise

import pytest

from desktop.why.kinds import counts
from desktop.why.profile import shares
from desktop.why.texts import breakable
from desktop.why.tiles import Tile, edges, tiles
from desktop.why.weights import LONGEST, debate_stretches, self_reported, weight_stretches
from engine.bias.decision import Argument, Debate
from engine.report.schema import ReportFile


@pytest.fixture
def arguments(report_file: ReportFile) -> tuple[Argument, ...]:
    """Of the passage that is debated."""
    return report_file.report.passages[1].decision.arguments


def test_a_weight_is_cut_into_what_counts_and_what_is_lost(arguments: tuple[Argument, ...]) -> None:
    bias, evidence, _ = arguments
    counted, doubt = weight_stretches(bias)  # three quotes: nothing is lost for want of evidence
    assert (counted.fill, doubt.fill) == ("biased", "doubt")
    assert counted.end == pytest.approx(bias.effective / LONGEST)
    assert doubt.end == pytest.approx(1.0)
    assert [one.fill for one in weight_stretches(evidence)] == ["biased", "unproven", "doubt"]
    assert weight_stretches(evidence)[-1].end == pytest.approx(0.5)  # half the weight of the bias agent


def test_a_claim_without_evidence_shows_no_weight(report_file: ReportFile) -> None:
    accusing = report_file.report.passages[3].decision.arguments[1]
    assert accusing.effective == 0.0
    assert [one.fill for one in weight_stretches(accusing)] == ["unproven", "doubt"]


def test_the_balance_fills_the_bar(report_file: ReportFile) -> None:
    debate = report_file.report.passages[1].decision.debate
    assert debate
    biased, neutral = debate_stretches(debate)
    assert (biased.fill, neutral.fill) == ("biased", "neutral")
    assert biased.end == pytest.approx(debate.scores["biased"])
    assert neutral.start == pytest.approx(biased.end) and neutral.end == 1.0


def test_a_debate_in_which_nothing_weighs_shows_nothing() -> None:
    nothing = Debate(
        scores={"biased": 0.0, "neutral": 0.0, "uncertain": 0.0},
        verdict="neutral",
        resolution="evidence_requirement",
    )
    assert debate_stretches(nothing) == ()


def test_self_reported_is_what_the_agent_wrote(
    report_file: ReportFile, arguments: tuple[Argument, ...]
) -> None:
    outputs = report_file.report.passages[1].outputs
    assert self_reported(arguments[0], outputs) == outputs.bias.confidence
    assert self_reported(arguments[1], outputs.model_copy(update={"evidence": None})) is None


def test_tiles_go_on_past_what_is_examined(report_file: ReportFile) -> None:
    found = tiles(report_file.report.passages, 6)
    assert [one.state for one in found] == ["neutral", "slanted", "slanted", "flagged", None, None]
    assert found[4].weight == pytest.approx(sum(one.weight for one in found[:4]) / 4)
    assert tiles((), 2) == (Tile(1.0, None), Tile(1.0, None))


@pytest.mark.parametrize("count", [1, 4, 60, 400])
def test_edges_fill_the_row_in_order(count: int) -> None:
    places = edges([float(1 + number % 7) for number in range(count)], 500.0)
    assert places[0][0] == 0.0
    assert places[-1][1] == pytest.approx(500.0)
    assert all(left < right for left, right in places)
    assert all(one[1] <= other[0] + 1e-9 for one, other in pairwise(places))
    assert edges([], 500.0) == ()


def test_shares_add_up_to_the_overall_score(report_file: ReportFile) -> None:
    card = report_file.report.passages[1].decision.scorecard
    assert sum(shares(card)) == pytest.approx(card.overall)


def test_every_kind_is_counted(report_file: ReportFile) -> None:
    found = counts(report_file.report.passages)
    total = sum(len(one.findings) for one in report_file.report.passages)
    assert sum(found.values()) == total
    assert list(found) == ["biased_language", "framing_bias", "unsupported_claims", "selective_presentation"]


def test_words_are_shown_as_they_are() -> None:
    assert breakable("rigged\x1b[31m") == "rigged\ufffd[31m"
    assert breakable("a" * 40).replace("\u200b", "") == "a" * 40
    assert "\u200b" in breakable("a" * 40)
