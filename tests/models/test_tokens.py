import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import keyring.backends.chainer
import keyring.backends.fail
import keyring.backends.null
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

from models import hub, tokens
from models.catalog import Entry
from models.errors import ModelError
from models.fetch import fetch
from tests.models.fake_hub import FakeHub

TOKEN = "hf_KeptInAKeyring0123456789"


class Vault(KeyringBackend):
    """A keyring as a system has one, in memory."""

    priority = 0  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def _open(self) -> None:
        if self.locked:
            raise KeyringLocked(f"the words of a backend: {self.kept}")

    def get_password(self, service: str, username: str) -> str | None:
        self._open()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._open()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._open()
        if (service, username) not in self.kept:
            raise PasswordDeleteError("none")
        del self.kept[service, username]


@pytest.fixture
def use() -> Iterator[Callable[[KeyringBackend], None]]:
    before = keyring.get_keyring()
    yield keyring.set_keyring
    keyring.set_keyring(before)


@pytest.fixture
def vault(use: Callable[[KeyringBackend], None]) -> Vault:
    found = Vault()
    use(found)
    return found


def test_a_token_is_saved_read_and_removed(vault: Vault) -> None:
    assert tokens.has_keyring()
    assert tokens.read() is None
    tokens.save(f" {TOKEN}\n")
    assert tokens.read() == TOKEN
    assert list(vault.kept.values()) == [TOKEN]
    tokens.save("hf_another")
    assert tokens.read() == "hf_another"
    assert tokens.remove()
    assert tokens.read() is None
    assert not tokens.remove()


def test_the_environment_comes_first(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens.save(TOKEN)
    monkeypatch.setenv("HF_TOKEN", " hf_named ")
    assert tokens.read() == "hf_named"
    monkeypatch.setenv("HF_TOKEN", " ")
    assert tokens.read() == TOKEN


@pytest.mark.parametrize("backend", [keyring.backends.fail.Keyring, keyring.backends.null.Keyring])
def test_without_a_keyring_nothing_is_saved(
    use: Callable[[KeyringBackend], None],
    backend: type[KeyringBackend],
    tmp_path: Path,
) -> None:
    use(backend())
    assert not tokens.has_keyring()
    assert tokens.read() is None
    with pytest.raises(ModelError, match="no keyring to keep a token in: set HF_TOKEN") as caught:
        tokens.save(TOKEN)
    assert TOKEN not in str(caught.value)
    assert not tokens.remove()
    assert list(tmp_path.rglob("*")) == []


def test_a_keyring_in_a_plain_file_is_none(use: Callable[[KeyringBackend], None]) -> None:
    plain = type("PlaintextKeyring", (Vault,), {"__module__": "keyrings.alt.file"})
    use(plain())
    assert not tokens.has_keyring()


def test_of_several_keyrings_the_first_that_keeps_a_secret_is_used(
    use: Callable[[KeyringBackend], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    vault, chain = Vault(), keyring.backends.chainer.ChainerBackend()
    backends = [keyring.backends.null.Keyring(), vault]
    monkeypatch.setattr(keyring.backends.chainer.ChainerBackend, "backends", backends)
    use(chain)
    tokens.save(TOKEN)
    assert list(vault.kept.values()) == [TOKEN]


def test_a_closed_keyring_is_a_sentence_without_the_backends_words(vault: Vault) -> None:
    tokens.save(TOKEN)
    vault.locked = True
    for ask in (tokens.read, tokens.remove, lambda: tokens.save(TOKEN)):
        with pytest.raises(
            ModelError, match=r"keyring did not answer \(KeyringLocked\): unlock it"
        ) as caught:
            ask()
        assert TOKEN not in str(caught.value) and caught.value.__suppress_context__


@pytest.mark.parametrize("token", ["", "two words", "a\r\nX-Header: b", "tokén", "a\x00"])
def test_what_is_no_token_is_not_taken(vault: Vault, monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    with pytest.raises(ModelError, match="no Hugging Face token"):
        tokens.save(token)
    assert vault.kept == {}
    if token and "\x00" not in token:
        monkeypatch.setenv("HF_TOKEN", token)
        with pytest.raises(ModelError, match="no Hugging Face token"):
            tokens.read()


def test_a_gated_model_is_fetched_with_the_keyrings_token(
    tmp_path: Path,
    vault: Vault,
    fake_hub: FakeHub,
    make_entry: Callable[..., Entry],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    tokens.save(TOKEN)
    fake_hub.accounts = {TOKEN: True}
    path = fetch(make_entry(fake_hub.data), tmp_path, from_wheels=False)
    assert path.read_bytes() == fake_hub.data
    assert {asked.authorization for asked in fake_hub.seen if asked.at == "store"} == {None}
    assert TOKEN not in caplog.text


def test_the_keyring_is_not_opened_for_what_all_may_read(
    tmp_path: Path, vault: Vault, fake_hub: FakeHub, make_entry: Callable[..., Entry]
) -> None:
    vault.locked = True
    fetch(make_entry(fake_hub.data), tmp_path, from_wheels=False)
    fake_hub.accounts = {}
    with pytest.raises(ModelError, match="keyring did not answer"):
        hub.confirm(make_entry(fake_hub.data).hub, 1, "")  # type: ignore[arg-type]
