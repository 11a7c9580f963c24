"""How long matching takes on a draft of 1,000 words: at most 5 ms, however large the lexicon.

`python -m tests.benchmarks.matching` exits with 1 where it takes longer. Both lexicons are timed in one run:
the one that ships, and the same with ten times as many terms.
"""

import sys
import time
from dataclasses import replace
from pathlib import Path

from engine.text import read
from knowledge import Knowledge, Matcher, shipped

SAMPLES = Path(__file__).parents[1] / "samples"
WORDS, BOUND_MS, ROUNDS = 1000, 5.0, 51
LARGER = 10


def larger(knowledge: Knowledge) -> Knowledge:
    """The same and `LARGER - 1` copies of each term with a made-up ending, none of which occurs."""
    copies = tuple(
        term.model_copy(
            update={"term": f"{term.term}q{n}x", "forms": tuple(f"{form}q{n}x" for form in term.forms)}
        )
        for term in knowledge.lexicon
        for n in range(LARGER - 1)
    )
    return replace(knowledge, lexicon=knowledge.lexicon + copies)


def milliseconds(matcher: Matcher, text: str) -> float:
    """The least of some drafts that differ by a word, since a matcher remembers the last ones: what other
    programs take is not ours."""
    times = []
    for round_ in range(ROUNDS):
        draft = f"{text} {round_}"
        started = time.perf_counter()
        matcher.match(draft)
        times.append(time.perf_counter() - started)
    return min(times) * 1000


def _rant(text: str) -> str:
    """The draft with every 20th word replaced by a loaded one."""
    loaded = [term.term for term in shipped().lexicon if " " not in term.term and term.score >= 0.8]
    words = text.split(" ")
    for place in range(0, len(words), 20):
        words[place] = loaded[place % len(loaded)]
    return " ".join(words)


def main() -> int:
    words = " ".join(read(path).text for path in sorted(SAMPLES.iterdir())).split(" ")
    text = " ".join((words * (WORDS // len(words) + 1))[:WORDS])
    result = 0
    drafts = {"the samples": text, "a rant": _rant(text)}
    for name, knowledge in (("shipped", shipped()), (f"{LARGER} times as large", larger(shipped()))):
        matcher = Matcher(knowledge)
        for draft, content in drafts.items():
            hits, took = len(matcher.match(content)), milliseconds(matcher, content)
            print(f"{name}, {len(knowledge.lexicon):,} terms; {draft}, {hits} hits: {took:.2f} ms")
            result |= took > BOUND_MS
    print(f"bound: {BOUND_MS} ms")
    return result


if __name__ == "__main__":
    sys.exit(main())
