"""Checking a draft, whole: the one service behind the command line and the window."""

import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from engine.bias.calibration import Calibration
from engine.bias.examine import Examined, Panel, Stage
from engine.bias.memory import Memory
from engine.bias.policy import Policy
from engine.bias.preprocessing import preprocess
from engine.llm import Cancelled, Client, DoesNotFit, ModelUnusable, Settings, Usage
from engine.report.build import build
from engine.report.canonical import seal
from engine.report.manifest import manifest
from engine.report.schema import Circumstances, ReportFile
from engine.text import Document, Granularity, Passage, UnreadableDraft, remarks_on
from knowledge import styled
from knowledge.house_style import HouseStyle
from models.checkups import Checkup

CONTEXT: dict[Granularity, int] = {"sentence": 4096, "passage": 4096, "whole": 16384}
LEAST_PASSAGE = 200  # tokens
PROMPT_ROOM = 2000  # tokens beside the passage: definitions, context, question, answer


@dataclass(frozen=True)
class Options:
    """What a person may choose; all of it is in the manifest."""

    seed: int = 0
    passes: int = 1
    granularity: Granularity = "passage"
    policy: Policy = "default"
    gpu_layers: int = 0


@dataclass(frozen=True)
class Progress:
    """`done` of `total` passages are examined, the last of them `latest`, after `seconds`; the agents have
    read `begun` of them, since they take a few at a time where the model's schedule allows, and `to_ask` are
    still to be asked about: neither counts the passages that were remembered."""

    done: int
    total: int
    begun: int
    seconds: float
    latest: Examined | None
    to_ask: int = 0


class Checker:
    """Checks drafts on one loaded model, whose file has the given name and SHA-256, by its `calibration`
    under the default policy; reports tell of its `checkup` on this machine.

    With a `memory`, which belongs to this model and these options, only passages that are not in it are asked
    about; the report has the same bytes. `asking` is told who is asked next.
    """

    def __init__(
        self,
        client: Client,
        model_file: str,
        model_sha256: str,
        options: Options,
        calibration: Calibration | None = None,
        checkup: Checkup | None = None,
        memory: Memory | None = None,
        asking: Callable[[Stage], None] = lambda _stage: None,
    ) -> None:
        self._client = client
        self._checkup = checkup
        self._memory = memory
        self._options = options
        self._stopped = False
        self._panel = Panel(
            client,
            passes=options.passes,
            seed=options.seed,
            policy=options.policy,
            calibration=calibration,
            stopped=lambda: self._stopped,
            asking=asking,
        )
        self._manifest = manifest(
            client.info,
            file=model_file,
            sha256=model_sha256,
            seed=options.seed,
            passes=options.passes,
            granularity=options.granularity,
            policy=options.policy,
            gpu_layers=options.gpu_layers,
            calibration=calibration,
        )

    def stop(self) -> None:
        """End the running check as soon as possible and begin no other; for a signal handler or a thread."""
        self._stopped = True
        self._client.cancel()

    def check(
        self,
        document: Document,
        progress: Callable[[Progress], None] = lambda _progress: None,
        only: int | None = None,
        style: HouseStyle | None = None,
    ) -> ReportFile:
        """The report of a draft, or of its first `only` passages, by the newsroom's `style` if there is one.
        After `stop`, of what was done until then, with `complete` False.

        Raises:
            UnreadableDraft: the draft as a whole, or a part of it, is longer than the model's context.
            Cancelled: stopped before the first passage was done.
            EngineFailed, ModelUnusable: the inference process failed for good, or can't be restarted.
        """
        started = time.perf_counter()
        limit = self._client.info.context - PROMPT_ROOM
        if limit < LEAST_PASSAGE:
            raise ModelUnusable(
                f"its context of {self._client.info.context} tokens is too small for this work"
            )
        draft = preprocess(document, self._options.granularity, self._client.count_tokens, limit)
        wanted = draft.passages[:only]
        examined: list[Examined] = []
        width = self._client.info.width
        known = {one.index: self._recall(one, style) for one in wanted}
        asked = [one for one in wanted if not known[one.index]]
        progress(Progress(0, len(wanted), 0, 0.0, None, len(asked)))
        answers = self._panel.examine(asked, styled(style))
        heard = 0
        for one in self._until_stopped(self._in_order(wanted, known, answers), document.name):
            examined.append(one)
            heard += not known[one.passage.index]
            self._keep(one, style)
            begun = min(-(-heard // width) * width, len(asked))
            seconds = time.perf_counter() - started
            progress(Progress(len(examined), len(wanted), begun, seconds, one, len(asked) - heard))
        if wanted and not examined:
            raise Cancelled("stopped before the first passage")
        manifest = self._manifest.model_copy(update={"house_style": style})
        report = build(document, draft, manifest, examined)
        circumstances = Circumstances(
            draft_name=document.name,
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            seconds=round(time.perf_counter() - started, 2),
            threads=self._client.info.threads,
            batch_width=self._client.info.width,
            host=f"{platform.system()} {platform.machine()}",
            checkup=self._checkup,
            usage=vars(sum((one.usage for one in examined), Usage())),
            remarks=remarks_on(document),
        )
        return seal(report, circumstances)

    def _recall(self, passage: Passage, style: HouseStyle | None) -> Examined | None:
        return self._memory.recall(passage, style) if self._memory else None

    def _keep(self, one: Examined, style: HouseStyle | None) -> None:
        if self._memory:
            self._memory.keep(one, style)

    def _in_order(
        self, wanted: Sequence[Passage], known: Mapping[int, Examined | None], asked: Iterator[Examined]
    ) -> Iterator[Examined]:
        for passage in wanted:
            yield known[passage.index] or next(asked)

    def _until_stopped(self, examined: Iterator[Examined], name: str) -> Iterator[Examined]:
        try:
            while not self._stopped and (one := next(examined, None)):
                yield one
        except Cancelled:
            return
        except DoesNotFit as error:
            raise UnreadableDraft(
                f"{name} has a passage that this model's context can't hold ({error}): "
                "shorten its headline and longest sentences, or choose another model."
            ) from error


def settings(options: Options, threads: int = 0) -> Settings:
    """How to load a model for these options."""
    return Settings(context=CONTEXT[options.granularity], threads=threads, gpu_layers=options.gpu_layers)
