"""Which model weights exist, getting them onto this machine, and checking them.

Imports nothing of `engine`, `desktop` or `knowledge`. Only `models.hub` may open a socket.
"""
