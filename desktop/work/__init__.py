"""The engine, off the window's thread."""
