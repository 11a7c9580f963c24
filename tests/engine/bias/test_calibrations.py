"""Which calibration a model is read by: the one measured beside it, else the shipped one, else none."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.bias import calibrations
from engine.bias.calibrating import sentences_digest
from engine.bias.calibration import Calibration, Zero
from engine.bias.constants import METHOD_VERSION
from models import catalog
from models.errors import ModelError

VOICES = ("bias", "evidence", "framing", "likelihood")
SHA256 = "ab" * 32


def measured(sha256: str = SHA256, zero: float = 0.25, **other: str) -> Calibration:
    known = {"model": sha256, "method": METHOD_VERSION, "sentences": sentences_digest()}
    zeros = dict.fromkeys(VOICES, Zero(zero=zero, slope=1.5))
    return Calibration.model_validate(known | {"zeros": zeros} | other)


@pytest.fixture
def ship(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    return lambda *known: monkeypatch.setattr(calibrations, "_shipped", lambda: known)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return tmp_path / "tiny.gguf"


def test_a_model_that_nobody_calibrated_has_none(model: Path) -> None:
    assert calibrations.of(model.parent, model, SHA256) is None


def test_the_one_measured_here_wins_over_the_shipped_one(model: Path, ship: Callable[..., None]) -> None:
    here, shipped = measured(zero=0.1), measured(zero=0.9)
    ship(measured("cd" * 32), shipped)
    assert calibrations.of(model.parent, model, SHA256) == shipped
    calibrations.save(model.parent, model, here)
    assert calibrations.of(model.parent, model, SHA256) == here


def test_a_linked_models_calibration_lies_in_the_models_folder(tmp_path: Path) -> None:
    linked = tmp_path / "elsewhere" / "tiny.gguf"
    calibrations.save(tmp_path / "models", linked, measured())
    assert not linked.parent.exists()
    assert calibrations.of(tmp_path / "models", linked, SHA256) == measured()


@pytest.mark.parametrize(
    "other",
    [{"model": "ef" * 32}, {"method": "2"}, {"sentences": "ef" * 32}],
    ids=lambda one: next(iter(one)),
)
def test_one_of_another_file_method_or_set_of_sentences_is_not_taken(
    model: Path, ship: Callable[..., None], other: dict[str, str]
) -> None:
    calibrations.save(model.parent, model, measured(**other))
    assert calibrations.of(model.parent, model, SHA256) is None
    ship(measured(**other))
    assert calibrations.of(model.parent, model, SHA256) is None
    ship(measured())
    assert calibrations.of(model.parent, model, SHA256) == measured()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"model": 1}', b"\xff\xfe"])
def test_a_broken_file_is_as_good_as_none(model: Path, content: bytes) -> None:
    calibrations.save(model.parent, model, measured())
    [path] = model.parent.glob("*.calibration.json")
    path.write_bytes(content)
    assert calibrations.of(model.parent, model, SHA256) is None


def test_a_voice_that_this_version_does_not_know_makes_it_unusable(model: Path) -> None:
    calibrations.save(model.parent, model, measured())
    [path] = model.parent.glob("*.calibration.json")
    path.write_text(path.read_text().replace('"likelihood"', '"oracle"'))
    assert calibrations.of(model.parent, model, SHA256) is None


def test_where_it_cannot_be_written_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("no folder")
    with pytest.raises(ModelError, match="cannot be written"):
        calibrations.save(tmp_path / "models", tmp_path / "tiny.gguf", measured())


def test_the_shipped_ones_are_of_models_of_the_catalog_and_of_this_version() -> None:
    shipped = calibrations._shipped()
    known = {entry.sha256 for entry in catalog.entries()}
    assert catalog.entry("starter").sha256 in {one.model for one in shipped}
    for one in shipped:
        assert one.model in known
        assert (one.method, one.sentences) == (METHOD_VERSION, sentences_digest())
        assert set(one.zeros) == set(VOICES)
        assert one.zeros["likelihood"].zero == 0.0
        assert all(zero.slope > 0.0 for zero in one.zeros.values())
    assert len({one.model for one in shipped}) == len(shipped)


def test_a_calibration_survives_json() -> None:
    assert Calibration.model_validate(json.loads(measured().model_dump_json())) == measured()
