"""What the Check page asks a person, in the system's own dialogs where there are some."""

from pathlib import Path
from typing import Literal

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from desktop.check.words import tr


def drafts_to_open(parent: QWidget) -> list[Path]:
    """Empty where the person thinks better of it."""
    kinds = tr("Drafts (*.txt *.md *.markdown *.text);;All files (*)")
    names, _ = QFileDialog.getOpenFileNames(parent, tr("Open drafts"), "", kinds)
    return [Path(name) for name in names]


def place_to_save(parent: QWidget, near: Path) -> Path | None:
    """`near` is what is offered first."""
    name, _ = QFileDialog.getSaveFileName(parent, tr("Save draft"), str(near))
    return Path(name) if name else None


def unsaved(parent: QWidget, name: str) -> Literal["save", "let go", "keep"]:
    """What is to become of the changes to the draft of that name, which is about to be closed."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setText(tr("{name} has changes that are not saved.").format(name=name))
    box.setInformativeText(tr("Save them, or let them go?"))
    save = box.addButton(tr("Save"), QMessageBox.ButtonRole.AcceptRole)
    drop = box.addButton(tr("Let them go"), QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.exec()
    if box.clickedButton() is save:
        return "save"
    return "let go" if box.clickedButton() is drop else "keep"
