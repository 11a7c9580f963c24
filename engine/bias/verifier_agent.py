"""The VerifierAgent's question to the model about a weak biased verdict (section 3.4): is this the author's
bias, or factual reporting of what partisans said and did? With guardrails it first makes the strongest case
for neutral (Limitations, "Deployment guardrails")."""

from typing import Annotated, Literal, cast

from engine.bias.decision import VerifierCheck
from engine.bias.prompts import ask
from engine.llm import Answer, Ask, ChatTemplate, Choice, Text
from engine.llm.messages import RawAnswer
from engine.llm.reading import read
from engine.text import Passage

Ruling = Literal["author", "reporting"]
RULING = Choice({"author": "author", "reporting": "reporting"})
QUESTION = "Is the slant the author's, or reporting of what others said? Author or reporting."
CASE_FIRST = f"In ten words, the strongest case that it is neutral. Then: {QUESTION}"


class RulingAnswer(Answer):
    surface = "{ruling}"
    ruling: Annotated[Ruling, RULING]


class CaseAndRulingAnswer(Answer):
    surface = "{case}\n{ruling}"
    case: Annotated[str, Text(12)]
    ruling: Annotated[Ruling, RULING]


def verifier_ask(template: ChatTemplate, passage: Passage, guardrails: bool) -> Ask:
    if guardrails:
        return ask(template, passage, CASE_FIRST, CaseAndRulingAnswer, in_context=True)
    return ask(template, passage, QUESTION, RulingAnswer, in_context=True)


def interpret(raw: RawAnswer, guardrails: bool) -> VerifierCheck:
    result = read(CaseAndRulingAnswer, raw) if guardrails else read(RulingAnswer, raw)
    return VerifierCheck(
        ruling=result.answer.ruling,
        measured=cast(dict[Ruling, float], dict(result.measured["ruling"])),
        case_for_neutral=result.answer.case if isinstance(result.answer, CaseAndRulingAnswer) else None,
    )
