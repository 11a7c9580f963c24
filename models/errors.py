"""The one error of this package."""


class ModelError(Exception):
    """A model is missing, damaged or cannot be brought; the message is the sentence for the person."""
