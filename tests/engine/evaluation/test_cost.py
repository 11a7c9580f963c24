import pytest

from engine.evaluation.cost import costs
from engine.evaluation.results import Spent


def test_means_by_configuration_and_kind():
    spent = {
        str(n): {"full": Spent(seconds=float(n), usage={"passage": 10 * n, "sampled": 2})}
        for n in range(1, 22)
    }
    spent["1"]["single"] = Spent(seconds=0.5, usage={"passage": 7})
    spent["2"]["single"] = Spent(seconds=1.5, usage={"forced": 3})
    found = costs(spent)
    full, single = found["full"], found["single"]
    assert (full.items, full.seconds, full.median, full.p95) == (21, 11, 11, pytest.approx(20))
    assert full.tokens == {"passage": pytest.approx(110), "sampled": 2}
    assert (single.items, single.seconds, single.tokens) == (2, 1.0, {"forced": 1.5, "passage": 3.5})
