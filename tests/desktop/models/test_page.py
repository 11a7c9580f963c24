"""The Models page under a person's hands, on a small catalog and the local Hub."""

import shutil
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog

from models import checkups, hardware, importing, links, ownership, store
from models.catalog import Entry
from models.checkups import Checkup, Determinism
from tests.desktop.models.conftest import Bench, put
from tests.models.fake_hub import FakeHub, wait_until

Make = Callable[[], Bench]
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def here(bench: Make, tiny: Entry, fake_hub: FakeHub, tmp_path: Path) -> Bench:
    """With the model here, put there by Evenhand."""
    ownership.claim(put(tmp_path / "models", tiny, fake_hub.data), tiny.sha256)
    return bench()


@pytest.fixture
def empty(bench: Make) -> Bench:
    """All models shown, none of them here."""
    room = bench()
    room.click(room.page.start.all)
    return room


def drop(bench: Bench, *paths: Path) -> bool:
    """Drag these files over the page and let them go; whether they would be taken."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    action, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), action, data, left, none)
    QApplication.sendEvent(bench.page, enter)
    if not enter.isAccepted():
        return False
    QApplication.sendEvent(bench.page, QDropEvent(QPointF(50, 50), action, data, left, none))
    return True


def test_what_suits_this_machine_is_told(empty: Bench) -> None:
    cards = empty.page.catalog.cards
    assert cards["tiny"].badge.text() == "Recommended here"
    assert "1 MB to download" in cards["tiny"].facts.text() and "of memory" in cards["tiny"].facts.text()
    assert "more memory than this machine has to spare" in cards["huge"].note.text()
    assert not cards["huge"].fetch.isEnabled()  # its disk would not do either
    assert "of memory" in empty.page.machine.text()
    assert empty.page.disk.text() == f"Models go to {empty.folder}"


def test_a_download_pauses_resumes_and_arrives(empty: Bench, tiny: Entry, fake_hub: FakeHub) -> None:
    card, part = empty.page.catalog.cards["tiny"], empty.folder / "tiny.gguf.part"
    fake_hub.stall_after = [500_000]
    empty.click(card.fetch)
    empty.wait(lambda: part.is_file() and part.stat().st_size >= 500_000)
    empty.wait(lambda: "of 1 MB" in card.bar.line.text())
    empty.click(card.bar.pause)
    assert card.bar.pause.text() == "Resume" and "paused" in card.bar.line.text()
    fake_hub.closing.set()
    fake_hub.closing.clear()
    empty.bot.wait(200)
    assert part.stat().st_size == 500_000
    empty.click(card.bar.pause)
    empty.wait(lambda: card.badge.text() == "In use")
    assert store.status(tiny, empty.folder) == "verified"
    assert fake_hub.gets() == [None, "bytes=500000-"]
    assert not card.bar.isVisible() and empty.said == ["Tiny Q8_0 is here, byte for byte the publisher's."]
    assert empty.page.disk.text().startswith("Models take 1 MB in ")


def test_a_canceled_download_can_be_gone_on_with(empty: Bench, fake_hub: FakeHub) -> None:
    card, part = empty.page.catalog.cards["tiny"], empty.folder / "tiny.gguf.part"
    fake_hub.stall_after = [500_000]
    empty.click(card.fetch)
    empty.wait(lambda: part.is_file() and part.stat().st_size >= 500_000)
    empty.click(card.bar.cancel)
    fake_hub.closing.set()
    fake_hub.closing.clear()
    empty.wait(lambda: card.fetch.text() == "Go on downloading")
    assert card.note.text() == "Begun: what has arrived is kept." and not card.bar.isVisible()
    empty.click(card.fetch)
    empty.wait(lambda: card.badge.text() == "In use")


def test_wrong_bytes_are_told_and_another_try_may_do(empty: Bench, tiny: Entry, fake_hub: FakeHub) -> None:
    card, right = empty.page.catalog.cards["tiny"], fake_hub.data
    fake_hub.announced = {"X-Linked-Etag": f'"{tiny.sha256}"'}
    fake_hub.files["tiny.gguf"] = right[:-1] + b"!"
    empty.click(card.fetch)
    empty.wait(card.bar.again.isVisible)
    assert "its SHA-256 is wrong" in card.bar.line.text()
    fake_hub.files["tiny.gguf"] = right
    empty.click(card.bar.again)
    empty.wait(lambda: card.badge.text() == "In use")


def test_a_full_disk_is_told_before_the_first_byte(
    empty: Bench, tiny: Entry, fake_hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = empty.page.catalog.cards["tiny"]
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**10, 0, 1000))
    empty.click(card.fetch)
    empty.wait(card.bar.again.isVisible)
    assert "Tiny needs 1 MB" in card.bar.line.text() and "make room" in card.bar.line.text()
    assert fake_hub.seen == []
    empty.look()
    assert "Needs 1 MB of disk, and 1 kB are free." in card.note.text()


def test_a_model_is_used_by_a_click(here: Bench, gguf: bytes, tmp_path: Path) -> None:
    mine = tmp_path / "mine.gguf"
    mine.write_bytes(gguf)
    importing.import_file(mine, here.folder)
    here.look()
    here.click(here.page.catalog.cards["mine.gguf"].use)
    assert here.settings.current.model == "mine.gguf"
    assert here.page.catalog.cards["mine.gguf"].badge.text() == "In use"
    assert here.page.catalog.cards["tiny"].use.isVisible()


def test_removing_asks_first(here: Bench, tiny: Entry) -> None:
    card, path = here.page.catalog.cards["tiny"], here.folder / "tiny.gguf"
    here.click(card.remove)
    assert card.question.sentence.text() == "Delete its 1 MB from this machine?"
    assert card.question.no.hasFocus()
    here.click(card.question.no)
    assert path.is_file() and not card.question.isVisible()
    here.click(card.remove)
    here.click(card.question.yes)
    here.wait(lambda: not path.exists())
    here.wait(lambda: here.said == ["Tiny Q8_0 is gone."])


def test_what_a_person_put_there_stays(bench: Make, tiny: Entry, fake_hub: FakeHub, tmp_path: Path) -> None:
    path = put(tmp_path / "models", tiny, fake_hub.data)
    room = bench()
    card = room.page.catalog.cards["tiny"]
    room.click(card.remove)
    room.click(card.question.yes)
    room.wait(lambda: "was not put there by Evenhand" in card.note.text())
    assert path.is_file()


def test_a_linked_model_is_forgotten_and_its_file_stays(empty: Bench, gguf: bytes, tmp_path: Path) -> None:
    mine = tmp_path / "mine.gguf"
    mine.write_bytes(gguf)
    importing.import_file(mine, empty.folder)
    empty.look()
    card = empty.page.catalog.cards["mine.gguf"]
    assert card.remove.text() == "Forget …"
    empty.click(card.remove)
    assert str(mine) in card.question.sentence.text()
    empty.click(card.question.yes)
    empty.wait(lambda: "mine.gguf" not in empty.page.catalog.cards)
    assert mine.is_file() and not links.of(empty.folder)


@pytest.mark.parametrize("copy", [False, True])
def test_a_dropped_file_is_asked_about_and_taken_in(
    empty: Bench, gguf: bytes, tmp_path: Path, copy: bool
) -> None:
    mine = tmp_path / "mine.gguf"
    mine.write_bytes(gguf)
    assert drop(empty, mine)
    question = empty.page.incoming.question
    empty.wait(question.isVisible)
    assert "mine.gguf" in question.sentence.text()
    empty.click(question.other if copy else question.yes)
    empty.wait(lambda: "mine.gguf" in empty.page.catalog.cards)
    assert (empty.folder / "mine.gguf").exists() is copy
    assert "mine.gguf is here. It is not in the catalog" in empty.page.incoming.news.text()
    empty.wait(lambda: empty.settings.current.model == "mine.gguf")  # the only one there is


def test_what_is_no_model_is_not_taken(empty: Bench, tmp_path: Path) -> None:
    notes, folder = tmp_path / "notes.txt", tmp_path / "folder"
    notes.write_text("Dear diary")
    folder.mkdir()
    assert not drop(empty, notes)
    assert drop(empty, folder)
    empty.wait(lambda: "no model in that" in empty.page.incoming.news.text())


def test_a_file_that_is_damaged_is_told(empty: Bench, tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF")
    drop(empty, broken)
    empty.click(empty.page.incoming.question.yes)
    bar = empty.page.incoming.bars[str(broken)]
    empty.wait(bar.again.isVisible)
    assert "cut off within its header" in bar.line.text()


def test_a_file_is_chosen_by_a_dialog(
    empty: Bench, gguf: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine.gguf"
    mine.write_bytes(gguf)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(mine), ""))
    empty.click(empty.page.file)
    empty.wait(empty.page.incoming.question.isVisible)
    empty.click(empty.page.incoming.question.no)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    empty.click(empty.page.folder)
    empty.wait(empty.page.incoming.question.isVisible)
    assert not links.of(empty.folder)


def test_a_damaged_model_is_told_and_can_be_brought_again(
    bench: Make, tiny: Entry, fake_hub: FakeHub, tmp_path: Path
) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "tiny.gguf").write_bytes(fake_hub.data[:-1] + b"!")
    room = bench()
    room.click(room.page.start.all)
    card = room.page.catalog.cards["tiny"]
    assert card.note.text().startswith("Damaged") and not card.use.isVisible()
    room.click(card.fetch)
    room.wait(lambda: card.badge.text() == "In use")


def measured(sha256: str) -> Checkup:
    return Checkup(
        file="tiny.gguf",
        sha256=sha256,
        machine=hardware.identity(),
        created="2026-01-02T03:04:05+00:00",
        evenhand="0.1.0",
        llama_cpp="b1",
        backend="CPU",
        threads=2,
        context=4096,
        schedule="independent",
        load_seconds=1.5,
        prefill=135.2,
        generation=62.4,
        resident=310_000_000,
        cancel_seconds=0.21,
        determinism=Determinism(
            splitting=True, token_by_token=True, batching=True, others=True, caching=True, threads=True
        ),
    )


def test_a_check_up_is_shown_with_the_details(here: Bench, tiny: Entry) -> None:
    checkups.save(here.folder, here.folder / "tiny.gguf", measured(tiny.sha256))
    here.look()
    card = here.page.catalog.cards["tiny"]
    assert "checked up: writes 62 tokens a second" in card.facts.text()
    here.click(card.more)
    shown = [label.text() for label in card.details_labels()]
    assert any("stops within 0.21 s" in text and "do not depend on batching" in text for text in shown)
    assert tiny.sha256 in shown and str(here.folder / "tiny.gguf") in shown
    here.click(card.more)
    assert not card.details_labels()[0].isVisible()


@pytest.fixture
def real(bench: Make, test_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """With the real test model, linked."""
    importing.import_file(test_model, tmp_path / "models")
    return bench()


def test_a_check_up_holds_the_machine_and_can_be_stopped(real: Bench, test_model: Path) -> None:
    busy: list[bool] = []
    real.page.workshop.busy.connect(busy.append)
    card = real.page.catalog.cards[test_model.name]
    real.page.allow_checkups(False)
    assert not card.checkup.isEnabled()
    real.page.allow_checkups(True)
    real.click(card.checkup)
    assert busy == [True] and card.checkup.text() == "Stop"
    real.wait(lambda: card.note.text().startswith("Computing"))
    real.click(card.checkup)
    real.wait(lambda: busy == [True, False])
    assert card.note.text() == "The check-up was stopped." and card.checkup.text() == "Check up"


@pytest.mark.slow
def test_a_check_up_is_measured_and_shown(real: Bench, test_model: Path) -> None:
    card = real.page.catalog.cards[test_model.name]
    real.click(card.checkup)
    real.bot.waitUntil(lambda: "checked up: writes" in card.facts.text(), timeout=280_000)
    assert not card.note.isVisible()


def test_a_model_that_cannot_be_loaded_is_told(here: Bench) -> None:
    card = here.page.catalog.cards["tiny"]
    here.click(card.checkup)
    here.wait(lambda: "be used" in card.note.text())
    assert here.page.workshop.name == "" and card.checkup.text() == "Check up"


def test_showing_the_whole_catalog_does_not_stall_the_window(
    bench: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    room = bench()
    count = len(room.page.catalog.cards)
    print(f"\nshowing {count} models: the window's thread worked at most {room.busy * 1000:.0f} ms at a time")
    assert count >= 15 and room.busy < 0.1


def test_closing_lets_nothing_behind(empty: Bench, fake_hub: FakeHub) -> None:
    part = empty.folder / "tiny.gguf.part"
    fake_hub.stored = lambda: part.stat().st_size if part.exists() else 0
    fake_hub.lead = 1 << 16
    empty.click(empty.page.catalog.cards["tiny"].fetch)
    wait_until(lambda: part.is_file())
    empty.page.end()
    size = part.stat().st_size
    empty.bot.wait(200)
    assert part.stat().st_size == size
