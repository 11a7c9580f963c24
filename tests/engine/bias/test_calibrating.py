"""Setting the zeros of the real test model on a handful of sentences."""

import pytest

from engine.bias.calibrating import QUESTIONS, _claim_of, calibrate, sentences_digest
from engine.bias.calibration import Calibration
from engine.bias.constants import METHOD_VERSION
from engine.bias.prompts import ask
from engine.llm import ChatTemplate, Client
from engine.llm.reading import read
from knowledge import calibration
from knowledge.records import CalibrationSentence
from tests.engine.bias.conftest import passage_of

SHA256 = "ab" * 32


@pytest.fixture(scope="module")
def few() -> list[CalibrationSentence]:
    """The shortest two of each kind."""
    in_order = sorted(calibration(), key=lambda one: len(one.sentence))
    return [one for slanted in (True, False) for one in [x for x in in_order if x.slanted == slanted][:2]]


@pytest.fixture(scope="module")
def told() -> list[tuple[int, int]]:
    return []


@pytest.fixture(scope="module")
def measured(client: Client, few: list[CalibrationSentence], told: list[tuple[int, int]]) -> Calibration:
    return calibrate(client, SHA256, few, lambda done, total: told.append((done, total)))


def test_each_voice_gets_a_zero_and_the_readings_stays_at_0(measured: Calibration) -> None:
    assert set(measured.zeros) == {"bias", "evidence", "framing", "likelihood"}
    assert measured.zeros["likelihood"].zero == 0.0
    assert any(zero.zero for zero in measured.zeros.values())
    assert all(zero.slope >= 0.0 for zero in measured.zeros.values())
    assert (measured.model, measured.method) == (SHA256, METHOD_VERSION)


def test_progress_counts_the_sentences(measured: Calibration, told: list[tuple[int, int]]) -> None:
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4)]


def test_measured_again_in_another_order_the_zeros_are_the_same(
    client: Client, measured: Calibration, few: list[CalibrationSentence]
) -> None:
    turned = calibrate(client, SHA256, few[::-1])
    assert turned.zeros == measured.zeros
    assert turned.sentences != measured.sentences


def test_the_digest_names_the_sentences_it_was_measured_on(measured: Calibration) -> None:
    assert measured.sentences != sentences_digest()
    assert len(measured.sentences) == len(sentences_digest()) == 64


def test_sentences_of_one_kind_are_refused(client: Client, few: list[CalibrationSentence]) -> None:
    with pytest.raises(ValueError, match="slanted and neutral"):
        calibrate(client, SHA256, few[:1])


def test_a_zero_moves_each_agents_claim_and_not_what_is_measured(
    client: Client, few: list[CalibrationSentence]
) -> None:
    template, passage = ChatTemplate(client.info), passage_of(few[0].sentence)
    for question, answer in QUESTIONS.values():
        asks = [ask(template, passage, question, _claim_of(answer), zero=zero) for zero in (-40.0, 0.0, 40.0)]
        raws = dict(client.answer(asks))
        claims = [read(_claim_of(answer), raws[number]).answer for number in range(3)]
        measured = [dict(read(_claim_of(answer), raws[number]).measured["claim"]) for number in range(3)]
        assert claims[0].claim == "biased" != claims[2].claim  # type: ignore[attr-defined]
        assert measured[0] == pytest.approx(measured[1]) == measured[2]


def test_the_shipped_sentences_are_paired_by_topic() -> None:
    topics: dict[str, list[bool]] = {}
    for one in calibration():
        topics.setdefault(one.topic, []).append(one.slanted)
    assert len(calibration()) >= 60
    assert all(sorted(kinds) == [False, True] for kinds in topics.values())
