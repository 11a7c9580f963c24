"""The log never holds what a draft says, whoever logs an error about it."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from desktop import log

SECRET = "the mayor's confidential indictment"


class Number(BaseModel):
    number: int


@pytest.fixture(autouse=True)
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "log" / "evenhand.log"
    monkeypatch.setattr(log, "place", lambda: path)
    logger = logging.getLogger("desktop")
    propagated, level = logger.propagate, logger.level
    log.begin()
    yield path
    for handler in logger.handlers[:]:
        logger.removeHandler(handler)
        handler.close()
    logger.propagate, logger.level = propagated, level


def test_what_was_done_is_written(begun: Path) -> None:
    log.say("A model's transfer ended: done")
    assert "Evenhand 0.1.0 started" in log.read()
    assert log.read().endswith("INFO A model's transfer ended: done\n")
    assert log.read() == begun.read_text()


def test_an_error_is_written_without_its_words() -> None:
    try:
        try:
            Number.model_validate({"number": SECRET})
        except ValidationError as error:
            raise RuntimeError(f"cannot read {SECRET}") from error
    except RuntimeError as error:
        log.failed(error)
        logging.getLogger("desktop.work.worker").exception("a check failed: %s", error)
    written = log.read()
    assert SECRET not in written and "confidential" not in written
    assert written.count("RuntimeError") == 3 and "ValidationError" in written
    assert "about/test_log.py:" in written and "test_an_error_is_written_without_its_words" in written


def test_no_folder_of_this_person_is_written() -> None:
    try:
        raise OSError(2, "No such file", str(Path.home() / "secret-source.docx"))
    except OSError as error:
        log.failed(error)
    assert "secret-source" not in log.read() and str(Path.home()) not in log.read()


def test_errors_in_a_circle_end() -> None:
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one
    log.failed(one)
    assert "ValueError" in log.read() and "KeyError" in log.read()


def test_it_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch, begun: Path) -> None:
    monkeypatch.setattr(log, "MOST", 1000)
    log.begin()
    for number in range(100):
        log.say(f"line {number}")
    assert begun.stat().st_size <= 1000 and "line 99" in log.read()
    assert sorted(path.name for path in begun.parent.iterdir()) == ["evenhand.log", "evenhand.log.1"]
    lines = [line.rpartition(" ")[2] for line in log.read().splitlines() if " line " in line]
    assert lines == sorted(lines, key=int)


def test_a_folder_that_takes_no_file_is_no_reason_not_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(log, "place", lambda: tmp_path / "file" / "evenhand.log")
    log.begin()
    assert log.read() == ""
