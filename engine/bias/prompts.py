"""What every agent is told before its question: one static prefix, then the passage. Agents share this
reading and branch from it, blind to each other.

The panel reads the passage alone: with slanted neighbors in view the starter calls plain sentences slanted.
Who rules on a doubtful verdict also sees the headline and the neighboring sentences.
"""

from functools import cache

from engine.llm import Answer, Ask, ChatTemplate, Choice, Part, Sampling, prompt
from engine.llm.answers import kind, longest
from engine.llm.grammar import grammar
from engine.llm.messages import SegmentRole
from engine.text import Passage
from engine.text.quotations import MARKS
from knowledge import taxonomy

_MOST_SPEAKERS = 3
_FIRST_WORDS = 4


@cache
def system() -> str:
    """Role and definitions: 10 categories (Appendix C), 7 types (Appendix B), 12 frames (section 3.2)."""
    known = taxonomy()
    kinds = "\n".join(f"{one.name}: {one.definition}" for one in known.categories)
    types = ", ".join(one.name.lower() for one in known.types)
    frames = ", ".join(one.name.lower() for one in known.frames)
    return (
        "You check news copy for media bias.\n\n"
        f"Kinds of bias:\n{kinds}\n\nTypes of slanted words: {types}.\nFrames: {frames}."
    )


def reading(passage: Passage) -> list[Part]:
    return [Part("passage", "Passage:\n"), Part("passage", passage.text, trusted=False), *_quoted(passage)]


def _quoted(passage: Passage) -> list[Part]:
    """Which words are not the author's; nothing where all are."""
    if not passage.quoted:
        return []
    speakers = list(dict.fromkeys(one.speaker for one in passage.quoted if one.speaker))[:_MOST_SPEAKERS]
    unmarked = [one for one in passage.quoted if passage.text[one.start] not in MARKS]
    parts = [Part("passage", "\n(All of it" if _is_all_quoted(passage) else "\n(What is in quotation marks")]
    if unmarked and not _is_all_quoted(passage):
        parts = [Part("passage", "\n(What begins")]
        for one in unmarked:
            words = " ".join(passage.text[one.start : one.end].split(" ")[:_FIRST_WORDS])
            parts += [Part("passage", " “"), Part("passage", words, trusted=False), Part("passage", "”")]
        parts.append(Part("passage", ", and what is in quotation marks,"))
    parts.append(Part("passage", " is quoted"))
    for number, speaker in enumerate(speakers):
        parts += [Part("passage", " and " if number else " from "), Part("passage", speaker, trusted=False)]
    return [*parts, Part("passage", ", not the author's words.)")]


def _is_all_quoted(passage: Passage) -> bool:
    done = 0
    for one in passage.quoted:
        if any(character.isalnum() for character in passage.text[done : one.start]):
            return False
        done = one.end
    return not any(character.isalnum() for character in passage.text[done:])


def surroundings(passage: Passage) -> list[Part]:
    """Headline and neighbors: context that is never quoted."""
    context: list[tuple[SegmentRole, str, str]] = [
        ("draft", "Headline", passage.headline),
        ("passage", "Before it", passage.before),
        ("passage", "After it", passage.after),
    ]
    parts: list[Part] = []
    for role, label, text in context:
        if text:
            parts += [Part(role, f"{label}:\n"), Part(role, text, trusted=False), Part(role, "\n\n")]
    return parts


def ask(
    template: ChatTemplate,
    passage: Passage,
    question: str | list[Part],
    answer: type[Answer],
    sampling: Sampling | None = None,
    in_context: bool = False,
    zero: float = 0.0,
) -> Ask:
    """`question` about `passage`, to be answered as `answer`, whose claim is biased from a margin of `zero`
    nats over neutral on."""
    asked = [Part("question", question)] if isinstance(question, str) else question
    around = surroundings(passage) if in_context else []
    return Ask(
        prompt=prompt(template, system(), [*around, *reading(passage), Part("question", "\n\n"), *asked]),
        grammar=grammar(answer, passage.text),
        max_tokens=longest(answer),
        sampling=sampling or Sampling(),
        offsets=((_word(answer), -zero),) if zero else (),
    )


def _word(answer: type[Answer]) -> str:
    """What the model writes for a claim of bias."""
    claim = kind(answer, "claim")
    assert isinstance(claim, Choice)
    return next(word for word, value in claim.options.items() if value == "biased")
