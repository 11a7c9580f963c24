import hashlib
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models import hub
from models.catalog import Entry
from models.errors import ModelError
from models.hub import HubUnreachable
from models.partial import Partial
from models.progress import Progress


@pytest.fixture
def bring(tmp_path: Path, make_entry: Callable[..., Entry], fake_hub: Any) -> Callable[..., list[Progress]]:
    """Downloads the fake Hub's file to tmp_path/tiny.gguf, through to the rename."""

    def run(data: bytes | None = None, **options: float) -> list[Progress]:
        entry = make_entry(fake_hub.data if data is None else data)
        reports: list[Progress] = []
        assert entry.hub is not None
        with Partial(tmp_path / "tiny.gguf", entry.size, entry.sha256) as part:
            hub.download(entry.hub, part, reports.append, **options)
            part.finish()
        return reports

    return run


def test_a_file_arrives_whole_and_progress_ends_at_its_size(
    tmp_path: Path, fake_hub: Any, bring: Callable[..., list[Progress]]
) -> None:
    reports = bring()
    assert (tmp_path / "tiny.gguf").read_bytes() == fake_hub.data
    assert not (tmp_path / "tiny.gguf.part").exists()
    done = [report.done_bytes for report in reports]
    assert done == sorted(done) and done[-1] == len(fake_hub.data)
    assert fake_hub.gets() == [None]


def test_a_dropped_line_goes_on_where_it_broke(
    tmp_path: Path, fake_hub: Any, bring: Callable[..., list[Progress]]
) -> None:
    fake_hub.break_after = [hub.CHUNK, 2 * hub.CHUNK]
    bring()
    assert (tmp_path / "tiny.gguf").read_bytes() == fake_hub.data
    assert fake_hub.gets() == [None, f"bytes={hub.CHUNK}-", f"bytes={3 * hub.CHUNK}-"]


def test_a_transfer_that_breaks_for_good_is_resumed_by_the_next_run(
    tmp_path: Path, fake_hub: Any, bring: Callable[..., list[Progress]]
) -> None:
    fake_hub.break_after = [2 * hub.CHUNK, 0]
    with pytest.raises(ModelError, match=r"broke off \(.*the same command again.*524 kB") as caught:
        bring()
    assert not isinstance(caught.value, HubUnreachable)
    assert not (tmp_path / "tiny.gguf").exists()
    assert (tmp_path / "tiny.gguf.part").read_bytes() == fake_hub.data[: 2 * hub.CHUNK]

    fake_hub.seen.clear()
    bring()
    assert (tmp_path / "tiny.gguf").read_bytes() == fake_hub.data
    assert fake_hub.gets() == [f"bytes={2 * hub.CHUNK}-"]


def test_a_store_that_gives_nothing_counts_as_unreachable(
    fake_hub: Any, bring: Callable[..., list[Progress]]
) -> None:
    fake_hub.break_after = [0]
    with pytest.raises(HubUnreachable):
        bring()


def test_a_server_without_ranges_starts_over(
    tmp_path: Path, fake_hub: Any, bring: Callable[..., list[Progress]]
) -> None:
    (tmp_path / "tiny.gguf.part").write_bytes(b"x" * 1000)
    fake_hub.ranges = False
    bring()
    assert (tmp_path / "tiny.gguf").read_bytes() == fake_hub.data


def test_wrong_bytes_leave_nothing(
    tmp_path: Path, fake_hub: Any, bring: Callable[..., list[Progress]]
) -> None:
    promised = fake_hub.data
    fake_hub.data = os.urandom(len(promised))
    fake_hub.announced = {"X-Linked-Etag": f'"{hashlib.sha256(promised).hexdigest()}"'}
    with pytest.raises(ModelError, match="SHA-256 is wrong"):
        bring(promised)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "announced",
    [
        {"X-Linked-Size": "17"},
        {"X-Linked-Etag": '"' + "0" * 64 + '"'},
        {"X-Repo-Commit": "f" * 40},
    ],
)
def test_another_file_is_refused_before_the_first_byte(
    tmp_path: Path, fake_hub: Any, bring: Callable[..., list[Progress]], announced: dict[str, str]
) -> None:
    fake_hub.announced = announced
    with pytest.raises(ModelError, match=r"another tiny\.gguf.*nothing was downloaded") as caught:
        bring()
    assert not isinstance(caught.value, HubUnreachable)
    assert fake_hub.gets() == []
    assert list(tmp_path.iterdir()) == []


def test_a_file_the_hub_does_not_have(fake_hub: Any, bring: Callable[..., list[Progress]]) -> None:
    fake_hub.status = 404
    with pytest.raises(ModelError, match="does not offer") as caught:
        bring()
    assert not isinstance(caught.value, HubUnreachable)


@pytest.mark.parametrize(("status", "said"), [(503, "HTTP status 503"), (403, "HTTP status 403")])
def test_a_hub_out_of_order_is_unreachable(
    fake_hub: Any, bring: Callable[..., list[Progress]], status: int, said: str
) -> None:
    fake_hub.status = status
    with pytest.raises(HubUnreachable, match=said):
        bring()


def test_a_sign_in_page_is_not_the_hub(fake_hub: Any, bring: Callable[..., list[Progress]]) -> None:
    fake_hub.html = True
    with pytest.raises(HubUnreachable, match="something else answers"):
        bring()


def test_a_closed_port_is_unreachable(
    fake_hub: Any, bring: Callable[..., list[Progress]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(HubUnreachable, match=r"http://127\.0\.0\.1.* cannot be reached"):
            bring()


def test_a_server_that_never_answers_is_found_out_within_the_limit(
    fake_hub: Any, bring: Callable[..., list[Progress]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        start = time.monotonic()
        with pytest.raises(HubUnreachable, match="no answer"):
            bring(limit=0.5)
        assert time.monotonic() - start < 1.5
