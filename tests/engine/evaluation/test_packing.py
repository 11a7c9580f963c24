import json

import pytest

from engine.evaluation.packing import pack, unpack

SPAN = ["reckless council"]


@pytest.fixture
def result(panel):
    passage = panel.passage(("biased", 0.8, SPAN), ("neutral", 0.7, []), ("neutral", 0.6))
    fewer = panel.passage(("biased", 0.8, SPAN), None, ("neutral", 0.6))
    result = panel.result("a", "biased", passage, fewer)
    return result.with_rulings({"again": result.rulings["full"], "single": panel.ruling("biased", 0.7)})


def test_a_line_gives_the_item_back_and_holds_what_is_shared_once(result):
    line = pack(result)
    assert unpack(json.dumps(line).encode()) == result
    assert len(line["shared"]) == 1 + 3 + 2  # the text, what each agent said, two decisions
    assert line["rulings"]["full"] == line["rulings"]["again"]


@pytest.mark.parametrize(
    "text", [b"{", b"{}", b"[]", b'{"shared": [], "rulings": {"full": {"passages": [{}]}}}']
)
def test_another_line_is_refused(text):
    with pytest.raises(ValueError):
        unpack(text)


def test_a_number_that_points_nowhere_is_refused(result):
    line = pack(result)
    line["rulings"]["full"]["passages"][0]["decision"] = 99
    with pytest.raises(ValueError, match="not the line of an item"):
        unpack(json.dumps(line).encode())
