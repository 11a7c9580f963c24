"""The offline lock of `evenhand models`: no socket while it holds, and an option of every action."""

import socket
from collections.abc import Callable

import pytest

from engine.commands.codes import DONE, MODEL
from tests.engine.commands.newsroom import Newsroom
from tests.engine.running import Ran

Run = Callable[..., Ran]
ACTIONS = ["list", "advise", "fetch", "import", "export", "verify", "checkup", "remove", "scan", "token"]


@pytest.fixture
def no_sockets(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was asked of each socket that was made."""
    made: list[object] = []

    def refuse(_self: object, *asked: object, **_options: object) -> None:
        made.append(asked)
        raise OSError("no network here")

    monkeypatch.setattr(socket.socket, "__init__", refuse)
    return made


def test_the_lock_refuses_before_any_socket_exists(
    room: Newsroom, evenhand: Run, no_sockets: list[object]
) -> None:
    ran = evenhand("models", "fetch", "split", "--offline")
    assert ran.code == MODEL and ran.says_one_sentence and "locked off" in ran.err
    assert no_sockets == []
    assert [path.name for path in room.folder.glob("*.part")] == []


def test_what_is_here_needs_no_network(room: Newsroom, evenhand: Run, no_sockets: list[object]) -> None:
    assert evenhand("models", "fetch", "whole", "--offline").code == DONE
    assert no_sockets == []


def test_without_the_lock_the_same_command_asks_for_one(
    room: Newsroom, evenhand: Run, no_sockets: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    ran = evenhand("models", "fetch", "split")
    assert ran.code == MODEL and ran.says_one_sentence
    assert no_sockets


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_has_json_and_offline(evenhand: Run, action: str) -> None:
    usage = evenhand("models", action, "--help").out
    assert "--json" in usage and "--offline" in usage and "--models-dir" in usage
