"""The window: Qt only, no analysis; it begins with the window issue."""
