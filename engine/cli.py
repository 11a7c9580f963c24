"""The command `evenhand`."""

import argparse
import os
import sys
from importlib.metadata import version

from engine.commands import check, evaluate, export, knowledge, models, reproduce
from engine.commands.codes import ENGINE, MODEL, STOPPED, UNUSABLE
from engine.llm.errors import Cancelled, EngineFailed
from engine.text import UnreadableDraft
from knowledge.house_style import UnusableStyle
from models.errors import ModelError


def main(argv: list[str] | None = None) -> int:
    """Run one command; whatever goes wrong is one sentence on stderr and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    args = _parser().parse_args(argv)
    try:
        code: int = args.handler(args)
        sys.stdout.flush()
    except (UnreadableDraft, UnusableStyle) as error:
        return _fail(str(error), UNUSABLE)
    except ModelError as error:
        return _fail(str(error), MODEL)
    except EngineFailed as error:
        return _fail(f"The engine failed: {error}. Try again; if it fails again, report it.", ENGINE)
    except (KeyboardInterrupt, Cancelled):
        return _fail("Stopped.", STOPPED)
    except BrokenPipeError:  # the reader of our output has gone: nothing left to say
        _drop_output()
        return STOPPED
    except OSError as error:
        _drop_output()
        return _fail(f"The result could not be written ({error}): free some space or memory.", UNUSABLE)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="evenhand",
        description="A second read of a draft for media bias, on your own machine. "
        "Findings are an early warning for a person to weigh, not a judgment.",
    )
    parser.add_argument("--version", action="version", version=f"evenhand {version('evenhand')}")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (check, export, reproduce, evaluate, knowledge, models):
        command.register(subparsers)
    return parser


def _drop_output() -> None:
    """What is still to be flushed goes nowhere, instead of failing again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
