"""Prompts as segments: static text first, the draft as untrusted data, a short question last."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.llm.messages import Piece, Prompt, Segment, SegmentRole
from engine.llm.template import ChatTemplate


@dataclass(frozen=True)
class Part:
    """A stretch of the user's turn; consecutive parts of one role are decoded, and kept, together."""

    role: SegmentRole
    text: str
    trusted: bool = True


def prompt(template: ChatTemplate, system: str, user: Sequence[Part]) -> Prompt:
    """The conversation `system`, `user` up to where the model's answer begins.

    The last part must be a question: what closes the user's turn is decoded with it.
    """
    before, after = template.around(system)
    parts = [Part("prefix", before), *user, Part("question", after)]
    return tuple(
        Segment(role, tuple(Piece(part.text, part.trusted) for part in group if part.text))
        for role, group in groupby(parts, key=lambda part: part.role)
    )
