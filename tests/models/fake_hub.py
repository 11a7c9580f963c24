"""The Hub and its store as two servers on this machine, and a proxy: what the transfer is tested against.

The real huggingface_hub asks the Hub; as the real one does, it answers for a large file with a redirect to a
signed address of the store, on another host name and port, with size, hash and commit on the redirect itself.
"""

import hashlib
import mmap
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

REPO, REVISION = "newsroom/tiny-GGUF", "0123456789abcdef0123456789abcdef01234567"
PIECE = 1 << 16
GUEST_PAGE = b"<html>Sign in to the guest network</html>"


@dataclass
class Asked:
    """A request as it arrived: at "hub" or "store"."""

    at: str
    method: str
    path: str
    span: str | None
    authorization: str | None


@dataclass
class FakeHub:
    """What the servers hold and how they misbehave; every field may be changed while they run."""

    files: dict[str, bytes | mmap.mmap]
    url: str = ""
    store_url: str = ""
    announced: dict[str, str] = field(default_factory=dict)  # headers in place of the true ones
    accounts: dict[str, bool] | None = None  # of a gated repository: token -> whether its terms are accepted
    direct: bool = False  # the Hub serves the bytes itself, as small files and some mirrors do
    elsewhere: str = ""  # where the store sends on to, or the Hub does if `moved`
    moved: bool = False
    status: int = 0  # of every answer of the Hub
    store_status: list[int] = field(default_factory=list)  # of the store's next answers, 0 for the file
    retry_after: str = ""
    html: bool = False  # a captive portal answers everything
    store_html: bool = False
    ranges: bool = True
    break_after: list[int] = field(default_factory=list)  # body bytes before each of the next answers breaks
    stall_after: list[int] = field(default_factory=list)  # the same, before it falls silent
    extra: bytes = b""  # sent after the file, and announced
    signature: str = "first"  # of the store's addresses; others are refused
    stored: Callable[[], int] | None = None  # how much a receiver keeps: never more than `lead` is sent ahead
    lead: int = 1 << 20
    sent: int = 0  # body bytes of the store
    seen: list[Asked] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)
    _hashed: dict[str, tuple[bytes | mmap.mmap, str]] = field(default_factory=dict)

    @property
    def data(self) -> bytes:
        """The first file."""
        return bytes(next(iter(self.files.values())))

    def gets(self) -> list[str | None]:
        """The Range headers of the requests for a file's bytes."""
        return [asked.span for asked in self.seen if asked.method == "GET"]

    def digest(self, name: str) -> str:
        content = self.files[name]
        if self._hashed.get(name, (b"", ""))[0] is not content:
            self._hashed[name] = content, hashlib.sha256(content).hexdigest()
        return self._hashed[name][1]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    at = ""
    hub: FakeHub

    def do_HEAD(self) -> None:
        self.answer()

    def do_GET(self) -> None:
        self.answer()

    def answer(self) -> None:
        span, authorization = self.headers["Range"], self.headers["Authorization"]
        self.hub.seen.append(Asked(self.at, self.command, self.path, span, authorization))
        if self.hub.html:
            self.reply(200, {"Content-Type": "text/html"}, GUEST_PAGE)
        else:
            self.serve()

    def serve(self) -> None:
        raise NotImplementedError

    def reply(self, status: int, headers: dict[str, str], body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def send_file(self, content: bytes | mmap.mmap, headers: dict[str, str]) -> None:
        hub = self.hub
        total = len(content) + len(hub.extra)
        start, status = 0, 200
        if hub.ranges and (span := self.headers["Range"]):
            start, status = int(span.removeprefix("bytes=").removesuffix("-")), 206
            headers = headers | {"Content-Range": f"bytes {start}-{total - 1}/{total}"}
        self.reply(status, headers | {"Content-Length": str(total - start)})
        if self.command == "HEAD":
            return
        ends = hub.break_after.pop(0) if hub.break_after else total
        stalls = hub.stall_after.pop(0) if hub.stall_after else total
        at = start
        while at < len(content) and at - start < min(ends, stalls):
            piece = content[at : min(at + PIECE, start + ends, start + stalls)]
            while hub.stored and at + len(piece) - hub.stored() > hub.lead:
                if hub.closing.wait(0.0005) or self.gone():
                    return
            self.wfile.write(piece)
            hub.sent += len(piece)
            at += len(piece)
        if at - start >= stalls:
            hub.closing.wait(10)
        if at < len(content):
            self.close_connection = True
        else:
            self.wfile.write(hub.extra)

    def gone(self) -> bool:
        """Whether the other side has closed the connection."""
        try:
            self.connection.setblocking(False)
            return self.connection.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            self.connection.setblocking(True)

    def log_message(self, format: str, *args: object) -> None:
        pass


class _HubHandler(_Handler):
    at = "hub"

    def serve(self) -> None:
        hub, name = self.hub, self.path.rpartition("/")[2]
        if hub.status:
            self.reply(hub.status, {"Retry-After": hub.retry_after} if hub.retry_after else {})
        elif hub.moved:
            self.reply(307, {"Location": hub.elsewhere + self.path})
        elif self.path != f"/{REPO}/resolve/{REVISION}/{name}" or name not in hub.files:
            self.reply(404, {"X-Error-Code": "EntryNotFound"})
        elif refusal := self.refusal():
            self.reply(*refusal)
        else:
            self.resolve(name)

    def refusal(self) -> tuple[int, dict[str, str]] | None:
        """As the Hub's: 401 for nobody and for an unknown token, 403 before the terms are accepted."""
        accounts = self.hub.accounts
        if accounts is None:
            return None
        token = (self.headers["Authorization"] or "").removeprefix("Bearer ")
        if not token:
            return 401, {
                "X-Error-Code": "GatedRepo",
                "X-Error-Message": "Access to this model is restricted.",
            }
        if token not in accounts:
            return 401, {"X-Error-Message": "Invalid credentials in Authorization header"}
        if not accounts[token]:
            return 403, {
                "X-Error-Code": "GatedRepo",
                "X-Error-Message": "You are not in the authorized list.",
            }
        return None

    def resolve(self, name: str) -> None:
        hub, content = self.hub, self.hub.files[name]
        if hub.direct:
            headers = {"X-Repo-Commit": REVISION, "ETag": f'"{hub.digest(name)}"'}
            return self.send_file(content, headers | hub.announced)
        headers = {
            "Location": f"{hub.store_url}/store/{name}?signature={hub.signature}",
            "X-Repo-Commit": REVISION,
            "X-Linked-Size": str(len(content)),
            "X-Linked-Etag": f'"{hub.digest(name)}"',
        }
        self.reply(302, headers | hub.announced)


class _StoreHandler(_Handler):
    at = "store"

    def serve(self) -> None:
        hub, address = self.hub, urlsplit(self.path)
        name = address.path.removeprefix("/store/")
        status = hub.store_status.pop(0) if hub.store_status else 0
        if hub.elsewhere and not hub.moved:
            self.reply(302, {"Location": hub.elsewhere + self.path})
        elif status:
            self.reply(status, {"Retry-After": hub.retry_after} if hub.retry_after else {})
        elif hub.store_html:
            self.reply(200, {"Content-Type": "text/html"}, GUEST_PAGE)
        elif name not in hub.files or parse_qs(address.query).get("signature") != [hub.signature]:
            self.reply(403, {"Content-Type": "application/xml"}, b"<Error>AccessDenied</Error>")
        else:
            self.send_file(hub.files[name], {})


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A receiver that goes away is no fault of the server; everything else is shown."""
        if not isinstance(sys.exc_info()[1], ConnectionError | ssl.SSLError | TimeoutError):
            super().handle_error(request, client_address)


@contextmanager
def served(handler: type[BaseHTTPRequestHandler], tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """The port of a server on 127.0.0.1."""
    server = _Server(("127.0.0.1", 0), handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def running(hub: FakeHub, tls: ssl.SSLContext | None = None) -> Iterator[FakeHub]:
    """The Hub at 127.0.0.1 and its store at localhost, another host name and port; `url` of a Hub with TLS is
    to be set by the test."""
    scheme = "http" if tls is None else "https"
    with ExitStack() as stack:
        for name, handler in (("store_url", _StoreHandler), ("url", _HubHandler)):
            port = stack.enter_context(served(type(handler.__name__, (handler,), {"hub": hub}), tls))
            setattr(hub, name, f"{scheme}://{'localhost' if name == 'store_url' else '127.0.0.1'}:{port}")
        try:
            yield hub
        finally:
            hub.closing.set()


@dataclass
class Proxy:
    """A proxy that tunnels to any host's port on this machine, and knows no other way to it."""

    url: str = ""
    status: int = 0  # in place of every tunnel
    tunnels: list[str] = field(default_factory=list)


@contextmanager
def proxy() -> Iterator[Proxy]:
    """A running `Proxy`."""
    state = Proxy()

    class Handler(BaseHTTPRequestHandler):
        def do_CONNECT(self) -> None:
            state.tunnels.append(self.path)
            if state.status:
                self.send_error(state.status)
                return
            with socket.create_connection(("127.0.0.1", int(self.path.rpartition(":")[2]))) as far:
                self.send_response(200)
                self.end_headers()
                back = threading.Thread(target=_pour, args=(far, self.connection))
                back.start()
                _pour(self.connection, far)
                back.join()
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    with served(Handler) as port:
        state.url = f"http://127.0.0.1:{port}"
        yield state


def _pour(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(PIECE):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def wait_until(true: Callable[[], bool], seconds: float = 30.0) -> None:
    """Returns as soon as it is; fails after that time."""
    ended = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ended, "in vain"
        time.sleep(0.001)
