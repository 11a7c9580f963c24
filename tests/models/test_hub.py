import hashlib
import logging
import os
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from huggingface_hub.utils import close_session

from models import hub
from models.catalog import Entry
from models.control import Canceled, Control
from models.errors import ModelError
from models.hub import HubUnreachable
from models.partial import Partial
from models.progress import Progress
from tests.models.fake_hub import REPO, REVISION, FakeHub, proxy, running, wait_until

Bring = Callable[..., list[Progress]]
TOKEN = "hf_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"


@pytest.fixture
def bring(tmp_path: Path, make_entry: Callable[..., Entry], fake_hub: FakeHub) -> Bring:
    """Downloads the fake Hub's file to tmp_path/tiny.gguf, through to the rename."""

    def run(data: bytes | None = None, **options: object) -> list[Progress]:
        entry = make_entry(fake_hub.data if data is None else data)
        reports: list[Progress] = []
        assert entry.hub is not None
        with Partial(tmp_path / "tiny.gguf", entry.size, entry.sha256) as part:
            hub.download(entry.hub, part, reports.append, **options)  # type: ignore[arg-type]
            part.finish()
        return reports

    return run


@pytest.fixture(autouse=True)
def _no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "WAITS", (0.01, 0.01, 0.01))


def arrived(folder: Path) -> bytes:
    return (folder / "tiny.gguf").read_bytes()


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.is_file()}


def test_a_file_arrives_whole_and_progress_ends_at_its_size(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring
) -> None:
    reports = bring()
    assert arrived(tmp_path) == fake_hub.data
    assert names(tmp_path) == {"tiny.gguf"}
    done = [report.done_bytes for report in reports]
    assert done == sorted(done) and done[-1] == len(fake_hub.data)
    assert [(asked.at, asked.method) for asked in fake_hub.seen] == [("hub", "HEAD"), ("store", "GET")]


def test_a_mirror_that_serves_the_bytes_itself(tmp_path: Path, fake_hub: FakeHub, bring: Bring) -> None:
    fake_hub.direct = True
    bring()
    assert arrived(tmp_path) == fake_hub.data
    assert {asked.at for asked in fake_hub.seen} == {"hub"}


def test_a_store_that_sends_on_to_another(tmp_path: Path, fake_hub: FakeHub, bring: Bring) -> None:
    with running(FakeHub(dict(fake_hub.files))) as far:
        fake_hub.elsewhere = far.store_url
        bring()
    assert arrived(tmp_path) == fake_hub.data
    assert [asked.at for asked in far.seen] == ["store"]


def test_a_dropped_line_goes_on_where_it_broke(tmp_path: Path, fake_hub: FakeHub, bring: Bring) -> None:
    fake_hub.break_after = [300_000, 500_000]
    bring()
    assert arrived(tmp_path) == fake_hub.data
    assert fake_hub.gets() == [None, "bytes=300000-", "bytes=800000-"]


def test_a_line_that_is_gone_for_a_while_is_waited_for(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring
) -> None:
    fake_hub.break_after = [300_000, 0, 0, 0]
    reports = bring()
    assert arrived(tmp_path) == fake_hub.data
    assert "waiting for the network" in {report.note for report in reports}


def test_a_transfer_that_breaks_for_good_is_resumed_by_the_next_run(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring
) -> None:
    fake_hub.break_after = [300_000, 0, 0, 0, 0]
    with pytest.raises(
        ModelError, match=r"broke off after 300 kB, which are kept.*ended early.*again"
    ) as caught:
        bring()
    assert not isinstance(caught.value, HubUnreachable)
    assert not (tmp_path / "tiny.gguf").exists()
    assert (tmp_path / "tiny.gguf.part").read_bytes() == fake_hub.data[:300_000]

    fake_hub.seen.clear()
    reports = bring()
    assert arrived(tmp_path) == fake_hub.data
    assert fake_hub.gets() == ["bytes=300000-"]
    assert reports[0] == Progress(300_000, len(fake_hub.data), hub.READING)


def test_a_line_that_falls_silent_is_taken_up_again(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "SILENCE", 0.3)
    fake_hub.stall_after = [300_000]
    bring()
    assert arrived(tmp_path) == fake_hub.data
    assert fake_hub.gets() == [None, "bytes=300000-"]


def test_a_silent_store_is_told_from_a_silent_hub(
    fake_hub: FakeHub, bring: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "SILENCE", 0.3)
    fake_hub.stall_after = [0]
    with pytest.raises(HubUnreachable, match=rf"{fake_hub.store_url} .*no answer within 0\.3 s"):
        bring()


def test_an_address_that_has_run_out_is_asked_for_again(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring
) -> None:
    fake_hub.break_after = [300_000]

    def expire() -> None:
        wait_until(lambda: bool(fake_hub.gets()))
        fake_hub.signature = "second"

    thread = threading.Thread(target=expire)
    thread.start()
    fake_hub.stored = lambda: (
        (tmp_path / "tiny.gguf.part").stat().st_size if not thread.is_alive() else -(10**9)
    )
    bring()
    thread.join()
    assert arrived(tmp_path) == fake_hub.data
    assert fake_hub.seen[-1].path.endswith("signature=second")


def test_a_store_that_gives_nothing_counts_as_unreachable(fake_hub: FakeHub, bring: Bring) -> None:
    fake_hub.break_after = [0]
    with pytest.raises(HubUnreachable, match=f"{fake_hub.store_url} cannot be reached .*ended early"):
        bring()


def test_a_server_without_ranges_starts_over(tmp_path: Path, fake_hub: FakeHub, bring: Bring) -> None:
    (tmp_path / "tiny.gguf.part").write_bytes(b"x" * 1000)
    fake_hub.ranges = False
    bring()
    assert arrived(tmp_path) == fake_hub.data


def test_wrong_bytes_leave_nothing(tmp_path: Path, fake_hub: FakeHub, bring: Bring) -> None:
    promised = fake_hub.data
    fake_hub.files["tiny.gguf"] = os.urandom(len(promised))
    fake_hub.announced = {"X-Linked-Etag": f'"{hashlib.sha256(promised).hexdigest()}"'}
    with pytest.raises(ModelError, match=r"SHA-256 is wrong.*nothing of it was kept"):
        bring(promised)
    assert names(tmp_path) == set()


def test_a_file_with_more_bytes_than_announced_is_not_taken(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring
) -> None:
    fake_hub.extra = b"more"
    with pytest.raises(HubUnreachable, match="Something else answers"):
        bring()
    assert fake_hub.sent == 0 or (tmp_path / "tiny.gguf.part").stat().st_size == 0


@pytest.mark.parametrize(
    "announced",
    [
        {"X-Linked-Size": "17"},
        {"X-Linked-Etag": '"' + "0" * 64 + '"'},
        {"X-Repo-Commit": "f" * 40},
    ],
)
def test_another_file_is_refused_before_the_first_byte(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring, announced: dict[str, str]
) -> None:
    fake_hub.announced = announced
    with pytest.raises(ModelError, match=r"another tiny\.gguf.*nothing was downloaded") as caught:
        bring()
    assert not isinstance(caught.value, HubUnreachable)
    assert fake_hub.gets() == []
    assert names(tmp_path) == set()


def test_an_address_that_is_no_web_address_is_not_opened(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring
) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(fake_hub.data)
    fake_hub.announced = {"Location": secret.as_uri()}
    with pytest.raises(HubUnreachable, match="Something else answers"):
        bring()
    fake_hub.announced = {}
    fake_hub.elsewhere = "ftp://127.0.0.1"
    with pytest.raises(HubUnreachable, match="cannot be reached"):
        bring()


# What the Hub says, and what a person is told.


@pytest.mark.parametrize(
    ("status", "retry_after", "said"),
    [
        (400, "", r"refuses the request \(HTTP status 400\)"),
        (403, "", r"is barred \(403\): ask whoever runs the network"),
        (429, "", r"fewer requests \(429\): try again in some minutes"),
        (429, "30", r"fewer requests \(429\): try again in 30 seconds"),
        (429, "600", r"fewer requests \(429\): try again in 10 minutes"),
        (429, "soon", r"fewer requests \(429\): try again in some minutes"),
        (500, "", r"out of order \(HTTP status 500\): try again in some minutes"),
        (503, "120", r"out of order \(HTTP status 503\): try again in 2 minutes"),
    ],
)
def test_a_hub_that_cannot_answer_is_unreachable(
    fake_hub: FakeHub, bring: Bring, status: int, retry_after: str, said: str
) -> None:
    fake_hub.status, fake_hub.retry_after = status, retry_after
    with pytest.raises(HubUnreachable, match=said):
        bring()


def test_a_date_to_come_again_is_told_in_minutes(fake_hub: FakeHub, bring: Bring) -> None:
    fake_hub.status = 429
    fake_hub.retry_after = format_datetime(datetime.now(UTC) + timedelta(minutes=5), usegmt=True)
    with pytest.raises(HubUnreachable, match="try again in 5 minutes"):
        bring()


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (403, r"HTTP status 403"),
        (429, r"fewer requests \(429\): try again in 30 seconds"),
        (502, "out of order"),
    ],
)
def test_what_the_store_says_is_told_too(fake_hub: FakeHub, bring: Bring, status: int, said: str) -> None:
    fake_hub.store_status, fake_hub.retry_after = [status], "30"
    with pytest.raises(HubUnreachable, match=said):
        bring()


def test_a_store_out_of_order_for_a_moment_is_asked_again(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring
) -> None:
    fake_hub.break_after, fake_hub.store_status = [300_000], [0, 503, 429]
    bring()
    assert arrived(tmp_path) == fake_hub.data


def test_a_file_the_hub_does_not_have(fake_hub: FakeHub, bring: Bring) -> None:
    fake_hub.files = {"other.gguf": fake_hub.data}
    with pytest.raises(ModelError, match=rf"does not offer the file of .*{REPO} \(404\): update") as caught:
        bring()
    assert not isinstance(caught.value, HubUnreachable)


def test_a_sign_in_page_is_not_the_hub(tmp_path: Path, fake_hub: FakeHub, bring: Bring) -> None:
    fake_hub.html = True
    with pytest.raises(HubUnreachable, match=r"Something else answers .*guest network: open any page"):
        bring()
    fake_hub.html, fake_hub.store_html = False, True
    with pytest.raises(HubUnreachable, match=rf"Something else answers .*{fake_hub.store_url}"):
        bring()
    (tmp_path / "tiny.gguf.part").write_bytes(fake_hub.data[:1000])
    with pytest.raises(HubUnreachable, match="Something else answers"):
        bring()
    assert (tmp_path / "tiny.gguf.part").read_bytes() == fake_hub.data[:1000]


def test_a_closed_port_is_unreachable(
    fake_hub: FakeHub, bring: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(
            HubUnreachable, match=r"http://127\.0\.0\.1.* cannot be reached \(Connection refused"
        ):
            bring()


def test_a_name_that_nobody_knows(fake_hub: FakeHub, bring: Bring, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setenv("HF_ENDPOINT", "http://hub.invalid")
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(
        HubUnreachable, match=r"hub\.invalid cannot be reached \(its name is not known here\)"
    ):
        bring()


@pytest.mark.parametrize(
    "endpoint",
    ["no address", "http://[", "http://127.0.0.1:99999", "ftp://127.0.0.1", "http://me:word@127.0.0.1"],
)
def test_an_endpoint_that_is_no_address_is_a_sentence(
    fake_hub: FakeHub, bring: Bring, monkeypatch: pytest.MonkeyPatch, endpoint: str
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", endpoint)
    with pytest.raises(ModelError, match="HF_ENDPOINT holds no plain web address") as caught:
        bring()
    assert "word" not in str(caught.value)


def test_a_server_that_never_answers_is_found_out_within_the_limit(
    fake_hub: FakeHub, bring: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        start = time.monotonic()
        with pytest.raises(HubUnreachable, match=r"no answer within 0\.5 s"):
            bring(limit=0.5)
        assert time.monotonic() - start < 3


# A gated model, and where its token goes.


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """All that any library logs."""
    caplog.set_level(logging.DEBUG)
    for name in ("huggingface_hub", "httpx2", "httpcore2", "urllib3", "keyring"):
        caplog.set_level(logging.DEBUG, logger=name)
        logging.getLogger(name).propagate = True
    return caplog


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", TOKEN)


def test_a_token_is_sent_only_when_asked_for_and_only_to_the_hub(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring, account: None, log: pytest.LogCaptureFixture
) -> None:
    fake_hub.accounts = {TOKEN: True}
    bring()
    assert arrived(tmp_path) == fake_hub.data
    assert [(asked.at, asked.authorization) for asked in fake_hub.seen] == [
        ("hub", None),
        ("hub", f"Bearer {TOKEN}"),
        ("store", None),
    ]
    assert TOKEN not in log.text and log.records


def test_without_need_nobody_learns_who_downloads(fake_hub: FakeHub, bring: Bring, account: None) -> None:
    bring()
    assert {asked.authorization for asked in fake_hub.seen} == {None}


def test_a_mirror_that_serves_a_gated_file_itself_gets_the_token_with_both_requests(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring, account: None
) -> None:
    fake_hub.accounts, fake_hub.direct = {TOKEN: True}, True
    bring()
    assert arrived(tmp_path) == fake_hub.data
    assert [asked.authorization for asked in fake_hub.seen] == [None] + [f"Bearer {TOKEN}"] * 2


def test_a_redirect_takes_the_token_to_no_other_host(
    fake_hub: FakeHub, bring: Bring, account: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even to one that huggingface_hub itself trusts with it."""
    with running(FakeHub(dict(fake_hub.files), accounts={TOKEN: True})) as real:
        monkeypatch.setattr(
            "huggingface_hub.utils._http._HUB_ORIGINS",
            frozenset({("http", "127.0.0.1", int(real.url.rpartition(":")[2]))}),
        )
        fake_hub.moved, fake_hub.elsewhere = True, real.url
        with pytest.raises(ModelError, match="does not know the token"):
            bring()
    assert [asked.authorization for asked in fake_hub.seen] == [None, f"Bearer {TOKEN}"]
    assert [asked.authorization for asked in real.seen] == [None, None]


def test_each_way_to_be_kept_out_is_told_apart_and_none_names_the_token(
    fake_hub: FakeHub, bring: Bring, monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
) -> None:
    fake_hub.accounts = {TOKEN: False}
    with pytest.raises(
        ModelError, match=rf"accept its terms \(401\).*{fake_hub.url}/{REPO}.*HF_TOKEN"
    ) as nobody:
        bring()
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    with pytest.raises(ModelError, match=rf"no access to this model yet \(403\).*{REPO}") as not_yet:
        bring()
    fake_hub.accounts = {}
    with pytest.raises(ModelError, match=r"does not know the token .*\(401\)") as unknown:
        bring()
    for caught in (nobody, not_yet, unknown):
        assert not isinstance(caught.value, HubUnreachable)
        assert TOKEN not in "".join(
            map(str, (caught.value, caught.value.__cause__, caught.value.__context__))
        )
    assert TOKEN not in log.text


# Encrypted lines and proxies.


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of 127.0.0.1, localhost and hub.invalid, signed by itself, with its key in the same file."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    path = tmp_path_factory.mktemp("tls") / "hub.pem"
    key = path.with_suffix(".key")
    subprocess.run(
        [
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            "-subj", "/CN=hub.invalid",
            "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:hub.invalid",
            "-keyout", key, "-out", path,
        ],
        check=True, capture_output=True,
    )  # fmt: skip
    path.write_bytes(path.read_bytes() + key.read_bytes())
    return path


@pytest.fixture
def tls_hub(fake_hub: FakeHub, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    """The same Hub behind TLS, with a certificate that nobody trusts until a test names it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with running(FakeHub(dict(fake_hub.files)), context) as secure:
        monkeypatch.setenv("HF_ENDPOINT", secure.url)
        monkeypatch.delenv("SSL_CERT_DIR", raising=False)
        monkeypatch.delenv("SSL_CERT_FILE", raising=False)
        close_session()
        yield secure
        close_session()


def test_a_certificate_that_is_not_trusted_is_said(tls_hub: FakeHub, bring: Bring) -> None:
    with pytest.raises(
        HubUnreachable, match=rf"{tls_hub.url} cannot be trusted \(self.signed.*clock.*SSL_CERT"
    ):
        bring()
    assert tls_hub.seen == []


def test_a_store_whose_certificate_is_not_trusted_is_said(
    fake_hub: FakeHub, tls_hub: FakeHub, bring: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", fake_hub.url)
    fake_hub.store_url = tls_hub.store_url
    with pytest.raises(HubUnreachable, match=rf"{tls_hub.store_url} cannot be trusted"):
        bring()


def test_a_named_certificate_is_trusted(
    tmp_path: Path, tls_hub: FakeHub, certificate: Path, bring: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    tls_hub.break_after = [300_000]
    bring()
    assert arrived(tmp_path) == tls_hub.data
    assert tls_hub.gets() == [None, "bytes=300000-"]


def test_a_proxy_carries_both_requests(
    tmp_path: Path, tls_hub: FakeHub, certificate: Path, bring: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Hub's name is known to the proxy alone, so nothing can go past it."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    hub_port, store_port = (url.rpartition(":")[2] for url in (tls_hub.url, tls_hub.store_url))
    tls_hub.store_url = f"https://hub.invalid:{store_port}"
    monkeypatch.setenv("HF_ENDPOINT", f"https://hub.invalid:{hub_port}")
    with proxy() as way:
        monkeypatch.setenv("HTTPS_PROXY", way.url)
        close_session()
        bring()
        assert way.tunnels == [f"hub.invalid:{hub_port}", f"hub.invalid:{store_port}"]
        assert arrived(tmp_path) == tls_hub.data
        close_session()

        (tmp_path / "tiny.gguf").unlink()
        for status in (407, 403):
            way.status = status
            with pytest.raises(HubUnreachable, match=rf"proxy does not lead to .*{status}.*HTTPS_PROXY"):
                bring()


def test_a_proxy_that_stops_before_the_store_is_said(
    tls_hub: FakeHub, fake_hub: FakeHub, bring: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", fake_hub.url)
    fake_hub.store_url = "https://hub.invalid:443"
    with proxy() as way:
        way.status = 403
        monkeypatch.setenv("HTTPS_PROXY", way.url)
        with pytest.raises(HubUnreachable, match=r"proxy does not lead to https://hub\.invalid.*403"):
            bring()


# Pausing and canceling.


def test_a_pause_closes_the_line_and_goes_on_after_what_there_is(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring
) -> None:
    control, part = Control(), tmp_path / "tiny.gguf.part"
    fake_hub.stored, fake_hub.lead = (lambda: part.stat().st_size), 1 << 16
    held = threading.Event()
    original = fake_hub.stored

    def pause_early() -> int:
        if (size := original()) > 200_000 and not held.is_set():
            held.set()
            control.pause()
        return size

    fake_hub.stored = pause_early
    reports: list[list[Progress]] = []
    thread = threading.Thread(target=lambda: reports.append(bring(control=control)))
    thread.start()
    wait_until(held.is_set)
    size = -1
    while size != (size := part.stat().st_size):  # what was under way when the pause came
        time.sleep(0.2)
    assert thread.is_alive() and 200_000 < size < len(fake_hub.data)
    control.go_on()
    thread.join(timeout=30)
    assert arrived(tmp_path) == fake_hub.data
    assert fake_hub.gets() == [None, f"bytes={size}-"]
    assert Progress(size, len(fake_hub.data), hub.PAUSED) in reports[0]


@pytest.mark.parametrize("paused", [False, True])
def test_a_canceled_transfer_keeps_what_has_arrived(
    tmp_path: Path, fake_hub: FakeHub, bring: Bring, paused: bool
) -> None:
    control, part = Control(), tmp_path / "tiny.gguf.part"
    if paused:
        control.pause()

    def stored() -> int:
        if (size := part.stat().st_size) > 200_000 or paused:
            control.cancel()
        return size

    fake_hub.stored, fake_hub.lead = stored, 1 << 16
    with pytest.raises(Canceled, match="stopped; what has arrived is kept"):
        bring(control=control)
    kept = part.read_bytes()
    assert kept == fake_hub.data[: len(kept)] and (kept or paused)
    bring()
    assert arrived(tmp_path) == fake_hub.data


def test_the_revision_is_the_catalogs(fake_hub: FakeHub, bring: Bring) -> None:
    bring()
    assert fake_hub.seen[0].path == f"/{REPO}/resolve/{REVISION}/tiny.gguf"
