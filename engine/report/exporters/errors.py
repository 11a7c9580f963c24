"""What can go wrong when a report is exported."""


class Unexportable(Exception):
    """A report that cannot be written in a format; the message is one sentence for a person."""
