"""The About page: the program, licenses, the log."""

from desktop.about.page import AboutPage

__all__ = ["AboutPage"]
