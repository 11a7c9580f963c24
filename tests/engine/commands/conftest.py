from pathlib import Path

import pytest

from models import catalog
from tests.engine.commands.newsroom import Newsroom, entries, newsroom


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Newsroom:
    """A newsroom whose models folder is the one that commands use, with a catalog, cache and settings of its
    own."""
    known = entries()
    monkeypatch.setattr(catalog, "entries", lambda: known)
    laid_out = newsroom(tmp_path)
    monkeypatch.setenv("EVENHAND_MODELS", str(laid_out.folder))
    monkeypatch.setenv("EVENHAND_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("EVENHAND_OFFLINE", "")  # so that what --offline sets is undone after the test
    monkeypatch.setenv("COLUMNS", "160")
    return laid_out
