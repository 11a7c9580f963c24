"""The VerifierAgent's question and its answers, with and without the counter-argument step."""

from collections.abc import Callable

import pytest

from engine.bias.verifier_agent import CaseAndRulingAnswer, RulingAnswer, interpret, verifier_ask
from engine.llm import ChatTemplate, EngineFailed
from engine.llm.messages import RawAnswer
from engine.text import Passage

SHARES = {"author": 0.2, "reporting": 0.8}
Raw = Callable[..., RawAnswer]


def test_the_published_question_is_answered_in_one_word(raw: Raw) -> None:
    check = interpret(raw(RulingAnswer, measured={"ruling": SHARES}, ruling="reporting"), guardrails=False)
    assert (check.ruling, check.case_for_neutral) == ("reporting", None)
    assert check.measured == pytest.approx(SHARES)


@pytest.mark.parametrize("ruling", ["author", "reporting"])
def test_with_guardrails_the_case_for_neutral_comes_first(raw: Raw, ruling: str) -> None:
    case = "The author quotes critics, and the reporting names them."
    answer = raw(CaseAndRulingAnswer, measured={"ruling": SHARES}, case=case, ruling=ruling)
    check = interpret(answer, guardrails=True)
    assert (check.ruling, check.case_for_neutral) == (ruling, case)
    assert check.measured == pytest.approx(SHARES)


def test_each_policy_reads_only_its_own_answer(raw: Raw) -> None:
    with pytest.raises(EngineFailed):
        interpret(raw(RulingAnswer, ruling="author"), guardrails=True)
    with pytest.raises(EngineFailed):
        interpret(raw(CaseAndRulingAnswer, case="None.", ruling="author"), guardrails=False)


def test_only_guardrails_ask_for_the_case(chatml: ChatTemplate, passage: Callable[[str], Passage]) -> None:
    asked = {
        guardrails: verifier_ask(chatml, passage("It was a shameless giveaway."), guardrails).prompt
        for guardrails in (True, False)
    }
    assert asked[True][:-1] == asked[False][:-1]
    assert "strongest case" in str(asked[True][-1])
    assert "strongest case" not in str(asked[False][-1])
