import hashlib
import os
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from huggingface_hub.utils import close_session

from models.catalog import Entry

REPO, REVISION = "newsroom/tiny-GGUF", "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVENHAND_CACHE", str(tmp_path / "cache"))


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
                "licence": "MIT",
                "parameters": "1K",
                "quantization": "Q8_0",
                "filename": "tiny.gguf",
                "size": len(data),
                "sha256": hashlib.sha256(data).hexdigest(),
                "hub": {"repo": REPO, "filename": "tiny.gguf", "revision": REVISION},
                **changes,
            }
        )

    return make


@dataclass
class FakeHub:
    """The Hub's resolve endpoint and its store, on this machine.

    A HEAD or GET of the resolve address is redirected to another host name, as the Hub does for large files;
    size, hash and commit stand on the redirect.
    """

    data: bytes
    url: str = ""
    announced: dict[str, str] = field(default_factory=dict)
    break_after: list[int] = field(default_factory=list)  # body bytes before each of the next answers breaks
    ranges: bool = True
    html: bool = False
    status: int = 0
    seen: list[tuple[str, str, str | None]] = field(default_factory=list)

    def gets(self) -> list[str | None]:
        """The Range headers of the requests for the file's bytes."""
        return [span for method, path, span in self.seen if method == "GET" and path.startswith("/store")]


@pytest.fixture
def fake_hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    hub = FakeHub(os.urandom(1_200_000))

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.answer()

        def do_GET(self) -> None:
            self.answer()

        def answer(self) -> None:
            hub.seen.append((self.command, self.path, self.headers["Range"]))
            if hub.html:
                self.reply(200, b"<html>Sign in to the guest network</html>", {"Content-Type": "text/html"})
            elif self.path.startswith("/store"):
                self.send_file()
            elif hub.status:
                self.reply(hub.status, b"", {})
            elif self.path == f"/{REPO}/resolve/{REVISION}/tiny.gguf":
                port = self.server.server_address[1]
                headers = {
                    "Location": f"http://localhost:{port}/store/tiny",
                    "X-Repo-Commit": REVISION,
                    "X-Linked-Size": str(len(hub.data)),
                    "X-Linked-Etag": f'"{hashlib.sha256(hub.data).hexdigest()}"',
                }
                self.reply(302, b"", headers | hub.announced)
            else:
                self.reply(404, b"", {"X-Error-Code": "EntryNotFound"})

        def send_file(self) -> None:
            start, headers, status = 0, {}, 200
            if hub.ranges and (span := self.headers["Range"]):
                start = int(span.removeprefix("bytes=").removesuffix("-"))
                headers = {"Content-Range": f"bytes {start}-{len(hub.data) - 1}/{len(hub.data)}"}
                status = 206
            body = hub.data[start:]
            if hub.break_after:
                self.reply(status, body[: hub.break_after.pop(0)], headers, len(body))
            else:
                self.reply(status, body, headers)

        def reply(self, status: int, body: bytes, headers: dict[str, str], length: int | None = None) -> None:
            self.send_response(status)
            for name, value in (
                {"Content-Length": str(len(body) if length is None else length)} | headers
            ).items():
                self.send_header(name, value)
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    hub.url = f"http://127.0.0.1:{server.server_address[1]}"
    monkeypatch.setenv("HF_ENDPOINT", hub.url)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    close_session()
    yield hub
    close_session()
    server.shutdown()
    thread.join()
    server.server_close()
