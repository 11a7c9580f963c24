import hashlib
import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from huggingface_hub.utils import close_session

from models.catalog import Entry
from tests.models.fake_hub import REPO, REVISION, FakeHub, running

NETWORK = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "HF_TOKEN", "HF_HUB_OFFLINE", "EVENHAND_OFFLINE")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVENHAND_CACHE", str(tmp_path / "cache"))


@pytest.fixture(autouse=True)
def _own_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy, token or lock of the person who runs the tests."""
    for name in NETWORK:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")


@pytest.fixture
def gguf() -> bytes:
    """A small, whole GGUF file: metadata of every shape, an F32 tensor and a Q8_0 tensor."""

    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value)) + value.encode()

    def tensor(name: str, weights: int, kind: int, offset: int) -> bytes:
        return text(name) + struct.pack("<IQIQ", 1, weights, kind, offset)

    words = ["▁the", "▁slanted", ""]
    encoded = b"".join(struct.pack("<Q", len(word.encode())) + word.encode() for word in words)
    head = b"GGUF" + struct.pack("<IQQ", 3, 2, 4)
    head += text("general.architecture") + struct.pack("<I", 8) + text("llama")
    head += text("general.alignment") + struct.pack("<II", 4, 64)
    head += text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, len(words)) + encoded
    head += text("tokenizer.ggml.scores") + struct.pack("<IIQ3f", 9, 6, 3, 0.5, 1.5, 2.5)
    head += tensor("a", 3, 0, 0) + tensor("b", 64, 8, 64)
    head += bytes(-len(head) % 64)
    return head + bytes(64) + os.urandom(2 * 34)


@pytest.fixture
def make_entry() -> Callable[..., Entry]:
    def make(data: bytes, **changes: object) -> Entry:
        return Entry.model_validate(
            {
                "name": "tiny",
                "title": "Tiny",
                "good_for": "tests",
                "license": "MIT",
                "commercial": True,
                "terms": "Free for any use.",
                "parameters": "1K",
                "active": 0.001,
                "layers": 1,
                "kv_width": 1,
                "quantization": "Q8_0",
                "filename": "tiny.gguf",
                "size": len(data),
                "sha256": hashlib.sha256(data).hexdigest(),
                "repo": REPO,
                "revision": REVISION,
                **changes,
            }
        )

    return make


@pytest.fixture
def fake_hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    """The Hub with one file, asked in place of the real one."""
    with running(FakeHub({"tiny.gguf": os.urandom(1_200_000)})) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        close_session()
        yield hub
        close_session()
