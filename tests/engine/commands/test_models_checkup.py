"""`evenhand models checkup`: the calibration it brings, and where there is nothing to be measured."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from engine import build as building
from engine import checkup, llm
from engine.bias import calibrating, calibrations
from engine.bias.calibration import Zero
from engine.commands import models as command
from engine.commands.codes import DONE, MODEL
from engine.llm import Client, Settings
from knowledge import calibration
from models import hardware, store
from models.hardware import Build
from models.importing import import_file
from tests.engine.commands.newsroom import Newsroom
from tests.engine.running import Ran, calibration_of
from tests.models.test_checkups import a_checkup

Run = Callable[..., Ran]


def test_a_processor_that_is_too_old_is_told_and_nothing_is_loaded(
    room: Newsroom, evenhand: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hardware, "_features", lambda: frozenset({"avx"}))
    monkeypatch.setattr(hardware.platform, "machine", lambda: "x86_64")
    for module in (command, building):
        monkeypatch.setattr(module, "build", lambda: Build())
    assert "Warning: This processor has no AVX2, F16C, FMA" in evenhand("models", "advise").out
    ran = evenhand("models", "checkup", "whole")
    assert ran.code == MODEL and ran.says_one_sentence and "no AVX2, F16C, FMA" in ran.err


def test_a_file_that_llama_cpp_cannot_load_is_a_sentence(room: Newsroom, evenhand: Run) -> None:
    ran = evenhand("models", "checkup", "whole")
    assert ran.code == MODEL and "whole.gguf can't be used" in ran.err and "Traceback" not in ran.err
    assert not list(room.folder.glob("*.checkup.json"))


def test_a_model_is_calibrated_once_and_again_when_asked(
    evenhand: Run, test_model: Path, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = [next(one for one in calibration() if one.slanted == slanted) for slanted in (True, False)]
    monkeypatch.setattr(calibrating, "calibration", lambda: two)
    monkeypatch.setattr(checkup, "check_up", lambda *_, **__: a_checkup())  # tested by itself
    monkeypatch.setattr(llm, "Client", lambda *_: nullcontext(client))
    folder = tmp_path / "models"
    import_file(test_model, folder)
    sha256 = store.sha256(test_model)

    def run(*options: str) -> Ran:
        return evenhand("models", "checkup", test_model.name, "--models-dir", folder, *options)

    first = run()
    assert first.code == DONE and "Calibrating: 0 of 2 invented sentences" in first.err
    measured = calibrations.of(folder, test_model, sha256)
    assert measured and set(measured.zeros) == {"bias", "evidence", "framing", "likelihood"}
    assert "Calibrating" not in run().err
    [path] = folder.glob("*.calibration.json")
    kept = path.read_bytes()
    path.write_bytes(kept.replace(b'"slope"', b'"slope" '))
    assert "Calibrating" in run("--calibrate").err
    assert path.read_bytes() == kept  # the same again, to the last digit


def test_a_check_says_where_a_model_was_never_calibrated(
    evenhand: Run, neutral: Path, test_model: Path, tmp_path: Path, remembered: list[Settings]
) -> None:
    folder = tmp_path / "models"
    import_file(test_model, folder)
    words = ("check", neutral, "--model", test_model.name, "--models-dir", folder)
    hint = f"{test_model.name} was never calibrated: `evenhand models checkup` does that"
    assert hint in evenhand(*words).err
    assert hint not in evenhand(*words, "--policy", "published").err
    zero = Zero(zero=0.0, slope=1.0)
    calibrations.save(folder, test_model, calibration_of(store.sha256(test_model), bias=zero))
    assert hint not in evenhand(*words).err
