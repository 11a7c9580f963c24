"""What every command that needs a model shares: its options, loading it, stopping it, showing progress."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from engine.build import require_processor
from engine.check import Checker, Options, Progress, settings
from engine.llm import Client
from engine.llm.errors import ModelUnusable
from models import checkups, hardware, store
from models.errors import ModelError

LONG_RUN = 100  # passages from which the expected time is said before the work goes on


def add_model_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--threads", type=_positive, default=0, metavar="N", help="processor threads to use")
    parser.add_argument("--models-dir", type=Path, metavar="PATH", help="the folder of the models")
    parser.add_argument("--quiet", action="store_true", help="no progress, no words beside the result")


@contextmanager
def loaded(
    model: Path, options: Options, args: argparse.Namespace, named: str | None = None
) -> Iterator[Checker]:
    """A checker on the model in the file `model`; Ctrl-C stops the running check and keeps what it has.
    Reports call the file `named`, where it was called so when the report to reproduce was made.

    Raises ModelError for a file that can't be used, EngineFailed when inference fails for good.
    """
    require_processor()
    say = Sayer(args.quiet)
    say(f"Loading {model.name}")
    digest = store.sha256(model)
    checkup = checkups.of(store.folder(args.models_dir), model, digest, hardware.identity())
    try:
        with Client(model, settings(options, args.threads), say) as client:
            checker = Checker(client, named or model.name, digest, options, checkup)
            with _stopping(checker.stop):
                yield checker
    except ModelUnusable as error:
        raise ModelError(f"{model.name} can't be used: {error}.") from error


@contextmanager
def _stopping(stop: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C (or SIGTERM) stops the check, the next one ends the program."""

    def handle(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        stop()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Sayer:
    """Progress for people, on stderr: one line that rewrites itself on a terminal, else few plain lines."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._live = sys.stderr.isatty()
        self._open = False

    def __call__(self, sentence: str) -> None:
        self._end_line()
        if not self._quiet:
            print(sentence, file=sys.stderr, flush=True)

    def problem(self, sentence: str) -> None:
        """Said even where progress is not."""
        self._end_line()
        print(sentence, file=sys.stderr, flush=True)

    def progress(self, name: str) -> Callable[[Progress], None]:
        """A progress callback for the draft `name`."""

        def show(progress: Progress) -> None:
            if self._quiet:
                return
            count = f"{name}: {progress.done:,} of {progress.total:,} passages"
            left = _left(progress)
            line = f"{count}, about {left} left" if left else count
            if progress.total >= LONG_RUN and progress.done == 0:
                self(f"{name}: {progress.total:,} passages; timing the first. Ctrl-C keeps what is done.")
            elif progress.total >= LONG_RUN and progress.done == 1:
                self(f"{name}: about {left} in all.")
            elif self._live:
                print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
                self._open = True
            elif progress.done and (progress.done == progress.total or progress.done % 10 == 0):
                self(line)
            if progress.done == progress.total:
                self._end_line()

        return show

    def _end_line(self) -> None:
        if self._open:
            print(file=sys.stderr)
            self._open = False


def _left(progress: Progress) -> str:
    """The time left in words, "" where nothing is known or left."""
    if not progress.done or progress.done == progress.total:
        return ""
    return in_words(progress.seconds / progress.begun * (progress.total - progress.done))


def in_words(seconds: float) -> str:
    """ "40 s", "1 min 40 s", "3 h 20 min"."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 on")
    return value
