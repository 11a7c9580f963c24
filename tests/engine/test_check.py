"""The check service on the real test model: the same bytes however it is run, and every quote verbatim."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.bias import evidence_agent, framing_agent
from engine.bias.calibration import Calibration, Zero
from engine.bias.decision import CitedEvidence
from engine.bias.examine import Examined, Panel
from engine.bias.outputs import Record, Span
from engine.bias.policy import Policy
from engine.bias.preprocessing import Preprocessed, preprocess
from engine.check import PROMPT_ROOM, Checker, Options, Progress, settings
from engine.llm import Cancelled, ChatTemplate, Client
from engine.report.build import build
from engine.report.canonical import from_json, seal, to_json
from engine.report.schema import ReportFile
from engine.text import Document, read, read_bytes, split
from knowledge import matcher
from models import store
from tests.engine.running import NEUTRAL, SLANTED, calibration_of

SAMPLES = sorted((Path(__file__).parents[1] / "samples").glob("*.*"))
FIRST = 4  # passages of the sample: its headline, a byline, plain reporting and slant


@pytest.fixture(scope="module")
def sample() -> Document:
    return read(next(path for path in SAMPLES if path.name == "parking-fees.md"))


@pytest.fixture(scope="module")
def checker(client: Client, test_model: Path) -> Checker:
    return Checker(client, test_model.name, store.sha256(test_model), Options())


@pytest.fixture(scope="module")
def passages(client: Client, sample: Document) -> Preprocessed:
    return preprocess(sample, "passage", client.count_tokens, client.info.context - PROMPT_ROOM)


@pytest.fixture(scope="module")
def told() -> list[Progress]:
    return []


@pytest.fixture(scope="module")
def batch(checker: Checker, sample: Document, told: list[Progress]) -> ReportFile:
    """The first passages of the sample, examined together."""
    return checker.check(sample, told.append, only=FIRST)


def spans_in(value: object) -> Iterator[Span]:
    """Every span in a record, at any depth."""
    if isinstance(value, Span):
        yield value
    if isinstance(value, Record):
        for name in type(value).model_fields:
            yield from spans_in(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from spans_in(item)


def misquotes(file: ReportFile, document: Document) -> list[Span]:
    """The spans of a report that don't stand in the draft as they say; what was found nowhere is rejected."""
    return [
        span
        for span in spans_in(file.report)
        if not (isinstance(span, CitedEvidence) and span.match == "none")
        and not (span.quote and document.text[span.start : span.end] == span.quote)
    ]


@pytest.fixture(scope="module")
def digest(sample: Document, passages: Preprocessed, batch: ReportFile) -> Callable[..., str]:
    """The canonical SHA-256 of a report of some of the passages."""

    def of(examined: Iterable[Examined]) -> str:
        in_order = sorted(examined, key=lambda one: one.passage.index)
        return seal(build(sample, passages, batch.report.manifest, in_order), batch.circumstances).sha256

    return of


@pytest.fixture(scope="module")
def together(batch: ReportFile, told: list[Progress]) -> list[Examined]:
    """The sample's headline and its slanted paragraph, as they came out of the batch."""
    examined = [one.latest for one in told if one.latest]
    return [examined[0], examined[-1]]


def test_alone_and_in_another_order_the_bytes_are_the_same(
    client: Client, together: list[Examined], digest: Callable[..., str]
) -> None:
    headline, slanted = (one.passage for one in together)
    panel = Panel(client)
    assert digest([*panel.examine([slanted], matcher()), *panel.examine([headline], matcher())]) == digest(
        together
    )
    assert digest(panel.examine([slanted, headline], matcher())) == digest(together)


def test_one_answer_at_a_time_and_one_thread_give_the_same_bytes(
    test_model: Path, together: list[Examined], digest: Callable[..., str]
) -> None:
    assert all(one.outputs.likelihood for one in together)  # what is read by likelihood included
    with Client(test_model, replace(settings(Options()), width=1, threads=1)) as narrow:
        assert (narrow.info.width, narrow.info.threads) == (1, 1)
        assert digest(Panel(narrow).examine([one.passage for one in together], matcher())) == digest(together)


def test_a_complete_reading_asks_all_agents_where_the_policy_would_stop_early(client: Client) -> None:
    panel = Panel(client, policy="published")  # under which the test model is sure of itself
    [passage] = split(read_bytes(NEUTRAL.encode(), "neutral.txt"))
    [early] = panel.ask([passage], matcher())
    assert panel.decide(passage, early).path == "early_exit"
    assert (early.evidence, early.framing) == (None, None)
    [complete] = panel.ask([passage], matcher(), complete=True)
    assert complete.evidence and complete.framing
    assert complete.model_copy(update={"evidence": None, "framing": None}) == early
    assert panel.decide(passage, complete).path == "early_exit"


def test_a_calibration_counts_under_the_default_policy_alone(known: Client, test_model: Path) -> None:
    document = read_bytes(SLANTED.encode(), "draft.txt")
    moved = calibration_of("any", bias=Zero(zero=-40.0, slope=1.0), likelihood=Zero(zero=0.0, slope=0.5))

    def digest(policy: Policy, calibration: Calibration | None) -> str:
        return (
            Checker(known, test_model.name, "any", Options(policy=policy), calibration).check(document).sha256
        )

    assert digest("published", moved) == digest("published", None)
    assert digest("default", moved) != digest("default", None)


def test_a_report_read_back_is_the_report(batch: ReportFile) -> None:
    assert from_json(to_json(batch)) == batch
    assert not batch.report.verdict.complete


def test_progress_counts_passages_and_shows_each(batch: ReportFile, told: list[Progress]) -> None:
    assert [one.done for one in told] == [0, 1, 2, 3, 4]
    assert {one.total for one in told} == {FIRST}
    assert [one.begun for one in told] == [0, 4, 4, 4, 4]
    assert told[0].latest is None
    assert [one.latest.passage.index for one in told[1:] if one.latest] == [0, 1, 2, 3]
    assert sorted(one.seconds for one in told) == [one.seconds for one in told]


def test_quotes_stand_verbatim_in_the_draft(batch: ReportFile, sample: Document) -> None:
    assert len(list(spans_in(batch.report))) > FIRST
    assert misquotes(batch, sample) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_quote_of_every_sample_stands_verbatim(checker: Checker, path: Path) -> None:
    document = read(path)
    file = checker.check(document)
    assert file.report.verdict.complete
    assert list(spans_in(file.report))
    assert misquotes(file, document) == []


@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"word{number}" for number in range(10_000)),
        "The council met on Tuesday and voted on the budget after a long debate. " * 800,
        "the council met on tuesday and voted on the budget after a long debate " * 800,
        "\u4ed6\u4eec\u5728\u661f\u671f\u4e8c\u7684\u4f1a\u8bae\u4e0a\u6295\u7968\uff0c" * 1000,
        "# " + "The council met on Tuesday and voted again. " * 400 + "\n\nOne short paragraph.\n",
    ],
    ids=["words", "sentences", "no periods", "no spaces", "headline"],
)
def test_a_paragraph_of_ten_thousand_words_fits_the_context_in_passages(client: Client, text: str) -> None:
    room = client.info.context
    draft = preprocess(
        read_bytes(text.encode(), "draft.md"), "passage", client.count_tokens, room - PROMPT_ROOM
    )
    template = ChatTemplate(client.info)
    for passage in [*draft.passages[:3], draft.passages[len(draft.passages) // 2], *draft.passages[-3:]]:
        for ask in (
            evidence_agent.evidence_ask(template, passage),
            framing_agent.framing_ask(template, passage),
        ):
            pieces = [piece.text for segment in ask.prompt for piece in segment.pieces]
            assert sum(client.count_tokens(pieces)) + 600 <= room  # 600: for the answer, at most


def test_stopping_during_a_job_keeps_what_was_done(client: Client, test_model: Path) -> None:
    checker = Checker(client, test_model.name, "any", Options())
    draft = read_bytes("\n\n".join([NEUTRAL] * 8).encode(), "draft.txt")
    stopped: list[float] = []

    def stop() -> None:
        stopped.append(time.monotonic())
        checker.stop()

    def soon(progress: Progress) -> None:
        if progress.done == client.info.width:  # a group is done, the next is being asked from here on
            threading.Timer(0.3, stop).start()

    file = checker.check(draft, soon)
    assert time.monotonic() - stopped[0] < 1.0
    assert file.report.verdict.passages == client.info.width
    assert not file.report.verdict.complete
    with pytest.raises(Cancelled):  # a stopped checker begins nothing more
        checker.check(draft)
