import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from models import bundle, catalog, copying, hashes, ownership, store
from models.bundle import MANIFEST, export, import_bundle
from models.catalog import Entry
from models.errors import ModelError
from models.importing import import_file
from models.progress import Progress
from tests.models.small_disk import needs_small_disks, on_small_disk

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tiny(gguf: bytes, make_entry: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch) -> Entry:
    entry = make_entry(gguf)
    monkeypatch.setattr(catalog, "entries", lambda: (entry,))
    return entry


@pytest.fixture
def here(tmp_path: Path, gguf: bytes, tiny: Entry) -> Path:
    """A models folder with one of the catalog, one that is not in it, and one in two parts."""
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "tiny.gguf").write_bytes(gguf)
    (folder / "Our Modèle.gguf").write_bytes(gguf + b"other")
    for number in (1, 2):
        (folder / f"big-0000{number}-of-00002.gguf").write_bytes(gguf + bytes([number]))
    return folder


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    return tmp_path / "stick"


@pytest.fixture
def there(tmp_path: Path) -> Path:
    return tmp_path / "the other machine"


def ggufs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.gguf"))}


def test_the_other_machine_gets_the_same_bytes(here: Path, stick: Path, there: Path, tiny: Entry) -> None:
    seen: list[Progress] = []
    export(["tiny", "Our Modèle.gguf", "big-00001-of-00002.gguf"], here, stick, seen.append)
    total = sum(map(len, ggufs(here).values()))
    assert (seen[-1].done_bytes, seen[-1].total_bytes) == (total, total)
    shutil.rmtree(here)
    found = import_bundle(stick, there)
    assert [(model.name, model.entry) for model, _ in found] == [("tiny", tiny), ("", None), ("", None)]
    assert ggufs(there) == ggufs(stick)
    assert store.find("tiny", there) == there / "tiny.gguf"
    assert store.find("big-00001-of-00002.gguf", there) == there / "big-00001-of-00002.gguf"
    assert all(ownership.is_ours(path) for path in there.glob("*.gguf"))


def test_the_manifest_says_names_sizes_and_hashes(here: Path, stick: Path, gguf: bytes) -> None:
    export(["tiny", "Our Modèle.gguf"], here, stick)
    written = json.loads((stick / MANIFEST).read_text("utf-8"))
    assert written["format"] == 1
    assert written["models"][0] == {
        "name": "tiny",
        "title": "Tiny Q8_0",
        "files": [
            {"filename": "tiny.gguf", "size": len(gguf), "sha256": hashlib.sha256(gguf).hexdigest()},
        ],
    }
    # Any file system takes this name.
    assert [file["filename"] for file in written["models"][1]["files"]] == ["Our_Mod_le.gguf"]


def test_a_linked_model_goes_along_under_its_name(tmp_path: Path, gguf: bytes, stick: Path) -> None:
    blob = tmp_path / "blobs" / f"sha256-{hashlib.sha256(gguf).hexdigest()}"
    blob.parent.mkdir()
    blob.write_bytes(gguf)
    folder = tmp_path / "models"
    import_file(blob, folder, name="llama3.1-8b")
    export(["llama3.1-8b.gguf"], folder, stick)
    assert ggufs(stick) == {"llama3.1-8b.gguf": gguf}


def test_every_file_is_verified_before_it_is_used(here: Path, stick: Path, there: Path) -> None:
    export(["tiny", "Our Modèle.gguf"], here, stick)
    path = stick / "Our_Mod_le.gguf"
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(ModelError, match=r"Our_Mod_le\.gguf is damaged: its SHA-256"):
        import_bundle(stick, there)
    assert list(ggufs(there)) == ["tiny.gguf"]  # whole, and verified
    assert not list(there.glob(".*copying"))


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda path: path.unlink(), r"tiny\.gguf is missing from .*: export the models again"),
        (lambda path: path.write_bytes(path.read_bytes()[:-1]), r"damaged, with [\d,]+ bytes instead of"),
        (lambda path: path.write_bytes(b"x" * path.stat().st_size), r"not a GGUF"),
    ],
)
def test_what_is_wrong_at_first_sight_is_told_before_anything_is_copied(
    here: Path, stick: Path, there: Path, harm: Callable[[Path], None], said: str
) -> None:
    export(["Our Modèle.gguf", "tiny"], here, stick)
    harm(stick / "tiny.gguf")
    with pytest.raises(ModelError, match=said):
        import_bundle(stick, there)
    assert not there.exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it.update(format=2),
        lambda it: it.update(more=1),
        lambda it: it["models"].append(it["models"][0]),
        lambda it: it["models"][0].update(files=[]),
        lambda it: it["models"][0]["files"][0].update(filename="../tiny.gguf"),
        lambda it: it["models"][0]["files"][0].update(filename="/tmp/tiny.gguf"),
        lambda it: it["models"][0]["files"][0].update(filename="a\\tiny.gguf"),
        lambda it: it["models"][0]["files"][0].update(filename=".bashrc"),
        lambda it: it["models"][0]["files"][0].update(sha256="x"),
        lambda it: it["models"][0]["files"][0].update(size=-1),
    ],
)
def test_a_manifest_that_means_harm_or_nothing_is_refused(
    here: Path, stick: Path, there: Path, change: Callable[[dict], None]
) -> None:
    export(["tiny"], here, stick)
    written = json.loads((stick / MANIFEST).read_text("utf-8"))
    change(written)
    (stick / MANIFEST).write_text(json.dumps(written), "utf-8")
    with pytest.raises(ModelError, match=r"damaged or of a newer Evenhand|another version of Evenhand"):
        import_bundle(stick, there)
    assert not there.exists()


def test_a_folder_without_a_manifest(stick: Path, there: Path) -> None:
    stick.mkdir()
    assert not bundle.is_bundle(stick)
    with pytest.raises(ModelError, match=r"evenhand-models\.json cannot be read"):
        import_bundle(stick, there)


def test_what_is_here_already_is_not_copied_again(here: Path, stick: Path, there: Path) -> None:
    export(["tiny"], here, stick)
    import_bundle(stick, there)
    before = (there / "tiny.gguf").stat()
    import_bundle(stick / MANIFEST, there)
    assert (there / "tiny.gguf").stat() == before


def test_another_file_of_that_name_is_never_replaced(here: Path, stick: Path, there: Path) -> None:
    for folder, act in (
        (stick, lambda: export(["tiny"], here, stick)),
        (there, lambda: import_bundle(stick, there)),
    ):
        folder.mkdir(exist_ok=True)
        (folder / "tiny.gguf").write_bytes(b"theirs")
        with pytest.raises(ModelError, match=r"already has another tiny\.gguf: remove or rename"):
            act()
        assert (folder / "tiny.gguf").read_bytes() == b"theirs"
        (folder / "tiny.gguf").unlink()
        act()


def test_a_bundle_grows_and_what_was_lost_or_rotted_on_it_is_mended(here: Path, stick: Path) -> None:
    export(["tiny"], here, stick)
    export(["Our Modèle.gguf"], here, stick)
    assert [model.title for model in bundle.read(stick).models] == ["Tiny Q8_0", "Our Modèle"]
    (stick / "tiny.gguf").unlink()
    rotten = (stick / "Our_Mod_le.gguf").read_bytes()[:-1] + b"?"
    (stick / "Our_Mod_le.gguf").write_bytes(rotten)
    export(["tiny", "Our Modèle.gguf"], here, stick)
    assert ggufs(stick) == {
        "Our_Mod_le.gguf": (here / "Our Modèle.gguf").read_bytes(),
        "tiny.gguf": (here / "tiny.gguf").read_bytes(),
    }


def test_two_models_of_one_file_name_do_not_fit_into_one_folder(
    here: Path, stick: Path, tmp_path: Path
) -> None:
    other = tmp_path / "Our_Mod_le.gguf"
    other.write_bytes((here / "tiny.gguf").read_bytes() + b"2")
    with pytest.raises(ModelError, match="have the same file name: export them into two folders"):
        export(["Our Modèle.gguf", str(other)], here, stick)
    assert not stick.exists()


def test_a_damaged_model_is_not_exported(here: Path, stick: Path, gguf: bytes) -> None:
    (here / "tiny.gguf").write_bytes(gguf[:-1] + bytes([gguf[-1] ^ 1]))
    with pytest.raises(ModelError, match=r"tiny\.gguf is damaged"):
        export(["tiny"], here, stick)
    assert not stick.exists()


def test_a_killed_import_leaves_nothing_half_and_can_be_repeated(tmp_path: Path, gguf: bytes) -> None:
    here, stick, there = (tmp_path / name for name in ("models", "stick", "there"))
    here.mkdir()
    (here / "large.gguf").write_bytes(gguf + os.urandom(6 * copying.CHUNK))
    export(["large.gguf"], here, stick)
    script = (
        "import sys, time; from pathlib import Path; from models.bundle import import_bundle\n"
        "def slowly(_): print('.', flush=True); time.sleep(0.05)\n"
        "import_bundle(Path(sys.argv[1]), Path(sys.argv[2]), slowly)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, stick, there], cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    for _ in range(3):
        process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert ggufs(there) == {}
    import_bundle(stick, there)
    assert ggufs(there) == ggufs(here)


@needs_small_disks
def test_a_full_stick_loses_nothing(tmp_path: Path, gguf: bytes) -> None:
    here, disk = tmp_path / "models", tmp_path / "disk"
    here.mkdir()
    (here / "small.gguf").write_bytes(gguf)
    (here / "large.gguf").write_bytes(gguf + os.urandom(2 * copying.CHUNK))
    said = on_small_disk(
        disk,
        "bundle.export(['small.gguf'], Path(sys.argv[2]), disk)\n"
        "try: bundle.export(['large.gguf'], Path(sys.argv[2]), disk)\n"
        "except ModelError as error: print(error)\n"
        "copying.MARGIN = -1  # as if the room went away only while it is copied\n"
        "try: bundle.export(['large.gguf'], Path(sys.argv[2]), disk)\n"
        "except ModelError as error: print(error)\n"
        "print(*sorted(path.name for path in disk.glob('*[!k]')))\n"
        "print(*(model.title for model in bundle.read(disk).models))\n"
        "print(copying.digest(disk / 'small.gguf', lambda _: None))\n",
        here,
    )
    assert said[0].endswith("are free: make room, or choose another folder.")
    assert said[1] == f"The disk of {disk} is full: make room and try again."
    assert said[2:] == ["evenhand-models.json small.gguf", "small", hashes.sha256(here / "small.gguf")]
