"""Bad data is refused with the file and the entry named."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from knowledge import loader


def shipped(name: str) -> Any:
    return json.loads((loader.DATA / name).read_text("utf-8"))


def refused(parse: Callable[[Any], object], data: Any, *words: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse(data)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"category": "no_such"}, ("no_such",)),
        ({"score": 1.2}, ("score",)),
        ({"score": -0.1}, ("score",)),
        ({"score": float("nan")}, ("score",)),
        ({"score": 0.65}, ("score must be 0.6",)),
        ({"score": 0.5}, ("with a reason",)),
        ({"score": "0.9"}, ("score",)),
        ({"pos": "gerund"}, ("pos",)),
        ({"residual": 1}, ("residual",)),
        ({"alternative": ""}, ("alternative",)),
        ({"surplus": True}, ("surplus",)),
    ],
)
def test_lexicon_entry_with_a_bad_field(change: dict[str, Any], words: tuple[str, ...]) -> None:
    data = shipped("lexicon.json")
    data["terms"][3].update(change)
    refused(loader.parse_lexicon, data, "lexicon.json", data["terms"][3]["term"], *words)


def test_lexicon_entry_without_a_field() -> None:
    data = shipped("lexicon.json")
    del data["terms"][3]["alternative"]
    refused(loader.parse_lexicon, data, "lexicon.json", data["terms"][3]["term"], "alternative")


def test_a_low_score_with_a_reason_is_accepted() -> None:
    data = shipped("lexicon.json")
    data["terms"][3].update(score=0.5, reason="mostly neutral in sports")
    assert loader.parse_lexicon(data)[3].score == 0.5


def test_duplicate_term_in_another_case() -> None:
    data = shipped("lexicon.json")
    data["terms"].append(data["terms"][0] | {"term": data["terms"][0]["term"].upper()})
    refused(loader.parse_lexicon, data, "lexicon.json", data["terms"][-1]["term"], "twice")


@pytest.mark.parametrize("entry", ["thug", None, 3, {"category": "euphemism"}])
def test_lexicon_entry_that_is_no_term(entry: object) -> None:
    data = shipped("lexicon.json")
    data["terms"] = [*data["terms"][:2], entry]
    refused(loader.parse_lexicon, data, "lexicon.json", "number 3")


def test_mapping_with_too_few_entries() -> None:
    data = shipped("taxonomy.json")
    del data["mapping"]["slant"]
    refused(loader.parse_taxonomy, data, "taxonomy.json", "mapping", "34", "35")


def test_mapping_to_an_unknown_meta_category() -> None:
    data = shipped("taxonomy.json")
    data["mapping"]["slant"] = "sloppiness"
    refused(loader.parse_taxonomy, data, "taxonomy.json", "slant", "sloppiness")


def test_mapping_without_one_of_the_types() -> None:
    data = shipped("taxonomy.json")
    data["mapping"]["replacement"] = data["mapping"].pop("omission_bias")
    refused(loader.parse_taxonomy, data, "taxonomy.json", "omission_bias", "missing")


@pytest.mark.parametrize("part", ["categories", "types", "meta_categories", "frames"])
def test_taxonomy_with_a_missing_or_repeated_entry(part: str) -> None:
    data = shipped("taxonomy.json")
    removed = data[part].pop()
    refused(loader.parse_taxonomy, data, "taxonomy.json", part)
    data[part] += [removed, removed]
    refused(loader.parse_taxonomy, data, "taxonomy.json", removed["key"], "twice")


def test_category_of_unknown_severity() -> None:
    data = shipped("taxonomy.json")
    data["categories"][0]["severity"] = "grave"
    refused(loader.parse_taxonomy, data, "taxonomy.json", "loaded_language", "severity")


def test_protected_term_of_an_unknown_domain_or_repeated() -> None:
    data = shipped("protected.json")
    data["terms"][5]["domain"] = "astrology"
    refused(loader.parse_protected, data, "protected.json", data["terms"][5]["term"], "astrology")
    data = shipped("protected.json")
    data["terms"].append(data["terms"][0])
    refused(loader.parse_protected, data, "protected.json", data["terms"][0]["term"], "twice")


@pytest.mark.parametrize("weight", [0, -1, 1.01, float("nan"), True, "0.5", None])
def test_intensity_weight_out_of_range(weight: object) -> None:
    refused(loader.parse_intensity, {"keywords": {"fury": weight}}, "intensity.json", "fury")


def test_neutral_phrase_under_two_kinds() -> None:
    data = shipped("neutral_phrases.json")
    data["speech"].append("voted to")
    refused(loader.parse_neutral_phrases, data, "neutral_phrases.json", "voted to", "twice")


@pytest.mark.parametrize("data", [None, [], "text", {}, {"terms": []}])
def test_file_of_the_wrong_shape(data: Any) -> None:
    refused(loader.parse_lexicon, data, "lexicon.json")


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"lexicon\.json cannot be read"):
        loader.lexicon(tmp_path)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe{}", b'{"keywords": {"fury": 1, "fury": 0.5}}'])
def test_file_that_is_no_clean_json(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "intensity.json").write_bytes(content)
    with pytest.raises(ValueError, match=r"intensity\.json"):
        loader.intensity(tmp_path)


def test_a_folder_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "intensity.json").write_text('{"keywords": {"fury": 1}}', "utf-8")
    assert loader.intensity(tmp_path) == {"fury": 1.0}
