"""`python -m desktop` and `evenhand-desktop`: the window."""

import sys

from PySide6.QtWidgets import QApplication

from desktop.app import build


def main() -> int:
    """Run the window until it is closed."""
    application = QApplication(sys.argv)
    application.setApplicationName("evenhand")
    application.setApplicationDisplayName("Evenhand")
    window = build(application)
    window.resize(1280, 800)
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
