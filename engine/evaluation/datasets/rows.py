"""A file's rows, whatever its format: CSV, tab-separated text, JSON, JSON lines or Parquet."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from math import isnan
from pathlib import Path

from pydantic import JsonValue

from engine.evaluation.datasets.item import UnusableDataset

DELIMITERS = "\t;,"
ENCODINGS = ("utf-8-sig", "cp1252")  # SemEval-2016 is Windows-1252


@dataclass(frozen=True)
class Row:
    """`place` says where it stands, for messages; names are in lower case, without outer spaces."""

    place: str  # "babe.csv, line 12"
    values: Mapping[str, JsonValue]

    def text(self, *names: str) -> str:
        """The first of the columns that is there, as text without outer whitespace; "" without any."""
        for name in names:
            if (value := self.values.get(name)) is not None:
                return str(value).strip()
        return ""


def rows(path: Path) -> list[Row]:
    """All rows of the file, in its order.

    Raises UnusableDataset where it can't be read, is none of these formats, or is empty.
    """
    match path.suffix.lower():
        case ".csv" | ".tsv" | ".txt":
            found = list(_separated(path))
        case ".json" | ".jsonl":
            found = list(_json(path))
        case ".parquet":
            found = list(_parquet(path))
        case other:
            raise UnusableDataset(
                f"{path.name} ends in {other or 'nothing'}: "
                "name a .csv, .tsv, .txt, .json, .jsonl, .parquet or .xml file."
            )
    if not found:
        raise UnusableDataset(f"{path.name} holds no items: name the file with the data.")
    return found


def data_of(path: Path) -> bytes:
    """The file's bytes. Raises UnusableDataset."""
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise UnusableDataset(f"{path.name} can't be read ({reason}): name a file of the dataset.") from error


def _text(path: Path) -> str:
    data = data_of(path)
    for encoding in ENCODINGS:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise UnusableDataset(f"{path.name} is not a text file: name the file as its authors released it.")


def _separated(path: Path) -> Iterator[Row]:
    text = _text(path)
    header = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=header.count)
    # The tab-separated files of SemEval hold quotation marks that quote nothing.
    reader = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=delimiter,
        quoting=csv.QUOTE_NONE if delimiter == "\t" else csv.QUOTE_MINIMAL,
        strict=True,
    )
    names: list[str] = []
    line = 1
    try:
        for cells in reader:
            place = f"{path.name}, line {line}"
            line = reader.line_num + 1
            if not names:
                names = [_name(cell) for cell in cells]
            elif len(cells) == len(names):
                yield Row(place, dict(zip(names, cells, strict=True)))
            elif cells:
                raise UnusableDataset(
                    f"{place}: {len(cells)} columns where the first line names {len(names)}: mend the line."
                )
    except csv.Error as error:
        raise UnusableDataset(f"{path.name}, line {line}: {error}: mend the line.") from error


def _json(path: Path) -> Iterator[Row]:
    text = _text(path)
    if text.lstrip().startswith("["):
        try:
            records = json.loads(text)
        except (ValueError, RecursionError) as error:
            line = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
            raise UnusableDataset(f"{path.name}{line}: this is not valid JSON: mend the file.") from error
        for number, record in enumerate(records, 1):
            yield _record(f"{path.name}, record {number}", record)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        place = f"{path.name}, line {number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UnusableDataset(f"{place}: this is not valid JSON: mend the line.") from error
        yield _record(place, record)


def _record(place: str, record: object) -> Row:
    if not isinstance(record, dict):
        raise UnusableDataset(f"{place}: this is not a JSON object: mend it.")
    return Row(place, {_name(name): _plain(value) for name, value in record.items()})


def _plain(value: object) -> JsonValue:
    """Data frames store a missing value as NaN, a column of whole numbers with one as floats, and dates."""
    if isinstance(value, float):
        return None if isnan(value) else int(value) if value.is_integer() else value
    return value if value is None or isinstance(value, bool | int | str | list | dict) else str(value)


def _parquet(path: Path) -> Iterator[Row]:
    try:
        arrow = import_module("pyarrow")
        parquet = import_module("pyarrow.parquet")
    except ImportError as error:
        raise UnusableDataset(
            f"{path.name} is a Parquet file, and the package pyarrow, which reads it, is not installed: "
            'install Evenhand with the extra "parquet", or name the CSV file.'
        ) from error
    try:
        records = parquet.read_table(io.BytesIO(data_of(path))).to_pylist()
    except arrow.ArrowException as error:
        raise UnusableDataset(f"{path.name} is not a whole Parquet file: fetch it again.") from error
    for number, record in enumerate(records, 1):
        yield _record(f"{path.name}, record {number}", record)


def _name(column: str) -> str:
    return column.strip().lower()
