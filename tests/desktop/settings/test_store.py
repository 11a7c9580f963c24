"""The settings' file: written whole, migrated, set aside when faulty."""

import json
import os
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError
from pytestqt.qtbot import QtBot

from desktop.settings import Settings, SettingsStore
from desktop.settings.migrations import STEPS, NotOurs, migrated
from desktop.settings.schema import VERSION
from models import offline


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


@pytest.fixture(autouse=True)
def _own_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offline, "setting", lambda: tmp_path / "offline")
    monkeypatch.delenv("EVENHAND_OFFLINE", raising=False)


def test_a_change_is_told_and_kept(path: Path, qtbot: QtBot) -> None:
    store = SettingsStore(path)
    assert store.current == Settings() and not path.exists()
    with qtbot.waitSignal(store.changed) as told:
        store.change(seed=7, theme="dark")
    assert told.args == [store.current] and store.current.seed == 7
    assert SettingsStore(path).current == store.current
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]
    with qtbot.assertNotEmitted(store.changed):
        store.change(seed=7)


@pytest.mark.parametrize(
    "values", [{"passes": 6}, {"seed": -1}, {"theme": "pink"}, {"text_size": 3}, {"unknown": 1}]
)
def test_a_value_out_of_range_is_refused(path: Path, values: dict[str, object]) -> None:
    store = SettingsStore(path)
    with pytest.raises(ValidationError):
        store.change(**values)
    assert store.current == Settings() and not path.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"\xff\xfe\x00",
        b"[]",
        b"{}",
        b'{"version": 2, "seed": "much"}',
        b'{"version": 2, "colour": "red"}',
        b'{"version": 99}',
        b'{"version": 0}',
    ],
)
def test_a_faulty_file_is_set_aside_with_a_sentence(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    store = SettingsStore(path)
    aside = path.with_name("settings.faulty-1.json")
    assert store.current == Settings()
    assert str(aside) in store.trouble and store.trouble.endswith(".")
    assert aside.read_bytes() == content and not path.exists()

    path.write_bytes(content)
    assert "settings.faulty-2.json" in SettingsStore(path).trouble
    assert SettingsStore(path).trouble == ""


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read and write all")
def test_a_folder_that_takes_no_file_is_told(path: Path, qtbot: QtBot) -> None:
    path.parent.mkdir()
    path.parent.chmod(0o500)
    store = SettingsStore(path)
    with qtbot.waitSignal(store.failed):
        store.change(seed=7)
    assert store.current.seed == 7


def test_what_lies_in_the_way_is_told_and_the_change_holds(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "config").write_text("in the way")
    store = SettingsStore(tmp_path / "config" / "settings.json")
    with qtbot.waitSignal(store.failed) as told:
        store.change(seed=7)
    assert "settings.json cannot be written" in told.args[0]
    assert store.current.seed == 7


def test_every_earlier_version_has_a_migration() -> None:
    assert sorted(STEPS) == list(range(1, VERSION))


@pytest.mark.parametrize("locked", [False, True])
def test_from_version_1_the_offline_lock_moves_to_where_the_command_line_keeps_it(
    path: Path, locked: bool
) -> None:
    old = {"version": 1, "seed": 5, "theme": "dark", "offline": locked}
    path.parent.mkdir()
    path.write_text(json.dumps(old))
    store = SettingsStore(path)
    assert store.trouble == ""
    assert store.current == Settings(seed=5, theme="dark")
    assert (offline.reason() is not None) is locked


@pytest.mark.parametrize("data", [None, [], {}, {"version": "2"}, {"version": VERSION + 1}, {"version": 0}])
def test_what_is_of_no_known_version_is_refused(data: object) -> None:
    with pytest.raises(NotOurs):
        migrated(data)


def test_folders_and_options_follow_from_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVENHAND_MODELS", "/elsewhere")
    assert Settings().models_folder == Path("/elsewhere")
    assert Settings(models_dir=str(tmp_path)).models_folder == tmp_path
    options = Settings(seed=3, passes=2, granularity="whole", policy="published", gpu_layers=4).options
    assert (options.seed, options.passes, options.granularity) == (3, 2, "whole")
    assert (options.policy, options.gpu_layers) == ("published", 4)
