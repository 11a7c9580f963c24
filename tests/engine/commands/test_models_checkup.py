"""`evenhand models checkup` where there is nothing to be measured, and `advise` on such a machine."""

from collections.abc import Callable

import pytest

from engine import build as building
from engine.commands import models as command
from engine.commands.codes import MODEL
from models import hardware
from models.hardware import Build
from tests.engine.commands.newsroom import Newsroom
from tests.engine.running import Ran

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
