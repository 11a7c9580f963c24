"""The Models page."""

from desktop.models.page import ModelsPage

__all__ = ["ModelsPage"]
