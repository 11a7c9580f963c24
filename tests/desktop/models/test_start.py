"""The first start without a model, in three clicks at most: online, locked off, from a stick or a program."""

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop.models import sticks
from models import bundle, links, offline, places, scan, store
from models.catalog import Entry
from tests.desktop.models.conftest import Bench, put
from tests.models.fake_hub import FakeHub

Make = Callable[[], Bench]


def arrive(bench: Bench, tiny: Entry) -> None:
    """The model has come; "Start checking" is the last click."""
    bench.wait(bench.page.start.start.isVisible)
    assert bench.page.start.ready.text() == "Tiny Q8_0 is here, byte for byte the publisher's."
    assert bench.page.start.title.text() == "Ready"
    bench.click(bench.page.start.start)
    assert bench.asked == ["check"] and bench.settings.current.model == "tiny"
    assert store.status(tiny, bench.folder) == "verified"
    assert bench.clicks <= 3


def test_online_it_takes_two_clicks(bench: Make, tiny: Entry) -> None:
    room = bench()
    start = room.page.start
    assert start.isVisible() and "Tiny Q8_0, 1 MB, from newsroom/tiny-GGUF" in start.what.text()
    room.click(start.fetch)
    arrive(room, tiny)
    assert room.clicks == 2


def test_under_the_lock_the_third_click_allows_it(bench: Make, tiny: Entry, fake_hub: FakeHub) -> None:
    offline.set_setting(True)
    room = bench()
    start = room.page.start
    assert "locked off" in start.what.text()
    room.click(start.fetch)
    room.wait(start.bar.unlock.isVisible)
    assert "The network is locked off" in start.bar.line.text() and fake_hub.seen == []
    room.click(start.bar.unlock)
    arrive(room, tiny)
    assert offline.reason() is None and room.clicks == 3


def test_a_stick_that_is_plugged_in_is_offered(
    bench: Make, tiny: Entry, fake_hub: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "theirs", tiny, fake_hub.data)
    stick = tmp_path / "media" / "NEWS" / "models"
    bundle.export(["tiny"], tmp_path / "theirs", stick)
    monkeypatch.setattr(sticks, "_volumes", lambda: [tmp_path / "media" / "NEWS"])
    offline.set_setting(True)
    room = bench()
    offered = room.page.start.stick_buttons
    room.wait(lambda: bool(offered()))
    assert offered()[0].text() == "Copy from models: Tiny Q8_0"
    room.click(offered()[0])
    arrive(room, tiny)
    assert room.clicks == 2 and fake_hub.seen == []


def test_a_model_of_another_program_is_found_and_stays_where_it_is(
    bench: Make, tiny: Entry, fake_hub: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = put(tmp_path / "lmstudio", tiny, fake_hub.data)
    monkeypatch.setattr(scan, "places", lambda *_: (places.Place("LM Studio", tmp_path / "lmstudio"),))
    room = bench()
    found = room.page.start.elsewhere
    room.click(found.look)
    room.wait(lambda: bool(found.buttons()))
    room.click(found.buttons()[0])
    arrive(room, tiny)
    assert store.find("tiny", room.folder) == theirs and links.of(room.folder)
    assert room.clicks == 3


def test_all_models_can_be_shown_instead(bench: Make) -> None:
    room = bench()
    room.click(room.page.start.all)
    assert not room.page.start.isVisible()
    room.wait(room.page.catalog.cards["tiny"].isVisible)
    room.look()
    assert room.page.catalog.cards["tiny"].isVisible()


def test_with_a_model_there_is_no_first_start(
    bench: Make, tiny: Entry, fake_hub: FakeHub, tmp_path: Path
) -> None:
    put(tmp_path / "models", tiny, fake_hub.data)
    room = bench()
    assert not room.page.start.isVisible() and room.page.catalog.cards["tiny"].badge.text() == "In use"


def test_volumes_of_this_machine_are_looked_through_without_a_fault() -> None:
    assert isinstance(sticks.sticks(), list)


def test_a_damaged_manifest_is_left_out(tmp_path: Path) -> None:
    (tmp_path / bundle.MANIFEST).write_text("{")
    assert sticks.sticks([tmp_path, tmp_path / "none"]) == []
