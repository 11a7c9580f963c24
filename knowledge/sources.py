"""Reads the tables under `source/`, which people edit, into the parts of the built JSON files.

Nothing is judged here but the shape of the tables: `loader.parse_*` checks every record, `build` the whole.
"""

import csv
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from knowledge.inflect import forms

SOURCE = Path(__file__).parent / "source"
TERM_COLUMNS = ("term", "pos", "score", "alternative", "residual", "forms", "variant", "reason")


def taxonomy(folder: Path = SOURCE) -> dict[str, Any]:
    parts = _toml(folder / "taxonomy.toml")
    return {part: parts[part] for part in ("categories", "types", "meta_categories", "mapping", "frames")}


def lexicon(folder: Path = SOURCE) -> dict[str, Any]:
    """Categories in the order of their file, terms by category and then alphabetically."""
    categories = [{"key": key, **fields} for key, fields in _toml(folder / "lexicon_categories.toml").items()]
    known = {category["key"] for category in categories}
    for path in sorted((folder / "lexicon").glob("*.csv")):
        if path.stem not in known:
            raise ValueError(f"lexicon/{path.name} has no entry in lexicon_categories.toml")
    terms = [
        _term(row, category["key"])
        for category in categories
        for row in sorted(
            _rows(folder / "lexicon" / f"{category['key']}.csv", TERM_COLUMNS),
            key=lambda row: row["term"].lower(),
        )
    ]
    return {"categories": categories, "terms": terms}


def protected(folder: Path = SOURCE) -> dict[str, Any]:
    terms = [
        {
            "term": row["term"],
            "domain": row["domain"],
            "forms": sorted(forms(row["term"], "noun")),
            **_given(row, "note"),
        }
        for row in _rows(folder / "protected.csv", ("term", "domain", "note"))
    ]
    return {"domains": _toml(folder / "taxonomy.toml")["domains"], "terms": terms}


def intensity(folder: Path = SOURCE) -> dict[str, Any]:
    rows = _rows(folder / "intensity.csv", ("keyword", "weight"))
    return {"keywords": {row["keyword"]: _number(row["weight"]) for row in rows}}


def neutral_phrases(folder: Path = SOURCE) -> dict[str, Any]:
    phrases: dict[str, list[str]] = {"attribution": [], "procedure": [], "speech": []}
    for row in _rows(folder / "neutral_phrases.csv", ("phrase", "kind")):
        if row["kind"] not in phrases:
            raise ValueError(f"neutral_phrases.csv: {row['phrase']!r} has the unknown kind {row['kind']!r}")
        phrases[row["kind"]].append(row["phrase"])
    return phrases


def calibration(folder: Path = SOURCE) -> dict[str, Any]:
    rows = _rows(folder / "calibration.csv", ("topic", "slanted", "sentence", "lean", "degree"))
    return {
        "sentences": [
            {**row, "slanted": row["slanted"] == "1", "degree": row["degree"] or None} for row in rows
        ]
    }


def _term(row: dict[str, str], category: str) -> dict[str, Any]:
    if row["residual"] not in ("yes", ""):
        raise ValueError(
            f"{category}.csv: {row['term']!r} has {row['residual']!r} for residual, not yes or nothing"
        )
    listed = [form.strip() for form in row["forms"].split(";") if form.strip()]
    return {
        "term": row["term"],
        "category": category,
        "pos": row["pos"],
        "score": _number(row["score"]),
        "alternative": row["alternative"] or None,
        "residual": row["residual"] == "yes",
        "forms": sorted({*forms(row["term"], row["pos"]), *listed}),
        **_given(row, "variant", "reason"),
    }


def _given(row: dict[str, str], *columns: str) -> dict[str, str]:
    return {column: row[column] for column in columns if row[column]}


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text!r} is no number") from None


def _rows(path: Path, columns: Sequence[str]) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, strict=True)
        if tuple(reader.fieldnames or ()) != tuple(columns):
            raise ValueError(f"{path.name} must have the columns {', '.join(columns)}")
        rows = list(reader)
    for line, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise ValueError(f"{path.name}, line {line}: not {len(columns)} columns")
        if any(value != value.strip() for value in row.values()):
            raise ValueError(f"{path.name}, line {line}: spaces around a value")
    return rows


def _toml(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)
