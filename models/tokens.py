"""The Hub token of a person who may use gated models: from HF_TOKEN, else from the system's keyring.

Nothing here logs it or puts it into a message; `models.hub` alone sends it, and to the Hub alone.
"""

import os
import re
from collections.abc import Callable
from typing import TypeVar

import keyring
from keyring.backend import KeyringBackend
from keyring.backends.chainer import ChainerBackend

from models.errors import ModelError

VARIABLE = "HF_TOKEN"
SERVICE, USER = "evenhand", "hugging-face-hub"

NOT_SAFE = ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt.")
"""Modules of backends that keep nothing, or keep it in a file that anybody can read."""

T = TypeVar("T")


def read() -> str | None:
    """The token, None where there is none.

    Raises `ModelError` when there is a keyring but it does not answer, or when HF_TOKEN holds no token.
    """
    if named := os.environ.get(VARIABLE, "").strip():
        return _sound(named)
    return _get(backend) if (backend := _backend()) else None


def save(token: str) -> None:
    """Keeps the token in the system's keyring, in place of an earlier one.

    Raises `ModelError` when that is no token, and where there is no keyring.
    """
    sound, backend = _sound(token.strip()), _backend()
    if backend is None:
        raise ModelError(
            f"This system has no keyring to keep a token in: set {VARIABLE} for the command instead."
        )
    _ask(lambda: backend.set_password(SERVICE, USER, sound))


def remove() -> bool:
    """Forgets the token in the keyring; whether there was one.

    Raises `ModelError` when the keyring does not answer.
    """
    backend = _backend()
    if backend is None or _get(backend) is None:
        return False
    _ask(lambda: backend.delete_password(SERVICE, USER))
    return True


def has_keyring() -> bool:
    """Whether the system has a keyring that keeps a secret."""
    return _backend() is not None


def _backend() -> KeyringBackend | None:
    """The keyring that the system or the person prefers, of those that keep a secret."""
    chosen = keyring.get_keyring()
    candidates = chosen.backends if isinstance(chosen, ChainerBackend) else [chosen]
    safe = (item for item in candidates if not type(item).__module__.startswith(NOT_SAFE))
    return next(safe, None)


def _get(backend: KeyringBackend) -> str | None:
    return _ask(lambda: backend.get_password(SERVICE, USER))


def _ask(call: Callable[[], T]) -> T:
    try:
        return call()
    except Exception as error:  # each backend has errors of its own; their words may hold what was asked
        raise ModelError(
            f"The system's keyring did not answer ({type(error).__name__}): unlock it, or set {VARIABLE} for "
            "the command."
        ) from None


def _sound(token: str) -> str:
    """A token as it may stand in a header: printable, without spaces."""
    if not re.fullmatch(r"[!-~]+", token):
        raise ModelError(
            "That is no Hugging Face token, which has neither spaces nor line breaks: copy it again."
        )
    return token
