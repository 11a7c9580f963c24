import pytest

from engine.evaluation.disagreement import disagreement

SPAN = ["reckless council"]


def test_the_binary_label_counts_and_a_lone_agent_does_not(panel):
    all_biased = panel.passage(("biased", 0.8, SPAN), ("biased", 0.8, SPAN), ("biased", 0.8))
    bias_alone = panel.passage(("biased", 0.8, SPAN), ("neutral", 0.8, []), ("uncertain", 0.8))
    none_biased = panel.passage(("neutral", 0.8, []), ("neutral", 0.8, []), ("uncertain", 0.8))
    early_exit = panel.passage(("neutral", 0.97, []), score=0.01)
    results = [
        panel.result(str(n), "biased", one)
        for n, one in enumerate([all_biased, bias_alone, none_biased, early_exit])
    ]
    found = disagreement(results, "full")
    assert (found.passages, found.disagreeing) == (3, 1)
    assert found.rate == pytest.approx(1 / 3)
    assert found.pairs == {
        "bias/evidence": pytest.approx(1 / 3),
        "bias/framing": pytest.approx(1 / 3),
        "evidence/framing": 0.0,
    }


def test_its_correlation_with_errors(panel):
    united = panel.passage(("biased", 0.8, SPAN), ("biased", 0.8, SPAN), ("biased", 0.8))
    divided = panel.passage(("biased", 0.9, SPAN), ("neutral", 0.3, []), ("neutral", 0.3))
    assert united.decision.verdict == divided.decision.verdict == "biased"
    labels = ["biased", "biased", "neutral", "biased", "neutral", "neutral", None]
    passages = [united, united, united, divided, divided, divided, divided]
    results = [
        panel.result(str(n), label, one) for n, (label, one) in enumerate(zip(labels, passages, strict=True))
    ]
    # disagreement 000111, error 001011: phi = (2 * 2 - 1 * 1) / 9
    assert disagreement(results, "full").with_errors == pytest.approx(1 / 3)
    assert disagreement(results[:2], "full").with_errors is None


def test_no_debate_no_rate(panel):
    early_exit = panel.passage(("neutral", 0.97, []), score=0.01)
    found = disagreement([panel.result("a", "neutral", early_exit)], "full")
    assert (found.passages, found.rate, found.pairs) == (0, 0.0, {})
