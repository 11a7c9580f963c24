from engine.bias.evidence_store import EvidenceStore


def collect(build, bias=(), evidence=(), framing=(), lexicon=False):
    outputs = build.outputs(
        build.bias(quotes=bias),
        build.evidence(quotes=evidence, lexicon=lexicon),
        build.framing(quotes=framing),
    )
    return EvidenceStore.collect(outputs, build.text)


def quotes(spans):
    return [span.quote for span in spans]


def test_it_holds_what_each_agent_cites(build):
    store = collect(build, ["reckless council"], ["as always", "disastrous budget"], ["honest taxpayers"])
    assert quotes(store.of("bias")) == ["reckless council"]
    assert set(quotes(store.of("evidence"))) == {"as always", "disastrous budget"}
    assert quotes(store.of("framing")) == ["honest taxpayers"]


def test_invented_quotes_are_kept_apart(build):
    store = collect(build, ["reckless council", "a shameful betrayal of children"])
    assert quotes(store.of("bias")) == ["reckless council"]
    assert quotes(store.rejected("bias")) == ["a shameful betrayal of children"]


def test_overlap_with_another_agent_corroborates(build):
    store = collect(build, ["reckless council", "as always"], ["reckless"])
    assert set(quotes(store.corroborated())) == {"reckless council", "reckless"}


def test_a_lexicon_hit_corroborates(build):
    assert collect(build, evidence=["disastrous budget"]).corroborated() == ()
    hit = collect(build, evidence=["disastrous budget"], lexicon=True)
    assert quotes(hit.corroborated()) == ["disastrous budget"]


def test_strength_of_bias_spans_follows_their_confidence(build):
    def strength(confidence):
        outputs = build.outputs(build.bias(quotes=["as always"], span_confidence=confidence))
        return EvidenceStore.collect(outputs, build.text).of("bias")[0].strength

    assert [strength(0.6), strength(0.59), strength(0.3), strength(0.29)] == [
        "strong",
        "moderate",
        "moderate",
        "weak",
    ]


def test_skipped_agents_have_no_spans(build):
    store = EvidenceStore.collect(build.outputs(build.bias("neutral")), build.text)
    assert store.of("evidence") == store.of("framing") == ()
