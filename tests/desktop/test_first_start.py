"""The program without any model leads to one; with one it does not."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.desktop.conftest import Make


def test_without_a_model_the_models_page_comes_to_the_front(
    make_desktop: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setenv("EVENHAND_MODELS", str(tmp_path / "models"))
    desktop = make_desktop()
    qtbot.waitUntil(lambda: desktop.window.page == "models", timeout=30_000)
    qtbot.waitUntil(desktop.models.start.fetch.isVisible, timeout=60_000)


def test_with_a_model_the_check_page_stays(
    make_desktop: Make, test_model: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setenv("EVENHAND_MODELS", str(test_model.parent))
    desktop = make_desktop()
    qtbot.wait(500)
    assert desktop.window.page == "check"
