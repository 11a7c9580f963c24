"""The word heat: a passage with the reading by likelihood laid over its words."""

from dataclasses import dataclass

from engine.bias import constants
from engine.bias.outputs import WordRatio
from engine.report.schema import PassageReport

STRONGEST = 0.50
"""The share of its color in a word's background from CHANNEL_LIMIT on; ink stays readable on it."""
NAMED = 3  # words of each side that are told in numbers too


@dataclass(frozen=True)
class Warm:
    """A word, or what stands between two. `ratio` is in nats, positive toward commentary, None for what is
    no word; `share`, 0 to STRONGEST, is how much of its color the background has."""

    text: str
    ratio: float | None = None
    share: float = 0.0


@dataclass(frozen=True)
class Heat:
    pieces: tuple[Warm, ...]  # together the passage's text
    commentary: tuple[WordRatio, ...]  # the words that lean that way most, strongest first
    report: tuple[WordRatio, ...]


def heat(passage: PassageReport) -> Heat | None:
    """None where the passage was not read by likelihood."""
    read = passage.outputs.likelihood
    if read is None:
        return None
    pieces, at = [], passage.start
    for word in read.words:
        pieces.append(Warm(passage.text[at - passage.start : word.start - passage.start]))
        text = passage.text[word.start - passage.start : word.end - passage.start]
        pieces.append(Warm(text, word.ratio, share(word.ratio)))
        at = word.end
    pieces.append(Warm(passage.text[at - passage.start :]))
    in_order = sorted(read.words, key=lambda word: -word.ratio)
    leaning = [word for word in in_order if abs(word.ratio) >= constants.CHANNEL_NEIGHBOR]
    return Heat(
        pieces=tuple(piece for piece in pieces if piece.text),
        commentary=tuple(word for word in leaning if word.ratio > 0.0)[:NAMED],
        report=tuple(word for word in reversed(leaning) if word.ratio < 0.0)[:NAMED],
    )


def share(ratio: float) -> float:
    return STRONGEST * min(1.0, abs(ratio) / constants.CHANNEL_LIMIT)
