"""Reads the built files under `data/` into checked, immutable records; everything is read once and kept.

Each `parse_*` function takes the parsed JSON of one file and raises ValueError naming the file and the
entry at fault. The cached functions read the files that ship with Evenhand, or those of another folder.
"""

import hashlib
import json
import math
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_args

from pydantic import ValidationError

from knowledge.records import (
    BiasType,
    CalibrationSentence,
    Category,
    Frame,
    LexiconCategory,
    MetaCategory,
    NeutralPhrase,
    PhraseKind,
    Protected,
    Record,
    Taxonomy,
    Term,
)

DATA = Path(__file__).parent / "data"
FILES = ("taxonomy.json", "lexicon.json", "protected.json", "intensity.json", "neutral_phrases.json")

R = TypeVar("R", bound=Record)


@cache
def taxonomy(folder: Path = DATA) -> Taxonomy:
    """Definitions and the 35-entry mapping (section 3.2, Appendices B and C)."""
    return parse_taxonomy(_read(folder, "taxonomy.json"))


@cache
def lexicon(folder: Path = DATA) -> tuple[Term, ...]:
    """The bias lexicon, in file order (Appendix E)."""
    return parse_lexicon(_read(folder, "lexicon.json"))


@cache
def lexicon_categories(folder: Path = DATA) -> Mapping[str, LexiconCategory]:
    """The lexicon's categories by key, in file order."""
    return parse_lexicon_categories(_read(folder, "lexicon.json"))


@cache
def protected(folder: Path = DATA) -> tuple[Protected, ...]:
    """The protected terms, in file order (Appendix D)."""
    return parse_protected(_read(folder, "protected.json"))


@cache
def intensity(folder: Path = DATA) -> Mapping[str, float]:
    """Emotion keywords and their weights in (0, 1] (Appendix E)."""
    return parse_intensity(_read(folder, "intensity.json"))


@cache
def neutral_phrases(folder: Path = DATA) -> tuple[NeutralPhrase, ...]:
    """Attribution and procedural phrases and verbs of speech, in file order (Appendix E)."""
    return parse_neutral_phrases(_read(folder, "neutral_phrases.json"))


@cache
def calibration(folder: Path = DATA) -> tuple[CalibrationSentence, ...]:
    """Invented sentences, half slanted, half wire copy, paired by topic, on which a model's zero is set."""
    return parse_calibration(_read(folder, "calibration.json"))


@cache
def version(folder: Path = DATA) -> str:
    """16 hex digits of SHA-256 over what the files say, whatever their formatting or line endings."""
    digest = hashlib.sha256()
    for name in FILES:
        content = json.dumps(_read(folder, name), sort_keys=True, separators=(",", ":"))
        digest.update(f"{name}\n{content}\n".encode())
    return digest.hexdigest()[:16]


def parse_taxonomy(data: Any) -> Taxonomy:
    file = "taxonomy.json"
    parts = _object(data, file, ("categories", "types", "meta_categories", "mapping", "frames"))
    result = Taxonomy(
        categories=_records(Category, parts["categories"], file, "key"),
        types=_records(BiasType, parts["types"], file, "key"),
        meta_categories=_records(MetaCategory, parts["meta_categories"], file, "key"),
        mapping=MappingProxyType(_object(parts["mapping"], file)),
        frames=_records(Frame, parts["frames"], file, "key"),
    )
    counts = {"categories": 10, "types": 7, "meta_categories": 4, "mapping": 35, "frames": 12}
    for part, count in counts.items():
        if len(getattr(result, part)) != count:
            raise _fault(file, part, f"has {len(getattr(result, part))} entries instead of {count}")
    metas = {meta.key for meta in result.meta_categories}
    for label, meta in result.mapping.items():
        if meta not in metas:
            raise _fault(file, label, f"is mapped to {meta!r}, which is no meta-category")
    for key in (*(category.key for category in result.categories), *(kind.key for kind in result.types)):
        if key not in result.mapping:
            raise _fault(file, key, "is missing from the mapping")
    return result


def parse_lexicon(data: Any) -> tuple[Term, ...]:
    file = "lexicon.json"
    parts = _object(data, file, ("categories", "terms"))
    categories = parse_lexicon_categories(data)
    terms = _records(Term, parts["terms"], file, "term")
    for term in terms:
        if term.category not in categories:
            raise _fault(file, term.term, f"category {term.category!r} is not among the file's categories")
    return terms


def parse_lexicon_categories(data: Any) -> Mapping[str, LexiconCategory]:
    file = "lexicon.json"
    parts = _object(data, file, ("categories", "terms"))
    categories = _records(LexiconCategory, parts["categories"], file, "key")
    return MappingProxyType({category.key: category for category in categories})


def parse_protected(data: Any) -> tuple[Protected, ...]:
    file = "protected.json"
    parts = _object(data, file, ("domains", "terms"))
    domains = _object(parts["domains"], file)
    terms = _records(Protected, parts["terms"], file, "term")
    for term in terms:
        if term.domain not in domains:
            raise _fault(file, term.term, f"domain {term.domain!r} is not among the file's domains")
    return terms


def parse_intensity(data: Any) -> Mapping[str, float]:
    file = "intensity.json"
    keywords = _object(_object(data, file, ("keywords",))["keywords"], file)
    for word, weight in keywords.items():
        number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not number or math.isnan(weight) or not 0 < weight <= 1:
            raise _fault(file, word, f"weight {weight!r} is not a number above 0 and up to 1")
    _distinct(keywords, file)
    return MappingProxyType({word: float(weight) for word, weight in keywords.items()})


def parse_neutral_phrases(data: Any) -> tuple[NeutralPhrase, ...]:
    file = "neutral_phrases.json"
    kinds = _object(data, file, get_args(PhraseKind))
    for kind, phrases in kinds.items():
        if not isinstance(phrases, list):
            raise _fault(file, kind, "must be a list of phrases")
    entries = [{"phrase": phrase, "kind": kind} for kind, phrases in kinds.items() for phrase in phrases]
    return _records(NeutralPhrase, entries, file, "phrase")


def parse_calibration(data: Any) -> tuple[CalibrationSentence, ...]:
    file = "calibration.json"
    entries = _object(data, file, ("sentences",))["sentences"]
    return _records(CalibrationSentence, entries, file, "sentence")


def _records(model: type[R], entries: Any, file: str, key: str) -> tuple[R, ...]:
    """`entries` as records whose `key` field is distinct, letter case aside."""
    if not isinstance(entries, list):
        raise _fault(file, model.__name__, "entries must be a list")
    records = []
    for number, entry in enumerate(entries, start=1):
        name = entry.get(key) if isinstance(entry, dict) else None
        try:
            records.append(model.model_validate(entry))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            message = first["msg"].removeprefix("Value error, ")
            raise _fault(
                file, name or f"number {number}", f"{where}: {message}" if where else message
            ) from None
    _distinct((getattr(record, key) for record in records), file)
    return tuple(records)


def _distinct(names: Iterable[str], file: str) -> None:
    seen = set()
    for name in names:
        if name.lower() in seen:
            raise _fault(file, name, "appears twice")
        seen.add(name.lower())


def _object(data: Any, file: str, keys: tuple[str, ...] | None = None) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ValueError(f"{file} holds a {type(data).__name__} where an object belongs; restore the file.")
    if keys is not None and set(data) != set(keys):
        raise ValueError(f"{file} must have exactly the parts {', '.join(keys)}; restore the file.")
    return data


def _read(folder: Path, name: str) -> Any:
    path = folder / name
    try:
        return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_without_repeats)
    except OSError as error:
        raise ValueError(f"{name} cannot be read ({error.strerror}); restore the file.") from None
    except ValueError as error:
        raise ValueError(f"{name} is not usable JSON ({error}); correct or restore the file.") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{repeated!r} appears twice")
    return result


def _fault(file: str, entry: object, message: str) -> ValueError:
    return ValueError(f"{file}, entry {entry!r}: {message}; correct the entry or restore the file.")
