"""Items on the real test model: configurations share what was asked, and models may share the panel."""

import pytest

from engine.evaluation.configurations import CONFIGURATIONS
from engine.evaluation.datasets import Item
from engine.evaluation.drafts import draft
from engine.evaluation.evaluate import Evaluator, Method
from engine.evaluation.lineup import together
from knowledge import matcher
from tests.engine.evaluation.test_memory import Counting
from tests.engine.running import ACCUSING, NEUTRAL

DECIDING = tuple(name for name in CONFIGURATIONS if name != "published")


@pytest.fixture(scope="module")
def drafts(client):
    texts = [ACCUSING, NEUTRAL.strip()]
    items = [Item(id=str(n), text=text, label=None) for n, text in enumerate(texts)]
    return [draft(item, "passage", client.count_tokens, 2000) for item in items]


@pytest.fixture
def evaluate(known, drafts):
    """Asks and rules under some configurations; the results, what they cost, and the client that counted."""

    def run(*names):
        counting = Counting(known)
        evaluator = Evaluator(counting, Method(names, "default", 0, matcher()), None)
        ruled = [evaluator.rule(one, asked) for one, asked in zip(drafts, evaluator.ask(drafts), strict=True)]
        return [result for result, _ in ruled], [spent for _, spent in ruled], counting

    return run


def test_configurations_share_all_that_the_panel_is_asked(evaluate):
    _, _, alone = evaluate("full")
    results, _, counting = evaluate(*DECIDING)
    assert len(counting.asked) == len(set(counting.asked))
    assert len(counting.scored) == len(set(counting.scored)) == len(alone.scored)
    more = set(counting.asked) - set(alone.asked)
    assert set(alone.asked) <= set(counting.asked)
    assert all("author" in ask.grammar or "because" in ask.grammar for ask in more)  # verifier, arbitrator
    for result in results:
        assert set(result.rulings) == set(DECIDING)
        panel = result.rulings["full"].passages[0].outputs
        assert panel.evidence and panel.framing and panel.likelihood  # whatever an early exit would skip
        assert result.rulings["no-likelihood"].passages[0].outputs == panel.model_copy(
            update={"likelihood": None}
        )


def test_the_published_panel_is_asked_by_itself(evaluate):
    _, _, alone = evaluate("full")
    [result, _], _, counting = evaluate("full", "published")
    assert result.rulings["published"].passages[0].outputs.likelihood is None
    assert len(counting.scored) == len(alone.scored)


def test_a_configuration_is_charged_for_what_it_asks_alone(evaluate):
    _, spent, _ = evaluate(*DECIDING)
    assert set(spent[0]) == {"full", "no-verifier", "no-guardrails", "single"}
    for one in spent:
        assert one["single"].usage["sampled"] < one["full"].usage["sampled"]
        assert one["single"].seconds < one["full"].seconds
        assert one["no-verifier"].usage["prompt"] <= one["full"].usage["prompt"]


def test_voices_of_several_models_make_the_panel_that_one_makes(known, drafts):
    method = Method(("full",), "default", 0, matcher())
    counting = Counting(known)
    evaluator = Evaluator(counting, method, None)
    first = evaluator.hear(drafts, ["framing", "likelihood"])
    assert len(counting.asked) == len(drafts)
    rest = Evaluator(known, method, None).hear(drafts, ["bias", "evidence"])
    whole = Evaluator(known, method, None).ask(drafts)
    for each, one, other, asked in zip(drafts, first, rest, whole, strict=True):
        [joined], [outputs] = together(each.passages, [one, other]).said["default"], asked.said["default"]
        for voice in ("bias", "evidence", "framing", "likelihood"):
            said = getattr(outputs, voice)
            assert getattr(joined, voice) == said.model_copy(update={"counter": None})
