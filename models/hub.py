"""The Hugging Face Hub: the only module that may open a socket, on a person's explicit action.

huggingface_hub asks for a file's size, SHA-256 and place; the bytes are brought from there by the standard
library, since huggingface_hub resumes nothing and its HTTP client costs three times the processor time.
"""

import os
import socket
import ssl
import threading
import time
import urllib.request
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from typing import TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit

# Read when huggingface_hub is imported: else that library fetches a list of its own at its first call.
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

import httpx2
from huggingface_hub import (
    HfFileMetadata,
    constants,
    get_hf_file_metadata,
    hf_hub_url,
    set_client_factory,
)
from huggingface_hub.errors import HfHubHTTPError

from models import connections, offline, refusals, tokens
from models.catalog import Hub
from models.control import Control
from models.errors import ModelError
from models.partial import Partial
from models.progress import Progress, Report, size_text
from models.refusals import HubUnreachable

CHUNK = 1 << 20  # bytes read at once, at most
SILENCE = 30.0  # seconds without a byte after which a running transfer counts as broken
WAITS = (1.0, 4.0, 15.0)  # seconds before each new try of a transfer that has begun
REPORT_EVERY = 0.1  # seconds
NOTE, READING, PAUSED = "Hugging Face Hub", "reading what has arrived", "paused"

T = TypeVar("T")


@dataclass(frozen=True)
class _Place:
    """Where the bytes lie: at the endpoint itself, or where it sends us; `token` only for the endpoint."""

    url: str
    token: str | None

    @property
    def host(self) -> str:
        return _origin(self.url)


def confirm(hub: Hub, size: int, sha256: str, limit: float = 10.0) -> None:
    """Asks the Hub whether its file of the pinned revision has this size and SHA-256.

    Raises what `download` raises before the first byte.
    """
    _locate(hub, size, sha256, limit)


def download(
    hub: Hub, part: Partial, report: Report, limit: float = 10.0, control: Control | None = None
) -> None:
    """Brings the file into `part`, going on where an earlier try stopped.

    The size and SHA-256 that the Hub announces for the pinned revision are compared with those of `part`
    before the first byte. HF_ENDPOINT names a mirror, HTTPS_PROXY a proxy. A token (`models.tokens`) is sent
    only when the Hub asks for one, and only to the endpoint.

    Raises `HubUnreachable` within `limit` seconds when the Hub gives no answer, and when it does but nothing
    of the file can be had; `OfflineLocked` before there is a socket; `Canceled`; `ModelError` when the Hub
    has another file or does not hand it out, or when the transfer breaks off for good.
    """
    control = control or Control()
    place: _Place | None = _locate(hub, part.size, part.sha256, limit)
    part.begin(part.on_disk(), lambda done: _reading(done, part, report, control))
    start = reached = part.done
    tries = 0
    while part.done < part.size:
        try:
            place = place or _locate(hub, part.size, part.sha256, limit)  # its address may have run out
            _stream(place, part, report, control)
            trouble = refusals.unreachable(place.host, "the answer ended early")
        except HubUnreachable as error:
            trouble = error
        place = None
        if part.done == part.size:
            break
        control.check()
        if control.paused:
            report(Progress(part.done, part.size, PAUSED))
            control.wait()
        elif part.done > reached:  # a dropped line: go on at once
            reached, tries = part.done, 0
        elif part.done == start:
            raise trouble
        elif tries == len(WAITS):
            raise ModelError(
                f"The transfer of {hub.filename} broke off after {size_text(part.done)}, which are kept. "
                f"{trouble}"
            ) from trouble
        else:
            report(Progress(part.done, part.size, "waiting for the network"))
            control.sleep(WAITS[tries])
            tries += 1


def _reading(done: int, part: Partial, report: Report, control: Control) -> None:
    control.check()
    report(Progress(done, part.size, READING))


def _locate(hub: Hub, size: int, sha256: str, limit: float) -> _Place:
    """Where the file's bytes lie, once the Hub has announced the very file."""
    offline.check()
    endpoint = _endpoint()
    url = hf_hub_url(hub.repo, hub.filename, revision=hub.revision, endpoint=endpoint)
    token: str | None = None
    try:
        found = _metadata(url, endpoint, None, limit)
    except HfHubHTTPError as error:
        # Asked for only now: who reads what all may read need not say who they are.
        token = tokens.read() if error.response.status_code == HTTPStatus.UNAUTHORIZED else None
        if token is None:
            raise _refused(error, hub, endpoint, with_token=False) from error
        try:
            found = _metadata(url, endpoint, token, limit)
        except HfHubHTTPError as again:
            raise _refused(again, hub, endpoint, with_token=True) from None
    if found.commit_hash is None:
        raise refusals.not_the_hub(endpoint)
    if (found.size, found.etag, found.commit_hash) != (size, sha256, hub.revision):
        raise ModelError(
            f"The Hub announces another {hub.filename} than the catalog names ({found.size or 0:,} bytes "
            f"instead of {size:,}, or another SHA-256 or revision), so nothing was downloaded: "
            "update Evenhand."
        )
    place = found.location if "://" in found.location else urljoin(url, found.location)
    if not _is_web_address(place):
        raise refusals.not_the_hub(endpoint)
    return _Place(place, token if _origin(place) == _origin(endpoint) else None)


def _metadata(url: str, endpoint: str, token: str | None, limit: float) -> HfFileMetadata:
    """Raises `HfHubHTTPError` for an answer that refuses, `HubUnreachable` when there is none."""
    connections.note(_origin(endpoint))
    try:
        return _within(
            limit, lambda: get_hf_file_metadata(url, token=token or False, timeout=limit, endpoint=endpoint)
        )
    except HfHubHTTPError:
        raise
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
        raise _explained(error, endpoint, limit) from error


def _within(seconds: float, call: Callable[[], T]) -> T:
    """The call's result, or TimeoutError; name look-ups know no time limit of their own, hence the thread."""
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(call())
        except Exception as error:
            outcome.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return outcome.result(timeout=seconds)


def _stream(place: _Place, part: Partial, report: Report, control: Control) -> None:
    """Adds to `part` what the place sends, until it has sent all, breaks off, or the transfer is paused."""
    told = float("-inf")
    with closing(_chunks(place, part)) as chunks:
        for chunk in chunks:
            part.write(chunk)
            if (now := time.monotonic()) - told >= REPORT_EVERY or part.done == part.size:
                told = now
                report(Progress(part.done, part.size, NOTE))
            control.check()
            if control.paused:
                return


def _chunks(place: _Place, part: Partial) -> Generator[bytes]:
    """What the place sends of the file, from where `part` ends; from the start, if it can do no better."""
    offline.check()
    connections.note(place.host)
    request = urllib.request.Request(place.url, headers={"User-Agent": "evenhand"})
    if part.done:
        request.add_header("Range", f"bytes={part.done}-")
    if place.token:
        request.add_unredirected_header("Authorization", f"Bearer {place.token}")
    try:
        with _opener().open(request, timeout=SILENCE) as answer:
            start = _start(answer, place, part)
            if start != part.done:
                part.begin(keep=start)
            while chunk := answer.read1(CHUNK):
                yield chunk
    except HTTPError as error:
        with error:
            raise refusals.by_store(error.code, place.host, error.headers["Retry-After"]) from None
    except (OSError, HTTPException, ValueError) as error:
        raise _explained(error, place.host, SILENCE) from error
    finally:
        connections.note(place.host)


def _start(answer: HTTPResponse, place: _Place, part: Partial) -> int:
    """Where the answer starts in the file; 0 from a server that knows no ranges."""
    start = part.done if answer.status == HTTPStatus.PARTIAL_CONTENT else 0
    span = f"bytes {part.done}-{part.size - 1}/{part.size}"
    ranged = answer.status != HTTPStatus.PARTIAL_CONTENT or answer.headers["Content-Range"] == span
    if not ranged or answer.headers["Content-Length"] != str(part.size - start):
        raise refusals.not_the_hub(place.host)
    return start


def _opener() -> urllib.request.OpenerDirector:
    """Opens http and https, through the environment's proxies, and nothing else that a redirect may name."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(context=httpx2.create_ssl_context()),
        urllib.request.HTTPRedirectHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.UnknownHandler(),
    ):
        opener.add_handler(handler)
    return opener


def _client() -> httpx2.Client:
    """What huggingface_hub asks with: no request under the lock, and no token but to the endpoint."""

    def guard(request: httpx2.Request) -> None:
        offline.check()
        if _origin(str(request.url)) != _origin(_endpoint()):
            request.headers.pop("Authorization", None)

    return httpx2.Client(event_hooks={"request": [guard]}, follow_redirects=True, timeout=None)


set_client_factory(_client)


def _endpoint() -> str:
    """The Hub's address, or that of the mirror that HF_ENDPOINT names."""
    endpoint = (os.environ.get("HF_ENDPOINT") or constants.ENDPOINT).rstrip("/")
    if not _is_web_address(endpoint):
        raise ModelError(
            "HF_ENDPOINT holds no plain web address: set it to one like https://huggingface.co, or unset it."
        )
    return endpoint


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets without an end, a port out of range
        return False
    return named and parts.scheme in ("http", "https") and "@" not in parts.netloc


def _origin(url: str) -> str:
    """Scheme, host and port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def _refused(error: HfHubHTTPError, hub: Hub, endpoint: str, *, with_token: bool) -> ModelError:
    answer = error.response
    return refusals.refused(
        answer.status_code,
        _origin(endpoint),
        f"{_origin(endpoint)}/{hub.repo}",
        gated=answer.headers.get("X-Error-Code") == "GatedRepo",
        with_token=with_token,
        retry_after=answer.headers.get("Retry-After"),
    )


def _explained(error: Exception, url: str, limit: float) -> HubUnreachable:
    """What lies behind the error of either HTTP client, as a sentence."""
    host, causes = _origin(url), _causes(error)
    text = str(causes[-1])
    if tls := next((cause for cause in causes if isinstance(cause, ssl.SSLError)), None):
        return refusals.untrusted(host, getattr(tls, "verify_message", None) or tls.reason or str(tls))
    if any(isinstance(cause, httpx2.ProxyError) for cause in causes) or text.startswith("Tunnel connection"):
        return refusals.by_proxy(host, text)
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return refusals.unknown_name(host)
    if any(isinstance(cause, TimeoutError | httpx2.TimeoutException) for cause in causes):
        return refusals.too_slow(host, limit)
    return refusals.unreachable(host, getattr(causes[-1], "strerror", None) or text or type(error).__name__)


def _causes(error: BaseException) -> list[BaseException]:
    """The error and what it came from, the innermost last."""
    found = [error]
    while len(found) < 10:
        last = found[-1]
        inner = last.reason if isinstance(last, URLError) else last.__cause__ or last.__context__
        if not isinstance(inner, BaseException):
            break
        found.append(inner)
    return found
