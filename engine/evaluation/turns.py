"""The turns of a run: each model of the lineup is asked about all items, and with the last one they are ruled
on."""

import time
from collections.abc import Callable, Iterator, Sequence

from engine.bias.decision import AgentName
from engine.check import Progress
from engine.evaluation.drafts import Draft
from engine.evaluation.evaluate import Evaluator
from engine.evaluation.lineup import together
from engine.evaluation.results import Asked, Heard
from engine.evaluation.runs import Run, UnusableRun

Show = Callable[[Progress], None]


def hear(
    run: Run,
    model: str,
    voices: Sequence[AgentName],
    evaluator: Evaluator,
    drafts: Sequence[Draft],
    show: Show,
) -> None:
    """Keep what the model with the SHA-256 `model` says with its voices about the items that are not done."""
    known = run.kept(model).keys() | run.done_ids
    left = [draft for draft in drafts if draft.item.id not in known]
    for group in _groups(left, evaluator, show):
        for heard in evaluator.hear(group, voices):
            run.keep(model, heard)


def rule(
    run: Run,
    others: Sequence[str],
    voices: Sequence[AgentName],
    evaluator: Evaluator,
    drafts: Sequence[Draft],
    show: Show,
) -> None:
    """Store the rulings on the items that are not done. `others` are the SHA-256 of the models that have
    spoken, and `voices` those left for the last one.

    Raises UnusableRun where another model read other passages.
    """
    kept = [run.kept(model) for model in others]
    left = [draft for draft in drafts if draft.item.id not in run.done_ids]
    for group in _groups(left, evaluator, show):
        if others:
            own = evaluator.hear(group, voices)
            panel = [
                _together(draft, [heard, *(one[heard.id] for one in kept)])
                for draft, heard in zip(group, own, strict=True)
            ]
        else:
            panel = evaluator.ask(group)
        for draft, asked in zip(group, panel, strict=True):
            run.append(*evaluator.rule(draft, asked))


def _together(draft: Draft, heard: Sequence[Heard]) -> Asked:
    try:
        return together(draft.passages, heard)
    except ValueError as error:
        raise UnusableRun(
            f"The models cut the item {draft.item.id} into other passages, since their tokens differ: "
            "choose a smaller granularity."
        ) from error


def _groups(drafts: Sequence[Draft], evaluator: Evaluator, show: Show) -> Iterator[list[Draft]]:
    """Items in their order, as many at a time as the model's schedule can use; the progress when they are
    done, after which the model's answers are forgotten."""
    total = sum(len(draft.passages) for draft in drafts)
    started = time.perf_counter()
    done = 0
    show(Progress(0, total, 0, 0.0, None))
    group: list[Draft] = []
    waiting = 0
    for number, draft in enumerate(drafts, 1):
        group.append(draft)
        waiting += len(draft.passages)
        if waiting < evaluator.width and number < len(drafts):
            continue
        yield group
        evaluator.forget()
        done += waiting
        group, waiting = [], 0
        show(Progress(done, total, done, time.perf_counter() - started, None))
