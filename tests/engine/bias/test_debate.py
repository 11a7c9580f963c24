import pytest

from engine.bias.debate import debate, sad_scores
from engine.bias.decision import Arbitration
from engine.bias.evidence_store import EvidenceStore


@pytest.fixture
def store(build):
    return EvidenceStore.collect(build.outputs(build.bias()), build.text)


class Arbitrator:
    def __init__(self, ruling):
        self.ruling = ruling
        self.calls = []

    def __call__(self, arguments):
        self.calls.append(arguments)
        return Arbitration(ruling=self.ruling, measured={"biased": 0.4, "neutral": 0.6}, reason="Weighed.")


def panel(build, *members):
    """Members are (claim, effective weight, quotes, strength), for each agent in turn."""
    agents = ("bias", "evidence", "framing")
    return [build.argument(agent, *member) for agent, member in zip(agents, members, strict=False)]


def test_eq_4_shares_of_the_effective_weight(build):
    scores = sad_scores(panel(build, ("biased", 0.3, ["as always"]), ("neutral", 0.15), ("uncertain", 0.15)))
    assert scores == {"biased": 0.5, "neutral": 0.25, "uncertain": 0.25}


def test_no_weight_at_all_scores_zero_and_is_neutral(build, store):
    arguments = panel(build, ("biased", 0.0), ("biased", 0.0), ("biased", 0.0))
    debated = debate(arguments, store, Arbitrator("biased"))
    assert debated.scores == {"biased": 0.0, "neutral": 0.0, "uncertain": 0.0}
    assert (debated.verdict, debated.resolution) == ("neutral", "evidence_requirement")


@pytest.mark.parametrize(("biased", "verdict"), [(0.56, "biased"), (0.44, "neutral")])
def test_clear_scores_decide(build, store, biased, verdict):
    arguments = panel(build, ("biased", biased, ["as always"]), ("neutral", 1 - biased))
    debated = debate(arguments, store, None)
    assert (debated.verdict, debated.resolution) == (verdict, "score")


def test_biased_needs_half_of_the_weight_even_as_the_largest_share(build, store):
    arguments = panel(build, ("biased", 0.49, ["as always"]), ("neutral", 0.25), ("uncertain", 0.26))
    debated = debate(arguments, store, None)
    assert (debated.verdict, debated.resolution) == ("neutral", "score")
    arguments = panel(build, ("biased", 0.5, ["as always"]), ("neutral", 0.25), ("uncertain", 0.25))
    assert debate(arguments, store, None).verdict == "biased"


def test_uncertainty_never_helps_biased(build):
    without = panel(build, ("biased", 0.3, ["as always"]), ("neutral", 0.2))
    undecided = panel(build, ("biased", 0.3, ["as always"]), ("neutral", 0.2), ("uncertain", 0.1))
    assert sad_scores(undecided)["biased"] < sad_scores(without)["biased"]


def test_evidence_requirement_binds_whatever_the_weights(build, store):
    arguments = panel(build, ("biased", 0.9), ("neutral", 0.1))
    debated = debate(arguments, store, None)
    assert (debated.verdict, debated.resolution) == ("neutral", "evidence_requirement")


def test_a_partial_quote_counts_only_when_corroborated(build):
    claimed = "a disastrous budget plotted by sinister bureaucrats somewhere"

    def verdict(evidence):
        outputs = build.outputs(build.bias(), evidence)
        partial = EvidenceStore.collect(build.outputs(build.bias(quotes=[claimed])), build.text).of("bias")
        assert partial[0].match == "partial"
        store = EvidenceStore.collect(
            outputs.model_copy(update={"bias": build.bias(quotes=[claimed])}), build.text
        )
        argument = build.argument("bias", "biased", 0.4).model_copy(update={"evidence": store.of("bias")})
        return debate([argument], store, None).verdict

    assert verdict(None) == "neutral"
    assert verdict(build.evidence(quotes=["disastrous"])) == "biased"


@pytest.mark.parametrize("biased", [0.5, 0.52, 0.525])
@pytest.mark.parametrize(
    ("accusing", "defending", "verdict"), [("strong", "weak", "biased"), ("weak", "moderate", "neutral")]
)
def test_ties_go_to_the_stronger_evidence(build, store, biased, accusing, defending, verdict):
    arguments = panel(
        build,
        ("biased", biased, ["as always"], accusing),
        ("neutral", 1 - biased, ["foot the bill"], defending),
    )
    arbitrator = Arbitrator("biased")
    debated = debate(arguments, store, arbitrator)
    assert (debated.verdict, debated.resolution) == (verdict, "evidence_strength")
    assert arbitrator.calls == []


def test_just_outside_the_margin_is_no_tie(build, store):
    arguments = panel(
        build, ("biased", 0.526, ["as always"], "weak"), ("neutral", 0.474, ["foot the bill"], "strong")
    )
    assert debate(arguments, store, None).resolution == "score"


def test_evidence_strength_cannot_lift_biased_over_the_threshold(build, store):
    arguments = panel(build, ("biased", 0.49, ["as always"], "strong"), ("neutral", 0.51))
    assert debate(arguments, store, None).verdict == "neutral"


def tied(build, adjusted=0.8):
    return [
        build.argument("bias", "biased", 0.2, ["as always"], "moderate", adjusted),
        build.argument("framing", "neutral", 0.2, ["foot the bill"], "moderate", adjusted),
    ]


@pytest.mark.parametrize("ruling", ["biased", "neutral"])
def test_the_arbitrator_rules_where_evidence_is_tied_too(build, store, ruling):
    arbitrator = Arbitrator(ruling)
    debated = debate(tied(build), store, arbitrator)
    assert (debated.verdict, debated.resolution) == (ruling, "arbitrator")
    assert debated.arbitration.reason == "Weighed."
    assert len(arbitrator.calls) == 1


def test_a_trivial_conflict_does_not_reach_the_arbitrator(build, store):
    arbitrator = Arbitrator("biased")
    debated = debate(tied(build, adjusted=0.49), store, arbitrator)
    assert (debated.verdict, debated.resolution) == ("neutral", "majority")
    assert arbitrator.calls == []


def test_without_an_arbitrator_more_than_half_of_the_agents_decide(build, store):
    one_to_one = tied(build)
    assert debate(one_to_one, store, None).verdict == "neutral"
    two_to_one = [
        build.argument("bias", "biased", 0.1, ["as always"], "moderate"),
        build.argument("evidence", "biased", 0.1, ["rammed through"], "moderate"),
        one_to_one[1],
    ]
    debated = debate(two_to_one, store, None)
    assert (debated.verdict, debated.resolution) == ("biased", "majority")


def test_an_accusation_without_evidence_has_no_vote(build, store):
    arguments = [*tied(build), build.argument("evidence", "biased", 0.0)]
    assert debate(arguments, store, None).verdict == "neutral"


def test_the_arbitrator_is_not_asked_about_clear_scores(build, store):
    arbitrator = Arbitrator("neutral")
    debate(panel(build, ("biased", 0.6, ["as always"]), ("neutral", 0.2)), store, arbitrator)
    debate(panel(build, ("biased", 0.2, ["as always"]), ("neutral", 0.6)), store, arbitrator)
    debate(panel(build, ("biased", 0.5), ("neutral", 0.5)), store, arbitrator)
    assert arbitrator.calls == []
