"""Canonical JSON: one report, one sequence of bytes, one SHA-256.

Keys sorted, UTF-8, no insignificant whitespace, strings as they are (no normalization), every float
with six decimals (half to even, never an exponent, no negative zero), and a newline at the end.
"""

import hashlib
import json
from collections.abc import Iterable
from math import isfinite

from pydantic import JsonValue, ValidationError

from engine.report.schema import SCHEMA_VERSION, Circumstances, Report, ReportFile

DECIMALS = 6


class UnreadableReport(Exception):
    """A report that cannot be used; the message is one sentence for a person."""


def canonical_bytes(report: Report) -> bytes:
    """The bytes that `sha256` is over. Raises ValueError for a number that is not finite."""
    return (_write(report.model_dump(), None) + "\n").encode()


def sha256(report: Report) -> str:
    """Lowercase hexadecimal SHA-256 of the canonical bytes."""
    return hashlib.sha256(canonical_bytes(report)).hexdigest()


def seal(report: Report, circumstances: Circumstances) -> ReportFile:
    """A report file whose floats are already rounded, so that reading it back gives an equal one."""
    rounded = Report.model_validate_json(canonical_bytes(report))
    return ReportFile(report=rounded, sha256=sha256(rounded), circumstances=circumstances)


def to_json(file: ReportFile) -> bytes:
    """The .json file: indented for reading, in the canonical number format."""
    return (_write(file.model_dump(), 0) + "\n").encode()


def from_json(data: bytes) -> ReportFile:
    """The report file that `to_json` wrote.

    Raises UnreadableReport if it is something else, of another version, incomplete, or changed since.
    """
    try:
        content = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise UnreadableReport(
            "This is not a report that Evenhand can read, because it is not valid JSON: "
            "choose the .json file that the check wrote."
        ) from error
    _check_version(content)
    try:
        file = ReportFile.model_validate(content)
    except ValidationError as error:
        raise UnreadableReport(
            f"This report is incomplete or damaged ({_first_problem(error)}): check the draft again."
        ) from error
    if not _matches(file):
        raise UnreadableReport(
            "This report has been changed since it was written, its SHA-256 does not match its content: "
            "use the original file or check the draft again."
        )
    return file


def _matches(file: ReportFile) -> bool:
    try:
        return sha256(file.report) == file.sha256
    except ValueError:  # a number like 1e999
        return False


def _check_version(content: JsonValue) -> None:
    report = content.get("report") if isinstance(content, dict) else None
    if not isinstance(report, dict) or "schema_version" not in report:
        raise UnreadableReport(
            "This is JSON but not an Evenhand report: choose the .json file that the check wrote."
        )
    version = report["schema_version"]
    if version != SCHEMA_VERSION or isinstance(version, bool):
        raise UnreadableReport(
            f"This report has schema version {version}, and this Evenhand reads version {SCHEMA_VERSION}: "
            "open it with the Evenhand that wrote it, or check the draft again."
        )


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg'].lower()}"


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _number(value: float) -> str:
    if not isfinite(value):
        raise ValueError(f"A report cannot hold the number {value}.")
    text = f"{value:.{DECIMALS}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def _write(value: object, depth: int | None) -> str:
    """JSON text; `depth` is the current indentation, None for no whitespace at all."""
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, dict):
        colon = ":" if depth is None else ": "
        members = (f"{_string(key)}{colon}{_write(value[key], _deeper(depth))}" for key in sorted(value))
        return _enclose("{", members, "}", depth)
    if isinstance(value, list | tuple):
        return _enclose("[", (_write(item, _deeper(depth)) for item in value), "]", depth)
    return _string(value)


def _string(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _deeper(depth: int | None) -> int | None:
    return None if depth is None else depth + 1


def _enclose(opening: str, members: Iterable[str], closing: str, depth: int | None) -> str:
    parts = list(members)
    if depth is None or not parts:
        return opening + ",".join(parts) + closing
    inner = "\n" + "  " * (depth + 1)
    return opening + inner + ("," + inner).join(parts) + "\n" + "  " * depth + closing
