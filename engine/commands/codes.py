"""Exit codes of the command `evenhand`."""

DONE = 0
FOUND = 1
"""What was asked about was found (`check --fail-on`), differs (`reproduce`) or is not there (`show`)."""
UNUSABLE = 2
"""Unusable input or options."""
MODEL = 3
"""The model is missing or damaged."""
ENGINE = 4
"""The engine failed."""
STOPPED = 130
