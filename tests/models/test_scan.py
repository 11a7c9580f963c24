import hashlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from models import catalog
from models.catalog import Entry
from models.importing import import_file
from models.places import Place, folder_place, places
from models.scan import scan


def put(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def pull(models: Path, name: str, data: bytes, *, host: str = "registry.ollama.ai") -> Path:
    """What `ollama pull` leaves: a manifest, the model's blob and blobs of other kinds."""
    digest = hashlib.sha256(data).hexdigest()
    layers = [
        {"mediaType": "application/vnd.ollama.image.license", "digest": f"sha256:{'1' * 64}", "size": 3},
        {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{digest}", "size": len(data)},
    ]
    publisher, _, rest = name.rpartition("/")
    path = models / "manifests" / host / (publisher or "library") / rest.replace(":", "/")
    put(path, json.dumps({"schemaVersion": 2, "layers": layers}).encode())
    return put(models / "blobs" / f"sha256-{digest}", data)


def hub_cache(hub: Path, data: bytes, repo: str, filename: str, revision: str = "0" * 40) -> Path:
    """What huggingface_hub leaves: a blob by its SHA-256, and a link to it for each revision."""
    blob = put(hub / f"models--{repo.replace('/', '--')}" / "blobs" / hashlib.sha256(data).hexdigest(), data)
    link = blob.parents[1] / "snapshots" / revision / filename
    link.parent.mkdir(parents=True)
    link.symlink_to(os.path.relpath(blob, link.parent))
    return link


@pytest.fixture
def tiny(gguf: bytes, make_entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch) -> Entry:
    entry = make_entry(gguf)
    monkeypatch.setattr(catalog, "entries", lambda: (entry,))
    return entry


@pytest.mark.parametrize(
    ("system", "environment", "where"),
    [
        (
            "linux",
            {},
            {
                "LM Studio": ".lmstudio/models",
                "Hugging Face": ".cache/huggingface/hub",
                "GPT4All": ".local/share/nomic.ai/GPT4All",
                "Jan": ".config/Jan/data",
                "llama.cpp": ".cache/llama.cpp",
                "Downloads": "Downloads",
            },
        ),
        (
            "linux",
            {"XDG_CACHE_HOME": "c", "XDG_DATA_HOME": "d", "XDG_CONFIG_HOME": "e"},
            {
                "Hugging Face": "c/huggingface/hub",
                "GPT4All": "d/nomic.ai/GPT4All",
                "Jan": "e/Jan/data",
                "llama.cpp": "c/llama.cpp",
            },
        ),
        (
            "darwin",
            {},
            {
                "LM Studio": ".lmstudio/models",
                "Hugging Face": ".cache/huggingface/hub",
                "GPT4All": "Library/Application Support/nomic.ai/GPT4All",
                "Jan": "Library/Application Support/Jan/data",
                "llama.cpp": "Library/Caches/llama.cpp",
                "Downloads": "Downloads",
            },
        ),
        (
            "win32",
            {"LOCALAPPDATA": "AppData/Local", "APPDATA": "AppData/Roaming"},
            {
                "LM Studio": ".cache/lm-studio/models",
                "Hugging Face": ".cache/huggingface/hub",
                "GPT4All": "AppData/Local/nomic.ai/GPT4All",
                "Jan": "AppData/Roaming/Jan/data",
                "llama.cpp": "AppData/Local/llama.cpp",
                "Downloads": "Downloads",
            },
        ),
        ("linux", {"HF_HOME": "h", "LLAMA_CACHE": "l"}, {"Hugging Face": "h/hub", "llama.cpp": "l"}),
        ("linux", {"HF_HOME": "h", "HF_HUB_CACHE": "hh"}, {"Hugging Face": "hh"}),
    ],
)
def test_plain_files_are_found_where_each_program_keeps_them(
    tmp_path: Path, gguf: bytes, system: str, environment: dict[str, str], where: dict[str, str]
) -> None:
    named = {key: str(tmp_path / value) for key, value in environment.items()}
    put_there = {
        program: put(tmp_path / folder / "publisher" / "model.gguf", gguf + program.encode())
        for program, folder in where.items()
    }
    result = scan(places(tmp_path, named, system))
    assert {found.program: found.path for found in result.found} == put_there
    assert result.complete


@pytest.mark.parametrize(
    ("system", "environment", "folder"),
    [
        ("linux", {}, ".ollama/models"),
        ("darwin", {}, ".ollama/models"),
        ("win32", {}, ".ollama/models"),
        ("win32", {"OLLAMA_MODELS": "elsewhere"}, "elsewhere"),
    ],
)
def test_ollamas_blobs_are_found_by_their_manifests(
    tmp_path: Path, gguf: bytes, tiny: Entry, system: str, environment: dict[str, str], folder: str
) -> None:
    models = tmp_path / folder
    one, other = pull(models, "llama3.1:8b", gguf), pull(models, "some/model:latest", gguf + b"other")
    put(models / "blobs" / "sha256-partial", gguf)
    named = {key: str(tmp_path / value) for key, value in environment.items()}
    found = {found.name: found for found in scan(places(tmp_path, named, system)).found}
    assert {name: one.path for name, one in found.items()} == {"llama3.1:8b": one, "some/model:latest": other}
    assert {one.program for one in found.values()} == {"Ollama"}
    assert found["llama3.1:8b"].entry == tiny and found["some/model:latest"].entry is None
    assert found["some/model:latest"].filename == "some-model-latest.gguf"


def test_on_linux_ollama_runs_as_a_service(tmp_path: Path) -> None:
    assert Path("/usr/share/ollama/.ollama/models") in {one.path for one in places(tmp_path, {}, "linux")}
    assert Path("/usr/share/ollama/.ollama/models") not in {
        one.path for one in places(tmp_path, {}, "darwin")
    }


@pytest.mark.parametrize(
    "manifest",
    [
        b"",
        b"[]",
        b'{"layers": 3}',
        b'{"layers": [3]}',
        b'{"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:../../secret"}]}',
        b'{"layers": [{"mediaType": "application/vnd.ollama.image.model"}]}',
    ],
)
def test_a_broken_manifest_is_passed_over(tmp_path: Path, gguf: bytes, manifest: bytes) -> None:
    models = tmp_path / ".ollama/models"
    good = pull(models, "llama3.1:8b", gguf)
    put(models / "manifests/registry.ollama.ai/library/broken/latest", manifest)
    assert [found.path for found in scan(places(tmp_path, {}, "darwin")).found] == [good]


def test_a_folder_chosen_in_lm_studio(tmp_path: Path, gguf: bytes) -> None:
    model = put(tmp_path / "large disk/publisher/model/model.gguf", gguf)
    settings = tmp_path / ".lmstudio/settings.json"
    put(settings, json.dumps({"downloadsFolder": str(tmp_path / "large disk")}).encode())
    assert [found.path for found in scan(places(tmp_path, {}, "linux")).found] == [model]
    for broken in (b"", b"[]", b'{"downloadsFolder": 3}', b"\xff"):
        settings.write_bytes(broken)
        assert scan(places(tmp_path, {}, "linux")).found == ()


def test_one_blob_of_two_revisions_is_one_model(tmp_path: Path, gguf: bytes, tiny: Entry) -> None:
    hub = tmp_path / "hub"
    first = hub_cache(hub, gguf, "someone/some-GGUF", "Some.gguf", "a" * 40)
    hub_cache(hub, gguf, "someone/some-GGUF", "Some.gguf", "b" * 40)
    (found,) = scan([folder_place(hub)]).found
    assert (found.path, found.entry) == (first, tiny)
    # What was found can be imported; its hash is then proved.
    assert import_file(found.path, tmp_path / "models", name=found.filename).entry == tiny


def test_a_split_model_is_one_and_only_whole(tmp_path: Path, gguf: bytes) -> None:
    whole = [put(tmp_path / f"one-0000{number}-of-00002.gguf", gguf) for number in (1, 2)]
    put(tmp_path / "two-00001-of-00002.gguf", gguf)
    put(tmp_path / "three-00002-of-00002.gguf", gguf)
    (found,) = scan([folder_place(tmp_path)]).found
    assert (found.files, found.size) == (tuple(whole), 2 * len(gguf))


def test_what_is_no_model_is_passed_over(tmp_path: Path, gguf: bytes) -> None:
    put(tmp_path / "page.gguf", b"<html>")
    put(tmp_path / "empty.gguf", b"")
    put(tmp_path / "model.gguf.part", gguf)
    put(tmp_path / "mmproj-model-f16.gguf", gguf)
    (tmp_path / "gone.gguf").symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder.gguf").mkdir()
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe.gguf")  # opening it would wait for ever
    real = put(tmp_path / "MODEL.GGUF", gguf)
    assert [found.path for found in scan([folder_place(tmp_path)]).found] == [real]


def test_circles_and_depth_have_an_end(tmp_path: Path, gguf: bytes) -> None:
    deep = put(tmp_path / "a/b/c/model.gguf", gguf)
    (tmp_path / "a/b/back").symlink_to(tmp_path)
    assert [found.path for found in scan([Place("it", tmp_path, depth=3)]).found] == [deep]
    assert scan([Place("it", tmp_path, depth=2)]).found == ()


def test_a_folder_that_cannot_be_read_hides_no_other(
    tmp_path: Path, gguf: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, model = tmp_path / "closed", put(tmp_path / "open/model.gguf", gguf)
    closed.mkdir()
    scandir = os.scandir

    def refusing(path: Path):
        if Path(path) == closed:
            raise PermissionError("no")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)  # root may read everything
    result = scan([folder_place(tmp_path)])
    assert [found.path for found in result.found] == [model]
    assert result.complete


def test_time_is_bounded_and_what_was_found_until_then_is_given(tmp_path: Path, gguf: bytes) -> None:
    for number in range(50):
        put(tmp_path / f"{number:02}" / "model.gguf", gguf + bytes([number]))
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 1
        return now

    result = scan([folder_place(tmp_path)], seconds=60, clock=clock)
    assert not result.complete
    assert 0 < len(result.found) < 50
    assert scan([folder_place(tmp_path)], seconds=600, clock=clock).complete


def test_nothing_is_changed(tmp_path: Path, gguf: bytes) -> None:
    pull(tmp_path / ".ollama/models", "llama3.1:8b", gguf)
    hub_cache(tmp_path / ".cache/huggingface/hub", gguf, "someone/some", "some.gguf")
    before = sorted((str(path), path.lstat().st_mtime_ns) for path in tmp_path.rglob("*"))
    assert scan(places(tmp_path, {}, "linux")).found
    assert sorted((str(path), path.lstat().st_mtime_ns) for path in tmp_path.rglob("*")) == before
