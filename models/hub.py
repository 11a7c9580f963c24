"""The Hugging Face Hub: the only module that may open a socket, on a person's explicit action."""

import os
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

# Read when huggingface_hub is imported: else that library fetches a list of its own at its first call.
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

import httpx2
from huggingface_hub import HfFileMetadata, constants, get_hf_file_metadata, get_session, hf_hub_url
from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

from models.catalog import Hub
from models.errors import ModelError
from models.partial import Partial
from models.progress import Progress, Report, size_text

CHUNK = 1 << 18
SILENCE = 30.0  # seconds without a byte after which a running transfer counts as broken
NOTE = "Hugging Face Hub"

T = TypeVar("T")


class HubUnreachable(ModelError):
    """No answer from the Hub, or one that is not the Hub's own."""


def download(hub: Hub, part: Partial, report: Report, limit: float = 10.0) -> None:
    """Brings the file into `part`, going on where an earlier try stopped.

    The size and SHA-256 that the Hub announces for the pinned revision are compared with those of `part`
    before the first byte. HF_ENDPOINT names a mirror.

    Raises `HubUnreachable` within `limit` seconds when the Hub gives no answer, and when it does but nothing
    of the file can be had; `ModelError` when it announces another file or the transfer breaks off for good.
    """
    endpoint = (os.environ.get("HF_ENDPOINT") or constants.ENDPOINT).rstrip("/")
    url = hf_hub_url(hub.repo, hub.filename, revision=hub.revision, endpoint=endpoint)
    _compare(_metadata(url, endpoint, limit), hub, part)

    part.begin(keep=part.on_disk())
    start = reached = part.done
    while part.done < part.size:
        try:
            _stream(url, part, report, limit)
            trouble: Exception = ConnectionError("the answer ended early")
        except (httpx2.HTTPError, OfflineModeIsEnabled) as error:
            trouble = error
        if part.done == part.size or part.done > reached:  # a dropped line: go on at once
            reached = part.done
        elif reached == start:
            raise HubUnreachable(_unreachable(endpoint, _reason(trouble))) from trouble
        else:
            raise ModelError(
                f"The transfer of {hub.filename} broke off ({_reason(trouble)}): give the same command "
                f"again, and it goes on after the {size_text(part.done)} that have arrived."
            ) from trouble


def _metadata(url: str, endpoint: str, limit: float) -> HfFileMetadata:
    try:
        found = _within(
            limit, lambda: get_hf_file_metadata(url, token=False, timeout=limit, endpoint=endpoint)
        )
    except HfHubHTTPError as error:
        if error.response.status_code in (401, 404):
            raise ModelError(f"The Hub at {endpoint} does not offer {url}: update Evenhand.") from error
        raise HubUnreachable(_unreachable(endpoint, f"HTTP status {error.response.status_code}")) from error
    except TimeoutError as error:
        raise HubUnreachable(_unreachable(endpoint, f"no answer within {limit:g} s")) from error
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise HubUnreachable(_unreachable(endpoint, _reason(error))) from error
    if found.commit_hash is None:
        raise HubUnreachable(_unreachable(endpoint, "something else answers in its place"))
    return found


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


def _compare(found: HfFileMetadata, hub: Hub, part: Partial) -> None:
    if (found.size, found.etag, found.commit_hash) != (part.size, part.sha256, hub.revision):
        raise ModelError(
            f"The Hub announces another {hub.filename} than the catalog names ({found.size or 0:,} bytes "
            f"instead of {part.size:,}, or another SHA-256 or revision), so nothing was downloaded: "
            "update Evenhand."
        )


def _stream(url: str, part: Partial, report: Report, limit: float) -> None:
    headers = {"Accept-Encoding": "identity"}
    if part.done:
        headers["Range"] = f"bytes={part.done}-"
    patience = httpx2.Timeout(SILENCE, connect=limit)
    with get_session().stream("GET", url, headers=headers, timeout=patience, follow_redirects=True) as answer:
        answer.raise_for_status()
        start, sent = _range(answer, part), answer.headers.get("Content-Length")
        if sent != str(part.size - start):
            raise httpx2.RemoteProtocolError(f"{sent} bytes announced instead of {part.size - start}")
        if start != part.done:
            part.begin(keep=start)
        for chunk in answer.iter_raw(CHUNK):
            part.write(chunk)
            report(Progress(part.done, part.size, NOTE))


def _range(answer: httpx2.Response, part: Partial) -> int:
    """Where the answer starts in the file; 0 from a server that knows no ranges."""
    if answer.status_code != httpx2.codes.PARTIAL_CONTENT:
        return 0
    if not answer.headers.get("Content-Range", "").startswith(f"bytes {part.done}-"):
        raise httpx2.RemoteProtocolError("another range than the one asked for")
    return part.done


def _reason(error: Exception) -> str:
    if isinstance(error, httpx2.TimeoutException):
        return "no answer in time"
    if isinstance(error, httpx2.HTTPStatusError):
        return f"HTTP status {error.response.status_code}"
    if isinstance(error, OfflineModeIsEnabled):
        return "HF_HUB_OFFLINE is set"
    return re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or type(error).__name__


def _unreachable(endpoint: str, reason: str) -> str:
    return f"The Hugging Face Hub at {endpoint} cannot be reached ({reason})"
