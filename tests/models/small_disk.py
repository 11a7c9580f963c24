"""A real disk of 1 MB, for tests of what happens when it is full; Linux only."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APART = ("unshare", "--user", "--map-root-user", "--mount")  # a mount that only the command itself sees
IMPORTS = (
    "import sys\nfrom pathlib import Path\nfrom models import bundle, copying\n"
    "from models.errors import ModelError\ndisk = Path(sys.argv[1])\n"
)


def _possible() -> bool:
    if sys.platform != "linux" or not shutil.which("unshare"):
        return False
    return (
        subprocess.run([*APART, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True).returncode == 0
    )


needs_small_disks = pytest.mark.skipif(not _possible(), reason="this system lets nobody mount a small disk")


def on_small_disk(disk: Path, script: str, *words: object) -> list[str]:
    """The lines that a Python script prints: its `disk` is such a disk, its `sys.argv[2:]` are `words`."""
    disk.mkdir()
    mount = 'mount -t tmpfs -o size=1m tmpfs "$3" && exec "$0" "$@"'
    ran = subprocess.run(
        [*APART, "sh", "-c", mount, sys.executable, "-c", IMPORTS + script, disk, *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()
