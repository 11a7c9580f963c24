"""`make bench`: Evenhand's panel against what a user would write today, on the same model and passages.

Our side runs first; the other side then makes the very calls that the panel made (agents, counterarguments,
verifier, arbitrator), through `llama_cpp.Llama.create_chat_completion` with a JSON schema: one call each,
with the agent's role and the same definitions as system prompt, greedy, the library's defaults (its prefix
match included, which prompts that begin with a role give little to), as many threads. Loading the model is
left out on both sides; decoding our prefix is not.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import llama_cpp
from rich.console import Console
from rich.table import Table

from engine.bias.examine import Examined, Panel
from engine.bias.prompts import system
from engine.llm import Ask, Client, Settings, Usage
from engine.llm.machine import default_threads
from engine.llm.messages import Prompt, RawAnswer
from engine.text import Passage, read, split
from knowledge import matcher, taxonomy
from models import store

SAMPLES = Path(__file__).parents[1] / "samples"
LINE = {"type": "string", "maxLength": 120}
PERCENT = {"type": "integer", "minimum": 0, "maximum": 100}


def _object(**properties: object) -> dict[str, object]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _list(most: int, **properties: object) -> dict[str, object]:
    return {"type": "array", "maxItems": most, "items": _object(**properties)}


CLAIM = {"enum": ["biased", "neutral", "uncertain"]}
AGENTS: dict[str, tuple[str, dict[str, object]]] = {
    "bias": (
        "You are the bias agent. Judge whether the author's wording is slanted, and list the slanted words.",
        _object(
            claim=CLAIM,
            score=PERCENT,
            confidence=PERCENT,
            spans=_list(3, type={"enum": [one.key for one in taxonomy().types]}, quote=LINE),
        ),
    ),
    "evidence": (
        "You are the evidence agent. List loaded terms, biased phrases and unsupported claims.",
        _object(
            claim=CLAIM,
            confidence=PERCENT,
            items=_list(
                3,
                strength={"enum": ["strong", "moderate", "weak"]},
                kind={"enum": ["loaded_term", "biased_phrase", "unsupported_claim"]},
                quote=LINE,
            ),
        ),
    ),
    "framing": (
        "You are the framing agent. Name the frame, the lean, us/them language, and the words that frame.",
        _object(
            claim=CLAIM,
            confidence=PERCENT,
            frame={"enum": [one.key for one in taxonomy().frames]},
            lean={"enum": ["left", "center", "right", "none"]},
            us_them={"type": "boolean"},
            spans=_list(2, quote=LINE, explanation=LINE),
        ),
    ),
}
COUNTER = _object(counter=LINE)
VERIFIER = (
    "You are the verifier agent. Give the strongest case in ten words that the passage is neutral, then "
    "rule: is the slant the author's, or reporting of what others said?",
    _object(case=LINE, ruling={"enum": ["author", "reporting"]}),
)
ARBITRATOR = (
    "You are the arbitrator. Reviewers disagree about the passage; weigh their arguments and rule.",
    _object(ruling={"enum": ["biased", "neutral"]}, reason=LINE),
)
Call = tuple[str, dict[str, object], str]
"""Role, schema of the answer, and what the user's turn says."""


def calls(one: Examined) -> Iterator[Call]:
    """The calls that the panel made about one passage."""
    outputs = {"bias": one.outputs.bias, "evidence": one.outputs.evidence, "framing": one.outputs.framing}
    alone = f"Passage: {one.passage.text}"
    for agent, (role, schema) in AGENTS.items():
        if outputs[agent]:
            yield role, schema, alone
    for agent, (role, _) in AGENTS.items():
        if (output := outputs[agent]) and output.counter is not None:
            yield f"{role} In ten words, why could a colleague call it neutral?", COUNTER, alone
    context = "\n".join(
        f"{label}: {text}"
        for label, text in (
            ("Headline", one.passage.headline),
            ("Before it", one.passage.before),
            ("Passage", one.passage.text),
            ("After it", one.passage.after),
        )
        if text
    )
    if one.decision.debate and one.decision.debate.arbitration:
        yield *ARBITRATOR, f"{context}\nArguments: {_arguments(one)}"
    if one.decision.verification.check:
        yield *VERIFIER, context


def _arguments(one: Examined) -> str:
    return "; ".join(
        f"{argument.agent}: {argument.claim}, {', '.join(cited.quote for cited in argument.evidence)}"
        for argument in one.decision.arguments
    )


def todays_way(model: Path, made: Sequence[Sequence[Call]], threads: int) -> tuple[float, int]:
    """Seconds and generated tokens of the calls made about each passage."""
    llama = llama_cpp.Llama(str(model), n_ctx=4096, n_threads=threads, verbose=False)
    started, generated = time.perf_counter(), 0
    for number, passage in enumerate(made, 1):
        for role, schema, content in passage:
            answer: Any = llama.create_chat_completion(
                [
                    {"role": "system", "content": f"{role}\n\n{system()}\n\nAnswer in JSON."},
                    {"role": "user", "content": content},
                ],
                response_format={"type": "json_object", "schema": schema},
                temperature=0.0,
                max_tokens=512,
            )
            generated += answer["usage"]["completion_tokens"]
        _say(f"today's way: {number} of {len(made)}")
    seconds = time.perf_counter() - started
    llama.close()
    return seconds, generated


class Recorder:
    """A client that remembers what a perfect schedule would have decoded: each distinct segment that others
    branch from once, and every question, closing and sampled token."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._segments: dict[Prompt, int] = {}
        self._once = 0
        self.info = client.info

    def answer(self, asks: Sequence[Ask]) -> Iterator[tuple[int, RawAnswer]]:
        for index, raw in self._client.answer(asks):
            prompt = asks[index].prompt
            for end, segment in enumerate(prompt[:-1], 1):
                self._segments.setdefault(prompt[:end], getattr(raw.usage, segment.role))
            self._once += raw.usage.question + raw.usage.sampled
            yield index, raw

    @property
    def unavoidable(self) -> int:
        return sum(self._segments.values()) + self._once


def evenhand(
    model: Path, passages: Sequence[Passage], threads: int
) -> tuple[float, Usage, int, list[list[Call]]]:
    """Seconds, usage, unavoidable positions, and the calls made about each passage."""
    with Client(model, Settings(threads=threads)) as client:
        recorder = Recorder(client)
        panel = Panel(cast(Client, recorder))
        started, usage, made = time.perf_counter(), Usage(), []
        for one in panel.examine(passages, matcher()):
            usage += one.usage
            made.append(list(calls(one)))
            _say(f"Evenhand: {one.passage.index + 1} of {len(passages)}")
        return time.perf_counter() - started, usage, recorder.unavoidable, made


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.panel")
    parser.add_argument("--model", default="starter")
    parser.add_argument("--passages", type=int, default=8)
    args = parser.parse_args()
    model = store.find(args.model, store.folder())
    passages = _paragraphs(args.passages)
    threads = default_threads()
    seconds, usage, unavoidable, made = evenhand(model, passages, threads)
    naive_seconds, generated = todays_way(model, made, threads)
    _report(model.name, len(passages), threads, naive_seconds, generated, seconds, usage)
    print(f"calls on each side: {sum(map(len, made))}")
    print(f"share of unavoidable positions: {unavoidable / usage.decoded:.3f}")
    return 0


def _paragraphs(count: int) -> list[Passage]:
    """`count` passages spread evenly over the sample drafts, headings and other short lines left out."""
    drafts = [read(path) for path in sorted(SAMPLES.iterdir())]
    found = [passage for draft in drafts for passage in split(draft) if len(passage.text.split()) >= 20]
    chosen = [found[i * len(found) // count] for i in range(count)]
    return [replace(passage, index=index) for index, passage in enumerate(chosen)]


def _report(
    model: str, passages: int, threads: int, naive: float, generated: int, seconds: float, usage: Usage
) -> None:
    console = Console()
    table = Table(title=f"{model}, {passages} passages, {threads} threads")
    for column in ("", "seconds", "a passage", "generated tokens"):
        table.add_column(column, justify="right")
    table.add_row("create_chat_completion", f"{naive:.1f}", f"{naive / passages:.1f}", str(generated))
    table.add_row(
        "Evenhand", f"{seconds:.1f}", f"{seconds / passages:.1f}", f"{usage.sampled} + {usage.forced} forced"
    )
    console.print(table)
    console.print(f"ratio of wall time: {naive / seconds:.2f}")
    console.print(
        f"decoded positions: {usage.decoded} = prefix {usage.prefix} + headline {usage.draft} + passages "
        f"with neighbors {usage.passage} + questions and closing tokens {usage.question} "
        f"+ sampled {usage.sampled} + forced {usage.forced}; served from memory: {usage.kept}"
    )


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
