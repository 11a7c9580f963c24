"""The local Hub and what the tests of `models` make, for what the window does with them."""

from tests.models.conftest import _own_cache, _own_network, fake_hub, gguf, make_entry

__all__ = ["_own_cache", "_own_network", "fake_hub", "gguf", "make_entry"]
