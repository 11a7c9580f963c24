"""The test model, one loaded client for all who don't harm it, and an environment that is the tests' own."""

from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from engine.llm import Client
from models import store
from models.errors import ModelError

hypothesis.settings.register_profile("untimed", deadline=None)  # a busy machine is no failure
hypothesis.settings.load_profile("untimed")

MODELS = store.folder()  # of the person who runs the tests, before their environment is set aside


@pytest.fixture(scope="session", autouse=True)
def _own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing is read from the person's settings and caches or written to them."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVENHAND_MODELS", str(MODELS))
        patch.setenv("EVENHAND_CACHE", str(home / "evenhand-cache"))
        for name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
            patch.setenv(name, str(home))
        for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(scope="session")
def test_model() -> Path:
    """SmolLM2 135M Q4_1; where it is missing, the error says how to fetch it."""
    try:
        return store.find("test-model", MODELS)
    except ModelError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def client(test_model: Path) -> Iterator[Client]:
    """Shared: whoever ends its worker uses a client of their own."""
    with Client(test_model) as loaded:
        yield loaded
