"""Words of a speaker who is quoted: never evidence against the author, but for the choice of one side."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.bias.decide import decide
from engine.bias.outputs import AgentOutputs, Speech
from engine.bias.policy import Policy, read_by
from engine.bias.speech import authors_own, said_in, speech_of
from engine.text import Passage, read_bytes, split

SLANTED = ("disastrous budget", "honest taxpayers", "as always")


@pytest.fixture
def outputs(build: Any) -> Any:
    """All agents are sure of bias and cite `SLANTED`; what of it is a speaker's is the test's choice."""

    def make(speech: Sequence[str], one_sided: bool = False) -> AgentOutputs:
        said = AgentOutputs(
            bias=build.bias("biased", 0.95, 0.9, SLANTED, 0.9),
            evidence=build.evidence("biased", 0.9, SLANTED[:2]),
            framing=build.framing("biased", 0.9, SLANTED),
            speech=tuple(Speech(**build.at(words), speaker="Ann Hall") for words in speech),
            one_sided=one_sided,
        )
        measured = {"biased": 0.9, "neutral": 0.05, "uncertain": 0.05}
        return said.model_copy(
            update={
                name: getattr(said, name).model_copy(update={"measured": measured})
                for name in ("bias", "evidence", "framing")
            }
        )

    return make


def verdict(outputs: AgentOutputs, build: Any, policy: Policy = "default") -> str:
    return decide(read_by(policy, outputs), build.text).verdict


QUOTED = ("disastrous budget while honest taxpayers, as always",)


def test_the_authors_own_words_make_it_biased(outputs: Any, build: Any) -> None:
    assert verdict(outputs([]), build) == "biased"


def test_quoted_speech_alone_never_does(outputs: Any, build: Any) -> None:
    quoted = outputs(QUOTED)
    assert verdict(quoted, build) == "neutral"
    own = read_by("default", quoted)
    assert own.evidence and own.framing
    assert (own.bias.spans, own.evidence.items, own.framing.spans) == ((), (), ())
    assert [span.quote for span in quoted.bias.spans] == list(SLANTED)  # the record stays whole


def test_one_word_of_the_authors_own_may(outputs: Any, build: Any) -> None:
    partly = outputs(["disastrous budget", "as always"])
    assert {span.quote for span in authors_own(partly).bias.spans} == {"honest taxpayers"}
    assert verdict(partly, build) == "biased"


def test_the_choice_of_one_sides_quotes_may(outputs: Any, build: Any) -> None:
    one_sided = outputs(QUOTED, one_sided=True)
    own = authors_own(one_sided)
    assert own.framing and own.evidence
    assert (own.bias.spans, own.evidence.items) == ((), ())
    assert [span.quote for span in own.framing.spans] == list(SLANTED)
    assert verdict(one_sided, build) == "biased"


def test_the_published_method_knows_no_speakers(outputs: Any, build: Any) -> None:
    assert verdict(outputs(QUOTED), build, "published") == "biased"


def test_words_that_are_a_speakers_only_in_part_are_the_authors(build: Any) -> None:
    speech = (Speech(**build.at("honest taxpayers"), speaker=None),)
    assert said_in(build.bias_span("taxpayers"), speech) == speech[0]
    assert said_in(build.bias_span("while honest taxpayers"), speech) is None
    assert said_in(build.bias_span("as always"), ()) is None


def test_what_a_passage_quotes() -> None:
    text = "It was late. “We lost,” said Ann Hall. The so-called “experts” left."
    passage: Passage = split(read_bytes(text.encode(), "a.txt"))[0]
    assert speech_of(passage) == (Speech(start=13, end=23, quote="“We lost,”", speaker="Ann Hall"),)
