from engine.evaluation.repeat import difference

SPAN = ["reckless council"]


def test_the_same_run_in_another_order_differs_in_nothing(panel):
    results = [panel.result(str(n), "biased", panel.passage(("biased", 0.8, SPAN))) for n in range(3)]
    found = difference(results, results[::-1])
    assert found.zero
    assert (found.items, found.changed, found.verdicts, found.missing) == (3, (), (), ())


def test_the_last_digit_counts_and_a_verdict_is_told_apart(panel):
    first = [panel.result(name, "biased", panel.passage(("biased", 0.8, SPAN))) for name in "abc"]
    second = [
        panel.result("a", "biased", panel.passage(("biased", 0.8 + 1e-16, SPAN))),
        panel.result("b", "biased", panel.passage(("neutral", 0.8, []))),
        panel.result("d", "biased", panel.passage(("biased", 0.8, SPAN))),
    ]
    found = difference(first, second)
    assert not found.zero
    assert (found.items, found.changed, found.verdicts, found.missing) == (2, ("a", "b"), ("b",), ("c", "d"))
