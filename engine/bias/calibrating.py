"""Measuring a model's zeros (see `calibration`), through the client, with the very prompts of the panel."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, cast

from pydantic import create_model

from engine.bias import bias_agent, channel, evidence_agent, framing_agent
from engine.bias.calibration import Calibration, Zero, margin
from engine.bias.constants import METHOD_VERSION
from engine.bias.decision import AgentName
from engine.bias.outputs import Claim
from engine.bias.prompts import ask
from engine.llm import Answer, Ask, ChatTemplate, Client
from engine.llm.answers import kind
from engine.llm.reading import read
from engine.text import Passage, read_bytes, split
from knowledge import calibration
from knowledge.records import CalibrationSentence

QUESTIONS: dict[AgentName, tuple[str, type[Answer]]] = {
    "bias": (bias_agent.QUESTION, bias_agent.BiasAnswer),
    "evidence": (evidence_agent.QUESTION, evidence_agent.EvidenceAnswer),
    "framing": (framing_agent.QUESTION, framing_agent.FramingAnswer),
}


def calibrate(
    client: Client,
    sha256: str,
    sentences: Sequence[CalibrationSentence] | None = None,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Calibration:
    """The zeros of the client's model, whose file has that SHA-256, on invented `sentences`, by default on
    all. `progress` is told how many of how many are done. Raises like `Client.answer`, and ValueError unless
    there are both slanted and neutral sentences."""
    from engine.bias.fitting import fit  # NumPy is loaded only for this

    chosen = calibration() if sentences is None else sentences
    margins: dict[AgentName, list[float]] = {agent: [] for agent in (*QUESTIONS, "likelihood")}
    template = ChatTemplate(client.info)
    for done, one in enumerate(chosen):
        progress(done, len(chosen))
        passage = _passage(one.sentence)
        for agent, measured in _claims(client, template, passage).items():
            margins[agent].append(margin(measured))
        margins["likelihood"].append(channel.read(client, template, passage)[0].margin)
    slanted = [one.slanted for one in chosen]
    # Each of the two contexts of the reading is the other's control: its zero is where they agree.
    zeros: dict[AgentName, Zero] = {
        agent: fit(found, slanted, free=agent != "likelihood") for agent, found in margins.items()
    }
    return Calibration(model=sha256, method=METHOD_VERSION, sentences=_digest(chosen), zeros=zeros)


def sentences_digest() -> str:
    """The SHA-256 of the sentences on which `calibrate` sets the zeros by default."""
    return _digest(calibration())


def _claims(client: Client, template: ChatTemplate, passage: Passage) -> dict[AgentName, dict[Claim, float]]:
    """What each agent would claim, measured where it would, without the rest of its answer."""
    asks: list[Ask] = [
        ask(template, passage, question, _claim_of(full)) for question, full in QUESTIONS.values()
    ]
    raws = dict(client.answer(asks))
    return {
        agent: cast(dict[Claim, float], dict(read(_claim_of(full), raws[number]).measured["claim"]))
        for number, (agent, (_, full)) in enumerate(QUESTIONS.items())
    }


@cache
def _claim_of(answer: type[Answer]) -> type[Answer]:
    """An answer that ends after the claim of `answer`."""
    claim = create_model("ClaimAnswer", __base__=Answer, claim=Annotated[Claim, kind(answer, "claim")])
    claim.surface = "{claim}"
    return claim


def _passage(sentence: str) -> Passage:
    return split(read_bytes(sentence.encode(), "sentence.txt"), "whole")[0]


def _digest(sentences: Sequence[CalibrationSentence]) -> str:
    lines = [f"{one.slanted:d}\t{one.sentence}\n" for one in sentences]
    return hashlib.sha256("".join(lines).encode()).hexdigest()
