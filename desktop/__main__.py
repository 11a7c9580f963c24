"""`python -m desktop` and `evenhand-desktop`: the window.

Qt is imported by `main` alone: the model's process imports this module too, and has no use for it.
"""

import sys


def main() -> int:
    """Run the window until it is closed."""
    from desktop.app import run

    return run(sys.argv)


if __name__ == "__main__":
    sys.exit(main())
