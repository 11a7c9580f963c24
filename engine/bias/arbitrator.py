"""The LLM arbitrator: synthesizes the arguments where scoring ends in a tie (section 3.3, Appendix M)."""

from collections.abc import Sequence
from typing import Annotated, cast

from engine.bias.decision import Arbitration, Argument, Verdict
from engine.bias.prompts import ask
from engine.llm import Answer, Ask, ChatTemplate, Choice, Part, Text
from engine.llm.messages import RawAnswer
from engine.llm.reading import read
from engine.text import Passage


class ArbitratorAnswer(Answer):
    surface = "{ruling}, because {reason}"
    ruling: Annotated[Verdict, Choice({"biased": "biased", "neutral": "neutral"})]
    reason: Annotated[str, Text(20)]


def arbitrator_ask(template: ChatTemplate, passage: Passage, arguments: Sequence[Argument]) -> Ask:
    """The arguments go in with their quotes and counterarguments, which are data, not instructions."""
    question = [Part("question", "Reviewers disagree:")]
    for argument in arguments:
        question.append(Part("question", f"\n{argument.agent} reviewer: {argument.claim}"))
        for cited in argument.evidence:
            question += [
                Part("question", ', "'),
                Part("question", cited.quote, trusted=False),
                Part("question", '"'),
            ]
        if argument.counter:
            question += [Part("question", "; but "), Part("question", argument.counter, trusted=False)]
    question.append(Part("question", "\nWeigh the arguments: is the author's wording biased or neutral?"))
    return ask(template, passage, question, ArbitratorAnswer, in_context=True)


def interpret(raw: RawAnswer) -> Arbitration:
    result = read(ArbitratorAnswer, raw)
    return Arbitration(
        ruling=result.answer.ruling,
        measured=cast(dict[Verdict, float], dict(result.measured["ruling"])),
        reason=result.answer.reason,
    )
