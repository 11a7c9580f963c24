"""The PreprocessingAgent (section 3.1): clean text, metadata and passages; deterministic, no model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.bias import constants
from engine.text import Document, Granularity, Passage, UnreadableDraft, only_voice, split
from engine.text.fitting import fit


@dataclass(frozen=True)
class Preprocessed:
    """A draft ready for the panel, and what is known of it without a model."""

    passages: tuple[Passage, ...]
    title: str | None
    words: int
    sentences: int


def preprocess(
    document: Document, granularity: Granularity, count: Callable[[Sequence[str]], Sequence[int]], limit: int
) -> Preprocessed:
    """Passages of at most `limit` tokens, as `count` counts them.

    Raises:
        UnreadableDraft: the draft is to be read as a whole and is longer than that.
    """
    one_sided = only_voice(document.quotations) >= constants.ONE_SIDED_QUOTES
    whole = [replace(one, one_sided=one_sided) for one in split(document, granularity)]
    passages = fit(whole, count, limit)
    if granularity == "whole" and len(passages) > len(whole):
        raise UnreadableDraft(
            f"{document.name} is too long to be read as a whole by this model: "
            "leave out --granularity whole, so that it is read in passages."
        )
    return Preprocessed(
        passages=passages,
        title=document.title,
        words=sum(len(passage.text.split()) for passage in passages),
        sentences=sum(len(passage.sentences) for passage in passages),
    )
