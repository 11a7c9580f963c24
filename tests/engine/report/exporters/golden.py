"""The golden exports: `python -m tests.engine.report.exporters.golden` writes them anew."""

import hashlib
import sys
from functools import cache
from pathlib import Path

from engine.report.canonical import seal
from engine.report.exporters import EXTENSIONS, FORMATS, Format, export
from engine.report.schema import ReportFile
from engine.text import read_bytes
from tests.engine.report.conftest import CIRCUMSTANCES, DRAFT, build_report

FOLDER = Path(__file__).parent / "golden"
_LARGE: frozenset[Format] = frozenset({"html", "json", "pdf"})  # kept as their SHA-256


def stored(format: Format, folder: Path = FOLDER) -> bytes:
    return _path(format, folder).read_bytes()


def reduced(format: Format, data: bytes) -> bytes:
    return f"{hashlib.sha256(data).hexdigest()}\n".encode() if format in _LARGE else data


@cache
def checked() -> tuple[bytes, ReportFile]:
    """The draft's bytes and its report."""
    data = DRAFT.encode()
    report = build_report()
    identity = report.draft.model_copy(update={"sha256": hashlib.sha256(data).hexdigest()})
    return data, seal(report.model_copy(update={"draft": identity}), CIRCUMSTANCES)


def main(folder: Path) -> None:
    data, file = checked()
    draft = read_bytes(data, CIRCUMSTANCES.draft_name)
    folder.mkdir(exist_ok=True)
    for format in FORMATS:
        _path(format, folder).write_bytes(reduced(format, export(file, draft, format, data)))


def _path(format: Format, folder: Path) -> Path:
    ending = ".sha256" if format in _LARGE else ""
    return folder / f"parking-fees.{EXTENSIONS[format]}{ending}"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
