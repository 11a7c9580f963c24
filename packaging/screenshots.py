"""The README's pictures of the window, from a real check on this machine: each at 1x and at 2x.

    xvfb-run -a -s "-screen 0 2560x1600x24" python packaging/screenshots.py

Run it from the repository's root. It needs the model (`--model`, by default the starter), takes as long as a
check of `tests/samples/parking-fees.md`, and leaves the person's settings alone.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from models import store

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "tests" / "samples" / "parking-fees.md"
SIZE = 1280, 800
SCALES = 1, 2
RUNNING = 3  # passages that are done when the running check is taken
PATIENCE = 3600  # seconds


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the README's pictures of the window.")
    parser.add_argument("--model", default="starter", metavar="NAME")
    parser.add_argument("--out", type=Path, default=ROOT / "packaging" / "pictures", metavar="FOLDER")
    given = parser.parse_args()
    store.find(given.model, store.folder())
    os.environ["EVENHAND_MODELS"] = str(store.folder())
    os.environ["QT_SCALE_FACTOR"] = str(max(SCALES))  # what is drawn for the larger scale suits the smaller
    with tempfile.TemporaryDirectory() as own:
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA"):
            os.environ[name] = own
        take_all(given.model, given.out)
    return 0


def take_all(model: str, out: Path) -> None:
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QApplication

    from desktop.app import Desktop
    from desktop.desk import Step
    from desktop.models.catalog_view import CatalogView
    from engine.report import words

    application = QApplication(sys.argv[:1])
    desktop = Desktop(application)
    desktop.settings.change(model=model, theme="light")
    window, check, desk = desktop.window, desktop.check, desktop.desk
    window.resize(*SIZE)
    desktop.start([SAMPLE])

    def wait(reached: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not reached():
            if time.monotonic() > end:
                sys.exit("The window did not get that far: look at what it shows.")
            application.processEvents()
            time.sleep(0.02)

    def settle() -> None:
        """Let what was asked for be drawn, and what is read in the background arrive."""
        end = time.monotonic() + 1.5
        wait(lambda: time.monotonic() > end)

    def take(name: str) -> None:
        settle()
        for scale in SCALES:
            picture = QPixmap(window.size() * scale)
            picture.setDevicePixelRatio(scale)
            window.render(picture)
            picture.save(str(out / f"window-{name}{'' if scale == 1 else f'@{scale}x'}.png"))
        print(f"{name}: {out / f'window-{name}.png'}", flush=True)

    steps: list[Step] = []
    desk.stepped.connect(steps.append)
    wait(lambda: check.drafts.current is not None)
    check.action["run"].trigger()
    wait(lambda: bool(steps) and steps[-1].progress.done >= RUNNING)
    take("running")
    wait(lambda: desk.checked is not None and desk.checked.file.report.verdict.complete)
    passages = desk.checked.file.report.passages if desk.checked else ()
    check.action["next"].trigger()
    take("done")
    debated = [one for one in passages if one.decision.debate and words.state(one.decision) == "slanted"]
    slanted = [one for one in passages if words.state(one.decision) == "slanted"]
    shown = (debated or slanted or list(passages))[0]
    check.card.dismiss()
    desk.panel_asked.emit("why")
    desk.passage_asked.emit(shown.index)
    take("why")
    desk.panel_asked.emit("scorecard")
    desktop.settings.change(theme="dark")
    take("dark")
    desktop.settings.change(theme="light")
    shown_models: list[bool] = []
    catalog = desktop.models.findChild(CatalogView)
    assert isinstance(catalog, CatalogView)
    catalog.shown.connect(lambda: shown_models.append(True))
    window.show_page("models")
    wait(lambda: bool(shown_models))
    take("models")
    desktop.end()


if __name__ == "__main__":
    sys.exit(main())
