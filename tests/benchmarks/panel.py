"""`make bench`: Evenhand's panel against what a user would write today, on the same model and passages.

The other side asks the same three agents through `llama_cpp.Llama.create_chat_completion` with a JSON
schema: one call an agent and passage, each agent with a role prompt of its own and the same definitions,
greedy, the library's defaults, as many threads. Its schemas ask for what an argument of the method holds
(claim, evidence, confidence, counterargument) and for each agent's own fields; the verifier's and
arbitrator's calls, which our side's time includes, are left out there. Loading the model is left out on both
sides; decoding our prefix is not.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import llama_cpp
from rich.console import Console
from rich.table import Table

from engine.bias.examine import Panel
from engine.bias.prompts import system
from engine.llm import Client, Settings, Usage
from engine.llm.machine import default_threads
from engine.text import Passage, read, split
from knowledge import taxonomy
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
            counterargument=LINE,
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
            counterargument=LINE,
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
            counterargument=LINE,
        ),
    ),
}


def todays_way(model: Path, passages: Sequence[Passage], threads: int) -> tuple[float, int]:
    """Seconds and generated tokens."""
    llama = llama_cpp.Llama(str(model), n_ctx=4096, n_threads=threads, verbose=False)
    started, generated = time.perf_counter(), 0
    for passage in passages:
        for role, schema in AGENTS.values():
            context = (
                f"Headline: {passage.headline}\nBefore it: {passage.before}\nAfter it: {passage.after}\n"
            )
            answer: Any = llama.create_chat_completion(
                [
                    {"role": "system", "content": f"{role}\n\n{system()}\n\nAnswer in JSON."},
                    {"role": "user", "content": f"{context}Passage: {passage.text}"},
                ],
                response_format={"type": "json_object", "schema": schema},
                temperature=0.0,
                max_tokens=512,
            )
            generated += answer["usage"]["completion_tokens"]
        _say(f"today's way: {passage.index + 1} of {len(passages)}")
    seconds = time.perf_counter() - started
    llama.close()
    return seconds, generated


def evenhand(model: Path, passages: Sequence[Passage], threads: int) -> tuple[float, Usage]:
    with Client(model, Settings(threads=threads)) as client:
        panel = Panel(client)
        started, usage = time.perf_counter(), Usage()
        for one in panel.examine(passages):
            usage += one.usage
            _say(f"Evenhand: {one.passage.index + 1} of {len(passages)}")
        return time.perf_counter() - started, usage


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.panel")
    parser.add_argument("--model", default="starter")
    parser.add_argument("--passages", type=int, default=8)
    args = parser.parse_args()
    model = store.find(args.model, store.folder())
    passages = _paragraphs(args.passages)
    threads = default_threads()
    naive_seconds, generated = todays_way(model, passages, threads)
    seconds, usage = evenhand(model, passages, threads)
    _report(model.name, len(passages), threads, naive_seconds, generated, seconds, usage)
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
    console.print(f"share of unavoidable positions (all but forced): {1 - usage.forced / usage.decoded:.3f}")


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
