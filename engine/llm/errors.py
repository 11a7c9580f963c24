"""What can go wrong between a question and its answer; each message is a sentence for a person."""


class EngineFailed(Exception):
    """The inference process failed and a restart did not help."""


class ModelUnusable(Exception):
    """The model file can't be loaded: damaged, not a chat model, or too large for this machine."""


class DoesNotFit(Exception):
    """A prompt and its longest answer are longer than the context; nothing was truncated."""


class Cancelled(Exception):
    """The work was stopped on request."""
