import pytest

from engine.bias.calibration import Calibration, Zero
from engine.evaluation.lineup import UnusableLineup, calibrated, lineup, together
from engine.evaluation.results import Heard, Spent, Voices
from engine.text import read_bytes, split

SPAN = ["reckless council"]


def test_the_bias_agents_model_comes_last_and_each_once():
    chosen = lineup("likelihood=small, evidence = other", "big")
    assert chosen.turns() == ["other", "small", "big"]
    assert chosen.voices("big") == ["bias", "framing"]
    assert chosen.voices("small") == ["likelihood"]
    assert lineup("bias=small", "big").turns() == ["big", "small"]
    assert lineup(None, "big").turns() == ["big"]
    assert lineup("framing=big", "big").voices("big") == ["bias", "evidence", "framing", "likelihood"]


@pytest.mark.parametrize("text", ["bias", "verifier=big", "bias=", "bias=big,,", "=big"])
def test_what_names_no_voice_and_model_is_refused(text):
    with pytest.raises(UnusableLineup, match="names no voice and its model: write --models like bias=NAME"):
        lineup(text, "big")


def heard(texts, seconds, **voices):
    spent = Spent(seconds=seconds, usage={"sampled": 3})
    return Heard(id="a", texts=texts, said={"default": (Voices(**voices),)}, spent={"default": spent})


def test_one_panel_from_what_several_models_said(panel):
    said = panel.outputs(("biased", 0.8, SPAN), ("neutral", 0.7, []), ("neutral", 0.6))
    parts = [
        heard(("A.",), 1.0, evidence=said.evidence),
        heard(("A.",), 2.0, bias=said.bias, framing=said.framing),
    ]
    passages = split(read_bytes(b"A.", "a.txt"), "passage")
    found = together(passages, parts)
    assert found.said == {"default": [said]}
    assert found.spent["default"] == Spent(seconds=3.0, usage={"sampled": 6})
    with pytest.raises(ValueError, match="other passages"):
        together(passages, [parts[0], heard(("A", "B"), 1.0, bias=said.bias)])


def test_each_voice_has_the_zero_of_its_own_model():
    def calibration(model, zero):
        zeros = {voice: Zero(zero=zero, slope=1.0) for voice in ("bias", "evidence", "framing", "likelihood")}
        return Calibration(model=model, method="1", sentences="s", zeros=zeros)

    chosen = lineup("likelihood=small", "big")
    big, small = calibration("big", 1.0), calibration("small", 2.0)
    found = calibrated(chosen, {"big": big, "small": small})
    assert found.model == "big"
    assert {voice: zero.zero for voice, zero in found.zeros.items()} == {
        "bias": 1.0,
        "evidence": 1.0,
        "framing": 1.0,
        "likelihood": 2.0,
    }
    assert list(calibrated(chosen, {"big": None, "small": small}).zeros) == ["likelihood"]
    assert calibrated(chosen, {"big": None, "small": None}) is None
    assert calibrated(lineup(None, "big"), {"big": big}) == big
