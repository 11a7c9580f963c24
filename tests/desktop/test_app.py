"""The program as a whole: how it starts, looks and takes an error that nobody expected."""

import subprocess
import sys

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from desktop.app import Desktop, _Calm
from desktop.theme.theme import stylesheet
from desktop.window import SMALLEST
from engine.report.tokens import DARK, LIGHT


def test_the_command_says_its_version_and_what_it_takes() -> None:
    command = [sys.executable, "-m", "desktop"]
    version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("evenhand ")
    refused = subprocess.run([*command, "--nonsense"], capture_output=True, text=True)
    assert refused.returncode == 2 and "usage: evenhand-desktop" in refused.stderr


def test_the_processes_that_only_import_it_have_no_use_for_qt() -> None:
    code = "import desktop.__main__, sys; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_rail_leads_to_every_page(desktop: Desktop) -> None:
    assert desktop.window.page == "check"
    for key in ("models", "verify", "settings", "about", "check"):
        desktop.desk.page_asked.emit(key)
        assert desktop.window.page == key
    assert desktop.window.minimumSize() == SMALLEST


@pytest.mark.parametrize(("look", "tokens"), [("light", LIGHT), ("dark", DARK)])
def test_the_whole_window_takes_the_chosen_look(
    desktop: Desktop, qapp: QApplication, look: str, tokens: dict[str, str]
) -> None:
    desktop.settings.change(theme=look)
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == tokens["paper"]
    assert qapp.styleSheet() == stylesheet(tokens)
    assert desktop.theme.color("accent").name() == tokens["accent"]


def test_an_unexpected_error_is_one_sentence_without_its_words(
    desktop: Desktop, capsys: pytest.CaptureFixture[str]
) -> None:
    error = ValueError("words of a draft")
    _Calm(desktop.desk)(ValueError, error, None)
    said = desktop.window.statusBar().currentMessage()
    assert said.startswith("Something went wrong (ValueError).")
    assert "words of a draft" not in said + capsys.readouterr().err
