"""What every agent is told before its question: one static prefix, then the draft's headline, then the
passage between its neighbors. Agents share this reading and branch from it, blind to each other."""

from functools import cache

from engine.llm import Answer, Ask, ChatTemplate, Part, Sampling, prompt
from engine.llm.answers import longest
from engine.llm.grammar import grammar
from engine.text import Passage
from knowledge import taxonomy


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
    """The passage with its headline and neighbors, which are context and never quoted."""
    parts: list[Part] = []
    if passage.headline:
        parts += [Part("draft", "Headline:\n"), Part("draft", passage.headline, trusted=False)]
        parts += [Part("draft", "\n\n")]
    if passage.before:
        parts += [Part("passage", "Before it:\n"), Part("passage", passage.before, trusted=False)]
        parts += [Part("passage", "\n\n")]
    if passage.after:
        parts += [Part("passage", "After it:\n"), Part("passage", passage.after, trusted=False)]
        parts += [Part("passage", "\n\n")]
    return [*parts, Part("passage", "Passage:\n"), Part("passage", passage.text, trusted=False)]


def ask(
    template: ChatTemplate,
    passage: Passage,
    question: str | list[Part],
    answer: type[Answer],
    sampling: Sampling | None = None,
) -> Ask:
    """`question` about `passage`, to be answered as `answer`."""
    asked = [Part("question", question)] if isinstance(question, str) else question
    return Ask(
        prompt=prompt(template, system(), [*reading(passage), Part("question", "\n\n"), *asked]),
        grammar=grammar(answer, passage.text),
        max_tokens=longest(answer),
        sampling=sampling or Sampling(),
    )
