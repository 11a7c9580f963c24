"""When Evenhand last used the network and for what, noted at each connection's beginning and end."""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_state_path
from pydantic import AwareDatetime

from models.errors import ModelError
from models.records import Record, read, write


class Connection(Record):
    """To a host: its web address, or the package index that pip knows."""

    when: AwareDatetime
    host: str


def note(host: str) -> None:
    """Notes a connection of this moment; where it can't be written, the transfer goes on all the same."""
    with suppress(ModelError):
        write(Connection(when=datetime.now(UTC), host=host), place())


def last() -> Connection | None:
    """The last one, None where there was none."""
    return read(Connection, place())


def place() -> Path:
    """Where the note lies."""
    return user_state_path("evenhand", appauthor=False) / "last-connection.json"
