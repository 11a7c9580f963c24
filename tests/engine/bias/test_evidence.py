import pytest

from engine.bias.evidence import locate, validate, validate_all
from engine.bias.outputs import EvidenceItem, Span

TEXT = (
    "Critics say the minister\u2019s plan \u2013 a reckless giveaway  to wealthy donors \u2013 would quietly "
    "dismantle public hospitals across the northern counties. Party officials denied it."
)


@pytest.mark.parametrize(
    "quote",
    [
        "reckless giveaway",
        "RECKLESS Giveaway",
        "giveaway to wealthy donors",  # one space for two
        "giveaway\nto wealthy donors",
        "minister's plan - a reckless",  # plain apostrophe and dash
        "\u201creckless giveaway\u201d",  # quotation marks of the agent's own
        "denied it.",
        "dismantle public hos\u00adpitals",
    ],
)
def test_exact_ignores_case_whitespace_and_typography(quote):
    assert validate(quote, TEXT) == ("exact", 1.0)


def test_fuzzy_from_60_percent_of_the_content_words():
    quote = "quietly demolish public hospitals across the southern counties"
    match, overlap = validate(quote, TEXT)
    assert match == "fuzzy"
    assert overlap == pytest.approx(5 / 7)
    assert validate("wealthy donors would surely win", TEXT) == ("fuzzy", pytest.approx(3 / 4))
    assert validate("dismantle public hospitals before Christmas, everywhere", TEXT)[0] == "partial"


def test_exactly_60_and_30_percent_are_enough():
    assert validate("dismantle public hospitals tomorrow morning", TEXT) == ("fuzzy", pytest.approx(0.6))
    quote = "public hospitals northern planet bicycle orchestra violin garden candle window"
    assert validate(quote, TEXT) == ("partial", pytest.approx(0.3))


@pytest.mark.parametrize(
    "quote",
    [
        "a shameless betrayal of the nation's children",  # invented
        "the minister of the and a to it",  # function words are everywhere
        "wealthy bankers",  # one common word
        "counties northern across hospitals",  # the words, in another order
        "it",  # too short
        "plan to ruin everybody forever",
        "",
        "...",
        "\u201c \u201d",
        "giveaways",  # no whole word
        "art",  # inside "Party"
    ],
)
def test_invented_and_tiny_quotes_are_none(quote):
    assert validate(quote, TEXT)[0] == "none"


def test_an_empty_passage_holds_nothing():
    assert validate("reckless giveaway", "") == ("none", 0.0)


def test_a_quote_longer_than_the_passage_is_measured_by_the_quote():
    match, overlap = validate(
        "public hospitals " + "and many other lovely things besides them " * 5, "public hospitals"
    )
    assert match == "none"
    assert overlap < 0.3


def test_of_several_places_the_nearest_is_taken():
    text = "so unfair, they said; and so unfair, again"
    assert locate("So unfair", text).start == 0
    assert locate("So unfair", text, near=24).start == text.rindex("so unfair")


def test_found_evidence_quotes_the_passage_itself():
    cited = [
        (Span(start=0, end=17, quote="RECKLESS giveaway"), "strong"),
        (Span(start=0, end=10, quote="dismantle public clinics across the northern counties"), "moderate"),
    ]
    found, rejected = validate_all(cited, TEXT)
    assert rejected == ()
    assert [TEXT[one.start : one.end] for one in found] == [one.quote for one in found]
    assert [one.quote for one in found] == [
        "reckless giveaway",
        "dismantle public hospitals across the northern counties",
    ]
    assert [one.match for one in found] == ["exact", "fuzzy"]


def test_a_verbatim_span_keeps_its_edges():
    start = TEXT.index("it.")
    found, _ = validate_all([(Span(start=start - 7, end=start + 3, quote="denied it."), "weak")], TEXT)
    assert (found[0].start, found[0].quote) == (start - 7, "denied it.")


def test_invented_evidence_is_rejected_as_it_was_cited():
    invented = Span(start=3, end=20, quote="a corrupt cabal!!")
    found, rejected = validate_all([(invented, "strong")], TEXT)
    assert found == ()
    assert [(one.quote, one.match, one.start) for one in rejected] == [("a corrupt cabal!!", "none", 3)]


def test_strongest_first_and_the_same_words_only_once():
    def span(quote):
        start = TEXT.index(quote)
        return Span(start=start, end=start + len(quote), quote=quote)

    found, _ = validate_all(
        [
            (span("quietly"), "weak"),
            (span("giveaway"), "moderate"),
            (span("reckless giveaway"), "moderate"),
            (span("wealthy donors"), "strong"),
        ],
        TEXT,
    )
    assert [one.quote for one in found] == ["wealthy donors", "reckless giveaway", "quietly"]


def test_a_partial_match_is_weak_evidence():
    quote = "public hospitals northern planet bicycle orchestra violin garden candle window"
    found, _ = validate_all([(Span(start=0, end=len(quote), quote=quote), "strong")], TEXT)
    assert (found[0].match, found[0].strength) == ("partial", "weak")


def test_of_equals_the_more_emotional_comes_first():
    def item(quote, intensity):
        start = TEXT.index(quote)
        span = {"start": start, "end": start + len(quote), "quote": quote}
        return EvidenceItem(**span, kind="biased_phrase", strength="strong", intensity=intensity)

    cited = [item("reckless giveaway", 0.2), item("wealthy donors", 0.9), item("public hospitals", 0.0)]
    found, _ = validate_all([(one, one.strength) for one in cited], TEXT)
    assert [one.quote for one in found] == ["wealthy donors", "reckless giveaway", "public hospitals"]
