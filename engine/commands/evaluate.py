"""`evenhand evaluate`: a labelled dataset in, a run and its summary out; a run in, its summary again."""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from threading import Event

from rich.console import Console
from rich.table import Table

from engine.bias import calibrations
from engine.check import LEAST_PASSAGE, PROMPT_ROOM, Options, settings
from engine.commands.codes import DONE, FOUND, UNUSABLE
from engine.commands.session import Sayer, add_model_options, opened, stopping
from engine.evaluation.bootstrap import Estimate
from engine.evaluation.configurations import CONFIGURATIONS
from engine.evaluation.datasets import CLASSES, Item, UnusableDataset, read
from engine.evaluation.drafts import draft
from engine.evaluation.evaluate import Evaluator, Method
from engine.evaluation.figures import Figures
from engine.evaluation.lineup import UnusableLineup, calibrated, lineup
from engine.evaluation.manifest import manifest
from engine.evaluation.repeat import difference
from engine.evaluation.runs import Run, StoredRun, UnusableRun
from engine.evaluation.sampling import in_half, sample
from engine.evaluation.turns import hear, rule
from engine.evaluation.voices import PASSES
from engine.llm import Cancelled, Client, DoesNotFit, ModelUnusable
from engine.report.safe import for_terminal
from knowledge import matcher
from models import store

DEFAULT = [name for name in CONFIGURATIONS if name != "published"]
SHOWN = ("accuracy", "precision", "recall", "AUC", "macro-F1")


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "evaluate",
        help="measure the panel on labelled text",
        description="Examines the items of a dataset and stores all that was said and decided. The same "
        "command goes on with a run that was stopped. Given the folder of a run, it computes the summary "
        "again, without a model.",
    )
    parser.add_argument("source", type=Path, metavar="DATASET|RUN")
    parser.add_argument("--task", choices=list(CLASSES), default="bias", help="default: bias")
    parser.add_argument(
        "--config",
        nargs="+",
        action="extend",
        choices=list(CONFIGURATIONS),
        metavar="NAME",
        help=f"any of {', '.join(CONFIGURATIONS)}; default: all but published, which is asked by itself",
    )
    parser.add_argument("--half", choices=["tune", "report", "all"], default="all", help="default: all")
    parser.add_argument("--limit", type=_positive, metavar="N", help="a stratified sample of that size")
    parser.add_argument("--seed", type=_natural, default=0, metavar="S", help="of the sample and the panel")
    parser.add_argument("--model", default="starter", metavar="NAME|PATH", help="default: starter")
    parser.add_argument("--models", metavar="VOICE=NAME,...", help="another model for a voice of the panel")
    parser.add_argument("--policy", choices=["default", "published"], default="default")
    parser.add_argument("--granularity", choices=["sentence", "passage", "whole"], default="passage")
    parser.add_argument("--out", type=Path, metavar="RUN", help="default: a folder of the dataset and date")
    parser.add_argument("--against", type=Path, metavar="RUN", help="compare what two runs stored")
    add_model_options(parser)
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Makes or goes on with a run, or looks at a stored one.

    Raises ModelError, EngineFailed; Cancelled when stopped.
    """
    say = Sayer(args.quiet)
    try:
        if args.source.is_dir():
            return _compare(args.source, args.against) if args.against else _summarize(args.source)
        if args.task != "bias":
            say.problem(f"The {args.task} task has no engine yet, so there is nothing to measure: use bias.")
            return UNUSABLE
        folder = args.out or Path(f"{args.source.stem}-{date.today().isoformat()}")
        _make(folder, args, say)
        say("Computing the summary")
        code = _summarize(folder)
        return _compare(folder, args.against) if args.against else code
    except (UnusableDataset, UnusableLineup, UnusableRun) as error:
        say.problem(str(error))
        return UNUSABLE
    except DoesNotFit as error:
        say.problem(f"An item is too long for this model's context ({error}): choose another model.")
        return UNUSABLE
    except Cancelled:
        say("What is done is stored: the same command goes on from there.")
        raise


def _make(folder: Path, args: argparse.Namespace, say: Sayer) -> None:
    """Each model of the lineup is asked in its turn; the last one makes the rulings."""
    items = _chosen(args)
    chosen, models = lineup(args.models, args.model), store.folder(args.models_dir)
    turns = chosen.turns()
    paths = {name: store.find(name, models) for name in turns}
    digests = {name: store.sha256(path) for name, path in paths.items()}
    calibration = calibrated(
        chosen, {name: calibrations.of(models, path, digests[name]) for name, path in paths.items()}
    )
    configurations = tuple(name for name in CONFIGURATIONS if name in (args.config or DEFAULT))
    method = Method(configurations, args.policy, args.seed, matcher())
    options = Options(args.seed, PASSES, args.granularity, args.policy)
    if calibration is None and "default" in method.policies():
        say("The model was never calibrated: `evenhand models checkup` does that.")
    run: Run | None = None
    with ExitStack() as held:
        for number, name in enumerate(turns, 1):
            with (
                opened(paths[name], settings(options, args.threads), say) as client,
                _stoppable(client) as stopped,
            ):
                limit = client.info.context - PROMPT_ROOM
                if limit < LEAST_PASSAGE:
                    raise ModelUnusable(f"its context of {client.info.context} tokens is too small for this")
                drafts = [draft(item, args.granularity, client.count_tokens, limit) for item in items]
                if run is None:
                    asked = manifest(
                        args.task,
                        args.source,
                        items,
                        {"half": args.half, "limit": args.limit},
                        method,
                        options,
                        {voice: paths[model] for voice, model in chosen.models.items()},
                        calibration,
                        client.info,
                    )
                    run = held.enter_context(Run(folder, asked))
                evaluator = Evaluator(client, method, calibration, stopped.is_set)
                show = say.progress(args.source.name if len(turns) == 1 else f"{args.source.name}, {name}")
                if number < len(turns):
                    hear(run, digests[name], chosen.voices(name), evaluator, drafts, show)
                else:
                    others = [digests[other] for other in turns[:-1]]
                    rule(run, others, chosen.voices(name), evaluator, drafts, show)


@contextmanager
def _stoppable(client: Client) -> Iterator[Event]:
    """Ctrl-C stops the running job and sets the event, so that no other begins."""
    stopped = Event()

    def stop() -> None:
        stopped.set()
        client.cancel()

    with stopping(stop):
        yield stopped


def _chosen(args: argparse.Namespace) -> list[Item]:
    """The items to examine. Raises UnusableDataset."""
    items = read(args.source, args.task)
    if args.half != "all":
        items = in_half(items, args.half)
    if not items:
        raise UnusableDataset(f"{args.source.name} has no item in the half {args.half}: choose all of it.")
    return sample(items, args.limit, args.seed)


def _summarize(folder: Path) -> int:
    """Raises UnusableRun."""
    from engine.evaluation.summary import HTML, MARKDOWN, summarize  # matplotlib is loaded only for this

    found = summarize(folder)
    Console().print(_table(found))
    print(f"Summary: {folder / HTML} and {folder / MARKDOWN}")
    return DONE


def _table(found: Figures) -> Table:
    estimates = found.configurations.estimates
    table = Table(title=f"{found.items} items, {found.labelled} of them labelled", box=None)
    table.add_column("configuration", no_wrap=True)
    if not estimates:
        verdicts = sorted({verdict for counts in found.verdicts.values() for verdict in counts})
        for verdict in verdicts:
            table.add_column(verdict, justify="right")
        for name, counts in found.verdicts.items():
            table.add_row(name, *(str(counts.get(verdict, 0)) for verdict in verdicts))
        return table
    for metric in SHOWN:
        table.add_column(metric, justify="right")
    table.add_column("95 % interval", no_wrap=True)
    for name, one in estimates.items():
        interval = one["macro-F1"]
        table.add_row(
            name, *(_cell(one[metric]) for metric in SHOWN), f"{interval.low:.3f} to {interval.high:.3f}"
        )
    return table


def _cell(one: Estimate) -> str:
    return "–" if one.value is None else f"{one.value:.3f}"


def _compare(folder: Path, other: Path) -> int:
    """Raises UnusableRun."""
    found = difference(StoredRun(folder).items(), StoredRun(other).items())
    if found.zero:
        print(f"The runs agree in everything that they stored about {found.items} items.")
        return DONE
    print(
        f"The runs differ: of {found.items} items in both {len(found.changed)} are stored otherwise, "
        f"{len(found.verdicts)} of them with another verdict; {len(found.missing)} are in one run only."
    )
    for name in (*found.changed, *found.missing):
        print(f"  {for_terminal(name)}")
    return FOUND


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 on")
    return value


def _natural(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 0 on")
    return value
