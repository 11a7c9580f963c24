"""`python -m tests.benchmarks.window`: from the start of the program to a window that takes keys, and memory.

Each start is a process of its own; the first one warms the disk's cache and is left out. No model is loaded.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from statistics import median

RUNS = 5
MOST_SECONDS, MOST_MB = 1.5, 200.0

_START = """
import json, os, sys, time
began = float(sys.argv[1])
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from desktop.app import Desktop
application = QApplication(["evenhand-desktop"])
desktop = Desktop(application)
desktop.window.resize(1280, 800)
desktop.start([])
application.processEvents()
taken, worked = time.time() - began, time.process_time()

def tell():
    import psutil
    memory = psutil.Process().memory_full_info()
    print(json.dumps({"seconds": taken, "worked": worked, "rss": memory.rss, "uss": memory.uss}), flush=True)
    desktop.end()
    os._exit(0)

QTimer.singleShot(1000, tell)
application.exec()
"""


def start(home: str) -> dict[str, float]:
    """Start it once: seconds until it is usable, seconds of processor time of that, bytes of memory after."""
    environment = {
        **os.environ,
        "HOME": home,
        "PYTHONPYCACHEPREFIX": f"{home}/compiled",  # as in an installed program, whoever runs this
        "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-c", _START, str(time.time())],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    told: dict[str, float] = json.loads(done.stdout)
    return told


def main() -> int:
    with tempfile.TemporaryDirectory() as home:
        start(home)
        runs = [start(home) for _ in range(RUNS)]
    seconds, worked = median(one["seconds"] for one in runs), median(one["worked"] for one in runs)
    rss, uss = (median(one[key] for one in runs) / 1e6 for key in ("rss", "uss"))
    print(f"start to usable window: {seconds:.2f} s, {worked:.2f} s of it work (median of {RUNS}, warm)")
    print(f"memory without a model: {rss:.0f} MB, {uss:.0f} MB of it the program's alone")
    if seconds > MOST_SECONDS or rss > MOST_MB:
        print(f"More than {MOST_SECONDS} s or {MOST_MB:.0f} MB.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
