"""What the panel has said already, so that an edited draft is asked about only where it changed."""

from dataclasses import replace

from engine.bias.examine import Examined
from engine.llm import Usage
from engine.text import Passage
from knowledge.house_style import HouseStyle

ROOM = 4096  # passages: several long drafts; the one recalled longest ago goes first

_Key = tuple[Passage, str]


class Memory:
    """Passages examined under one model and one set of options, by all that the agents were shown of them.

    Where a passage stands in its draft changes nothing that is said about it, so it is recalled anywhere.
    """

    def __init__(self) -> None:
        self._known: dict[_Key, Examined] = {}

    def keep(self, one: Examined, style: HouseStyle | None) -> None:
        """Remember what was said under that house style."""
        key = _key(one.passage, style)
        self._known.pop(key, None)
        self._known[key] = one
        if len(self._known) > ROOM:
            del self._known[next(iter(self._known))]

    def recall(self, passage: Passage, style: HouseStyle | None) -> Examined | None:
        """What would be said about the passage, at no cost; None where it was not asked about yet."""
        known = self._known.get(_key(passage, style))
        if known is None:
            return None
        self.keep(known, style)
        return replace(known, passage=passage, usage=Usage())


def _key(passage: Passage, style: HouseStyle | None) -> _Key:
    shown = replace(passage, index=0, origins=(), end=0, composed=())
    return shown, style.model_dump_json() if style else ""
