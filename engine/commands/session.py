"""What every command that needs a model shares: its options, loading it, stopping it, showing progress."""

import argparse
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from engine.bias import calibrations
from engine.build import require_processor
from engine.check import Checker, Options, Progress, settings
from engine.llm import Client, Settings
from engine.llm.errors import ModelUnusable
from engine.report.schema import Manifest
from models import checkups, hardware, store
from models.errors import ModelError

LONG_RUN = 100  # passages from which the expected time is said before the work goes on


def add_model_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--threads", type=_positive, default=0, metavar="N", help="processor threads to use")
    parser.add_argument("--models-dir", type=Path, metavar="PATH", help="the folder of the models")
    parser.add_argument("--quiet", action="store_true", help="no progress, no words beside the result")


@contextmanager
def loaded(
    model: Path, options: Options, args: argparse.Namespace, made: Manifest | None = None
) -> Iterator[Checker]:
    """A checker on the model in the file `model`; Ctrl-C stops the running check and keeps what it has.
    `made` is the manifest of a report to reproduce: what it calls the file, and by which calibration it was
    made, stays.

    Raises as `opened` does.
    """
    say, folder = Sayer(args.quiet), store.folder(args.models_dir)
    with opened(model, settings(options, args.threads), say) as client:
        digest = store.sha256(model)
        calibration = made.calibration if made else calibrations.of(folder, model, digest)
        if not (made or calibration) and options.policy == "default":
            say(
                f"{model.name} was never calibrated: `evenhand models checkup` does that, for surer verdicts."
            )
        checkup = checkups.of(folder, model, digest, hardware.identity())
        name = made.model.file if made else model.name
        checker = Checker(client, name, digest, options, calibration, checkup)
        with stopping(checker.stop):
            yield checker


@contextmanager
def opened(model: Path, settings: Settings, say: "Sayer") -> Iterator[Client]:
    """The model in the file `model`, loaded.

    Raises ModelError for a file that can't be used, EngineFailed when inference fails for good.
    """
    require_processor()
    say(f"Loading {model.name}")
    try:
        with Client(model, settings, say) as client:
            yield client
    except ModelUnusable as error:
        raise ModelError(f"{model.name} can't be used: {error}.") from error


@contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C (or SIGTERM) stops the work, the next one ends the program."""

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
        self._since = 0.0

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

    def calibration(self, done: int, total: int) -> None:
        """Progress of a calibration, by sentences."""
        if done == 0:
            self._since = time.perf_counter()
        if done % 10 == 0:
            spent = time.perf_counter() - self._since
            left = f", about {in_words(spent / done * (total - done))} left" if done else ""
            self(f"Calibrating: {done} of {total} invented sentences{left}")

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
