"""Which model speaks with which voice of the panel (Appendix N). One model is loaded at a time, so each in
turn is asked about all items, and the BiasAgent's comes last: it is the one that arbitrates and verifies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.bias.calibration import Calibration
from engine.bias.decision import AgentName
from engine.bias.outputs import AgentOutputs
from engine.bias.speech import speech_of
from engine.evaluation.results import VOICES, Asked, Heard, Voices, total
from engine.text import Passage


class UnusableLineup(Exception):
    """A lineup that can't be read; the message is one sentence for a person."""


@dataclass(frozen=True)
class Lineup:
    """`models` names the model of every voice."""

    models: Mapping[AgentName, str]

    def turns(self) -> list[str]:
        """Each model once, in the order in which they are asked."""
        last = self.models["bias"]
        return [*dict.fromkeys(name for name in self.models.values() if name != last), last]

    def voices(self, model: str) -> list[AgentName]:
        return [voice for voice, name in self.models.items() if name == model]


def lineup(text: str | None, model: str) -> Lineup:
    """From "bias=NAME,evidence=NAME"; voices that are not named speak with `model`.

    Raises UnusableLineup.
    """
    models: dict[AgentName, str] = dict.fromkeys(VOICES, model)
    for part in text.split(",") if text else ():
        name, _, chosen = (word.strip() for word in part.partition("="))
        voice = next((voice for voice in VOICES if voice == name), None)
        if voice is None or not chosen:
            raise UnusableLineup(
                f'"{part}" names no voice and its model: write --models like '
                f"{','.join(f'{voice}=NAME' for voice in VOICES)}, all of these or some."
            )
        models[voice] = chosen
    return Lineup(models)


def together(passages: Sequence[Passage], heard: Sequence[Heard]) -> Asked:
    """One panel from what each model said about the passages.

    Raises ValueError where a model read other passages.
    """
    first = heard[0]
    texts = tuple(passage.text for passage in passages)
    if any(one.texts != texts for one in heard):
        raise ValueError("a model read other passages")
    return Asked(
        said={
            policy: [
                _panel(passage, [one.said[policy][place] for one in heard])
                for place, passage in enumerate(passages)
            ]
            for policy in first.said
        },
        spent={policy: total(one.spent[policy] for one in heard) for policy in first.spent},
    )


def calibrated(lineup: Lineup, calibrations: Mapping[str, Calibration | None]) -> Calibration | None:
    """The calibration of the panel from those of its models, by their names: each voice has the zero that its
    model has for it. None where no model was ever calibrated."""
    found = [one for name in reversed(lineup.turns()) if (one := calibrations[name])]
    zeros = {
        voice: one.zeros[voice]
        for voice, model in lineup.models.items()
        if (one := calibrations[model]) and voice in one.zeros
    }
    return found[0].model_copy(update={"zeros": zeros}) if found else None


def _panel(passage: Passage, parts: Sequence[Voices]) -> AgentOutputs:
    said = {voice: output for part in parts for voice, output in part if output is not None}
    rest = {"speech": speech_of(passage), "one_sided": passage.one_sided}
    return AgentOutputs.model_validate(dict.fromkeys(VOICES) | said | rest)
