"""`evenhand models token`: in the system's keyring, and nowhere else."""

import io
import json
from collections.abc import Callable, Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring

from engine.commands.codes import MODEL
from models import tokens
from tests.engine.commands.newsroom import Newsroom
from tests.engine.running import Ran

Run = Callable[..., Ran]
TOKEN = "hf_secretSecretSecret"


class InMemory(KeyringBackend):
    """A keyring that lasts as long as the test."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemory]:
    monkeypatch.delenv("HF_TOKEN", raising=False)
    before, ring = keyring.get_keyring(), InMemory()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


def test_a_token_is_kept_and_never_shown(
    room: Newsroom, evenhand: Run, ring: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{TOKEN}\n"))
    ran = evenhand("models", "token")
    assert "keyring" in ran.out and TOKEN not in ran.out + ran.err
    assert list(ring.kept.values()) == [TOKEN] and tokens.read() == TOKEN
    assert json.loads(evenhand("models", "token", "--forget", "--json").out) == {"token": False}
    assert ring.kept == {}
    assert "no token to forget" in evenhand("models", "token", "--forget").out


def test_what_is_no_token_is_refused_and_not_repeated(
    room: Newsroom, evenhand: Run, ring: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for typed in ("", "\n", "hf_with spaces\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        ran = evenhand("models", "token")
        assert ran.code == MODEL and "no Hugging Face token" in ran.err and "hf_with" not in ran.err
    assert ring.kept == {}


def test_without_a_keyring_the_environment_is_named(
    room: Newsroom, evenhand: Run, ring: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{TOKEN}\n"))
    ran = evenhand("models", "token")
    assert ran.code == MODEL and "HF_TOKEN" in ran.err and TOKEN not in ran.err
